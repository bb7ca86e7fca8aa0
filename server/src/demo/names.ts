/** Names as people in Cambodia bear them, in both scripts. Khmer puts the family name first. */
export type Name = { latin: string; khmer: string };

const pairs = (text: string): readonly Name[] =>
  text
    .trim()
    .split(/\s*,\s*/)
    .map((pair) => {
      const [latin = '', khmer = ''] = pair.split('=');
      return { latin, khmer };
    });

export const familyNames =
  pairs(`Sok=សុខ, Chan=ចាន់, Chea=ជា, Heng=ហេង, Kim=គីម, Keo=កែវ, Ly=លី, Meas=មាស, Nguon=ងួន,
  Ouk=អ៊ុក, Pich=ពេជ្រ, Prak=ប្រាក់, Ros=រស់, Sam=សំ, Seng=សេង, Sim=ស៊ឹម, Som=សោម, Tep=ទេព, Touch=ទូច, Vong=វង្ស, Yim=យឹម,
  Chhim=ឈឹម, Duong=ដួង, Eng=អេង, Hang=ហង្ស, Khiev=ខៀវ, Lim=លឹម, Mao=ម៉ៅ, Nhem=ញ៉ែម, Phan=ផាន, Suon=សួន, Thach=ថាច់,
  Mtay=ម្ត៉ាយ`);

export const menNames = pairs(`Dara=តារា, Sophal=សុផល, Vuthy=វុទ្ធី, Rithy=រិទ្ធី, Samnang=សំណាង, Piseth=ពិសិដ្ឋ,
  Bunthoeun=ប៊ុនធឿន, Kosal=កុសល, Makara=មករា, Narith=ណារិទ្ធ, Panha=បញ្ញា, Ratanak=រតនៈ, Sovann=សុវណ្ណ, Veasna=វាសនា,
  Visal=វិសាល, Borey=បូរី, Tola=តុលា, Phirun=ភិរុណ, Sokha=សុខា, Chamroeun=ចម្រើន`);

export const womenNames = pairs(`Bopha=បុប្ផា, Chanthou=ចាន់ធូ, Kunthea=គន្ធា, Leakhena=លក្ខិណា, Malis=ម្លិះ, Nary=ណារី,
  Phalla=ផល្លា, Rachana=រចនា, Reaksmey=រស្មី, Sophea=សុភា, Sreymom=ស្រីមុំ, Sreyneang=ស្រីនាង, Theary=ធារី, Vanna=វណ្ណា,
  Kolab=កុលាប, Chanlina=ចាន់លីណា, Sopheap=សុភាព, Thida=ធីតា, Mealea=មាលា, Sreypov=ស្រីពៅ`);

export const businessNames = pairs(`Golden Lotus=ឈូកមាស, Mekong Star=ផ្កាយមេគង្គ, Angkor Smile=ស្នាមញញឹមអង្គរ,
  Blue River=ទន្លេខៀវ, Green Hill=ភ្នំបៃតង, Royal Palm=ត្នោតរាជ, Silver Naga=នាគប្រាក់, White Elephant=ដំរីស,
  Sunrise=អរុណរះ, Happy Family=គ្រួសាររីករាយ, Kampot Sea=សមុទ្រកំពត, Lucky Star=ផ្កាយសំណាង`);

export const businessKinds = pairs(`Trading=ពាណិជ្ជកម្ម, Pharmacy=ឱសថស្ថាន, Coffee=កាហ្វេ, Restaurant=ភោជនីយដ្ឋាន,
  Rice Mill=ម៉ាស៊ីនស្រូវ, Garment Factory=រោងចក្រកាត់ដេរ, School=សាលារៀន, Hotel=សណ្ឋាគារ, Motor=ម៉ូតូ,
  Construction=សំណង់, Mart=ម៉ាត, Logistics=ដឹកជញ្ជូន`);

export const quarters = [
  'Sangkat Boeung Tumpun, Khan Meanchey, Phnom Penh',
  'Sangkat Toul Tumpung Ti Pir, Khan Chamkar Mon, Phnom Penh',
  'Sangkat Phsar Thmei Ti Muoy, Khan Daun Penh, Phnom Penh',
  'Sangkat Tuek Thla, Khan Sen Sok, Phnom Penh',
  'Sangkat Svay Dangkum, Krong Siem Reap, Siem Reap',
  'Sangkat Svay Por, Krong Battambang, Battambang',
  'Sangkat Kampong Kandal, Krong Kampot, Kampot',
  'Sangkat Pir, Krong Preah Sihanouk, Preah Sihanouk',
  'Sangkat Veal Vong, Krong Kampong Cham, Kampong Cham',
] as const;

export const mobilePrefixes = [
  '10',
  '11',
  '12',
  '15',
  '16',
  '17',
  '69',
  '70',
  '77',
  '78',
  '81',
  '85',
  '92',
  '93',
  '98',
] as const;
export const longMobilePrefixes = ['76', '88', '96', '97', '71', '31'] as const;
