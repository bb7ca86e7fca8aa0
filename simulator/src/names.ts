/** Names as people in Cambodia bear them: Latin for ids, Khmer for what people write themselves. */
type Name = { latin: string; khmer: string };

const pairs = (text: string): readonly Name[] =>
  text
    .trim()
    .split(/\s*,\s*/)
    .map((pair) => {
      const [latin = '', khmer = ''] = pair.split('=');
      return { latin, khmer };
    });

export const familyNames =
  pairs(`Sok=សុខ, Chan=ចាន់, Chea=ជា, Heng=ហេង, Kim=គីម, Keo=កែវ, Ly=លី, Meas=មាស, Ouk=អ៊ុក,
  Pich=ពេជ្រ, Prak=ប្រាក់, Ros=រស់, Sam=សំ, Seng=សេង, Som=សោម, Tep=ទេព, Touch=ទូច, Vong=វង្ស, Chhim=ឈឹម, Mao=ម៉ៅ`);

export const firstNames = pairs(`Dara=តារា, Sophal=សុផល, Vuthy=វុទ្ធី, Rithy=រិទ្ធី, Samnang=សំណាង, Piseth=ពិសិដ្ឋ,
  Kosal=កុសល, Makara=មករា, Panha=បញ្ញា, Sovann=សុវណ្ណ, Bopha=បុប្ផា, Chanthou=ចាន់ធូ, Kunthea=គន្ធា, Malis=ម្លិះ,
  Phalla=ផល្លា, Rachana=រចនា, Reaksmey=រស្មី, Sophea=សុភា, Theary=ធារី, Vanna=វណ្ណា`);

export const shopNames =
  pairs(`Golden Lotus=ឈូកមាស, Mekong Star=ផ្កាយមេគង្គ, Blue River=ទន្លេខៀវ, Green Hill=ភ្នំបៃតង,
  Royal Palm=ត្នោតរាជ, Silver Naga=នាគប្រាក់, Sunrise=អរុណរះ, Lucky Star=ផ្កាយសំណាង`);

export const shopKinds = pairs(
  `Coffee=កាហ្វេ, Pharmacy=ឱសថស្ថាន, Mart=ម៉ាត, Noodles=គុយទាវ, Motor=ម៉ូតូ, Books=សៀវភៅ`,
);

export const purchases = [
  'Groceries',
  'Lunch',
  'Coffee',
  'Phone top-up',
  'Rent',
  'School fee',
  'ថ្លៃទឹក',
  'ទិញបន្លែ',
  'ថ្លៃសាំង',
] as const;
