import { khqrText } from '@tonle/contract/khqr';
import { addDays, dayOf, startOfDay } from '@tonle/contract/phnom-penh-day';
import { Random } from '@tonle/contract/random';
import { issuanceAccountId } from '@tonle/ledger';
import { type Currency, formatAmount } from '@tonle/money';
import { chaktomuk, otherBanks } from './demo-bank.ts';
import type { DemoCustomer } from './demo-customers.ts';
import {
  depositToMain,
  fateWeights,
  outgoingFates,
  receiveForCustomer,
  sendAbroad,
} from './interbank-traffic.ts';
import { amountOf, isSalaryDay, momentOf, sizeOf, weekdayShare } from './rhythm.ts';
import { customerParty, type DemoStep, mainParty, otherMainParty, type Party, Scene } from './scene.ts';

const issuance: Party = {
  legId: issuanceAccountId,
  shownId: issuanceAccountId,
  name: 'Opening balance',
  walletType: 'BANK',
  bank: chaktomuk,
};

const posted = { status: 'SUCCESS', businessStatus: null } as const;
const purchases = [
  'Groceries',
  'Lunch',
  'Coffee',
  'Phone top-up',
  'Rent',
  'School fee',
  'Electricity',
  'ថ្លៃទឹក',
  'ទិញបន្លែ',
  'ថ្លៃសាំង',
];
const payouts = [
  'Loan disbursement',
  'Interest payment',
  'Cash-in at branch',
  'Agent float',
  'Insurance claim',
  'ប្រាក់កម្ចី',
];
const repayments = ['Loan repayment', 'Service fee', 'Card fee', 'បង់ប្រាក់កម្ចី'];

const currencyOf = (random: Random): Currency => (random.percent(56) ? 'KHR' : 'USD');

/**
 * The past of the demo bank, from its opening balances to this moment: the same for everyone on the same Phnom Penh day,
 * only that the day's own part ends now. `perDay` is how many payments an ordinary day sees.
 */
export function makeTraffic(customers: readonly DemoCustomer[], now: Date, perDay: number): DemoStep[] {
  const scene = new Scene(new Random('tonle demo traffic'), customers);
  const today = dayOf(now);
  openBalances(scene, today);
  forgottenDeposit(scene, today);
  for (let daysAgo = 29; daysAgo >= 0; daysAgo--) planDay(scene, addDays(today, -daysAgo), daysAgo, perDay);
  showEveryState(scene, today);
  scene.agenda.runUntil(now);
  return scene.steps;
}

function openBalances(scene: Scene, today: string): void {
  const { random } = scene;
  const start = startOfDay(addDays(today, -60)).getTime() + 8 * 3_600_000;
  const give = (at: Date, to: Party, currency: Currency, amountMinor: bigint) =>
    scene.agenda.add(at, () => {
      const movement = {
        from: issuance,
        to,
        currency,
        amountMinor,
        type: 'DEPOSIT',
        standing: posted,
      } as const;
      scene.steps.push({ at, transfers: [scene.move(at, { ...movement, description: 'Opening balance' })] });
    });
  give(new Date(start), mainParty, 'KHR', 12_450_000_000n);
  give(new Date(start + 1_000), mainParty, 'USD', 318_420_050n);
  scene.people.forEach((it, index) => {
    const at = new Date(Math.max(start + 60_000 + index * 1_000, it.registeredAt.getTime() + 420_000));
    const isBusiness = it.accountType !== 'MOBILE';
    give(at, customerParty(it), 'KHR', amountOf(random, 'KHR', isBusiness ? 'huge' : 'large'));
    give(at, customerParty(it), 'USD', amountOf(random, 'USD', isBusiness ? 'huge' : 'large'));
  });
}

/** Older than any default window: found by its hash alone. */
function forgottenDeposit(scene: Scene, today: string): void {
  const at = new Date(startOfDay(addDays(today, -45)).getTime() + 10 * 3_600_000 + 24 * 60_000);
  scene.agenda.add(at, () =>
    depositToMain(scene, at, {
      from: otherMainParty(otherBanks[1]),
      to: mainParty,
      currency: 'USD',
      amountMinor: 125_000n,
      description: 'Settlement of September',
      extRef: 'ASB-SETTLE-0045',
      decidedAt: at,
      decidedBy: 'manager',
    }),
  );
}

type Plan = (scene: Scene, at: Date, daysAgo: number) => void;

const mix: readonly (readonly [number, Plan])[] = [
  [450, payWithin],
  [125, payOut],
  [50, payBack],
  [130, receive],
  [75, deposit],
  [115, payAbroad],
  [40, payOutAbroad],
  [15, exchange],
];
const mixWeights = mix.map(([weight]) => weight);

function planDay(scene: Scene, day: string, daysAgo: number, perDay: number): void {
  const { random, agenda } = scene;
  const count = Math.round((perDay * weekdayShare(day)) / 100);
  for (let index = 0; index < count; index++) {
    const plan = mix[random.weighted(mixWeights)]?.[1] ?? payWithin;
    agenda.add(momentOf(random, day), (at) => plan(scene, at, daysAgo));
  }
  if (isSalaryDay(day)) planWages(scene, day, Math.ceil(perDay / 2));
}

/** Companies and the bank itself pay their people within two hours of the morning. */
function planWages(scene: Scene, day: string, count: number): void {
  const { random, agenda } = scene;
  const companies = scene.people.filter((it) => it.accountType === 'DESKTOP');
  const month = day.slice(0, 7);
  for (let index = 0; index < count; index++) {
    const at = new Date(startOfDay(day).getTime() + 8 * 3_600_000 + random.below(7_200_000));
    const company = companies[index % Math.max(1, Math.min(14, companies.length))];
    agenda.add(at, () => {
      const from = company === undefined || index % 5 === 0 ? mainParty : customerParty(company);
      const amountMinor = BigInt(random.between(21_000, 78_000));
      const to = customerParty(present(scene, at, (it) => it.accountType === 'MOBILE'));
      post(scene, at, { from, to, currency: 'USD', amountMinor, description: `Salary ${month}` });
    });
  }
}

/** Posts what needs nobody else's answer, if the payer has the money. */
function post(
  scene: Scene,
  at: Date,
  it: Omit<Parameters<Scene['move']>[1], 'type' | 'standing'> & { sentBy?: string },
): void {
  const { sentBy, ...movement } = it;
  if (movement.from.legId === movement.to.legId || !scene.canPay(it.from, it.currency, it.amountMinor))
    return;
  const transfer = scene.move(at, { ...movement, type: 'SEND_PAY', standing: posted });
  const sender = sentBy ?? (it.from === mainParty ? 'manager' : undefined);
  scene.steps.push({ at, transfers: [transfer], ...(sender === undefined ? {} : { sentBy: sender }) });
}

const present = (scene: Scene, at: Date, wanted: (it: DemoCustomer) => boolean): DemoCustomer => {
  const { random, people } = scene;
  for (let tries = 0; tries < 200; tries++) {
    const it = random.pick(people);
    if (wanted(it) && it.registeredAt.getTime() + 600_000 < at.getTime()) return it;
  }
  return people[0] as DemoCustomer;
};

function payWithin(scene: Scene, at: Date): void {
  const { random } = scene;
  const from = customerParty(present(scene, at, (it) => it.accountType !== 'WEB'));
  const toShop = random.percent(64);
  const payee = present(scene, at, (it) => (it.accountType === 'MOBILE') !== toShop);
  const to = customerParty(payee);
  const currency = currencyOf(random);
  const amountMinor = amountOf(random, currency, sizeOf(random, [62, 33, 5, 0]));
  const billNumber = `B${random.between(10_000, 99_999)}`;
  const isScanned = toShop && random.percent(45);
  post(scene, at, {
    from,
    to,
    currency,
    amountMinor,
    ...(random.percent(55) ? { description: random.pick(purchases) } : {}),
    ...(isScanned
      ? {
          extRef: billNumber,
          facts: {
            qrCode: khqrText({
              accountId: to.shownId,
              currency,
              amount: formatAmount(amountMinor, currency),
              name: to.name,
              billNumber,
              madeAt: new Date(at.getTime() - 45_000),
            }),
          },
        }
      : {}),
  });
}

function payOut(scene: Scene, at: Date): void {
  const { random } = scene;
  const to = customerParty(present(scene, at, () => true));
  const currency = currencyOf(random);
  const payer = random.pick(scene.others);
  post(scene, at, {
    from: mainParty,
    to,
    currency,
    amountMinor: amountOf(random, currency, sizeOf(random, [10, 50, 37, 3])),
    description: random.pick(payouts),
    ...(random.percent(40) ? { extRef: `CB-${dayOf(at).slice(2, 7)}-${random.between(1_000, 9_999)}` } : {}),
    ...(random.percent(30)
      ? { facts: { sourceOfFundsName: payer.name, sourceOfFundsPhoneNumber: payer.phone } }
      : {}),
    sentBy: random.percent(70) ? 'manager' : 'teller',
  });
}

function payBack(scene: Scene, at: Date): void {
  const { random } = scene;
  const currency = currencyOf(random);
  post(scene, at, {
    from: customerParty(present(scene, at, () => true)),
    to: mainParty,
    currency,
    amountMinor: amountOf(random, currency, sizeOf(random, [20, 65, 15, 0])),
    description: random.pick(repayments),
  });
}

function receive(scene: Scene, at: Date): void {
  const { random } = scene;
  const currency = currencyOf(random);
  receiveForCustomer(scene, at, {
    from: random.pick(scene.others),
    to: customerParty(present(scene, at, () => true)),
    currency,
    amountMinor: amountOf(random, currency, sizeOf(random, [30, 52, 17, 1])),
    ...(random.percent(50) ? { description: random.pick(purchases) } : {}),
  });
}

function deposit(scene: Scene, at: Date, daysAgo: number): void {
  const { random } = scene;
  const currency = currencyOf(random);
  const decision = random.weighted([80, 11, 9]);
  const waits = decision === 2 && daysAgo <= 3;
  depositToMain(scene, at, {
    from: random.percent(25) ? otherMainParty(random.pick(otherBanks)) : random.pick(scene.others),
    to: mainParty,
    currency,
    amountMinor: amountOf(random, currency, sizeOf(random, [5, 50, 40, 5])),
    description: random.pick(['Deposit', 'Settlement', 'Bill collection', 'បញ្ញើ']),
    ...(random.percent(60)
      ? { extRef: `DEP${dayOf(at).replaceAll('-', '')}${random.between(100, 999)}` }
      : {}),
    ...(waits ? {} : { decision: decision === 1 ? ('refund' as const) : ('acknowledge' as const) }),
    decidedAt: new Date(at.getTime() + random.between(240_000, 18_000_000)),
    decidedBy: 'manager',
  });
}

function payAbroad(scene: Scene, at: Date): void {
  const { random } = scene;
  const currency = currencyOf(random);
  sendAbroad(scene, at, {
    from: customerParty(present(scene, at, () => true)),
    to: random.pick(scene.others),
    currency,
    amountMinor: amountOf(random, currency, sizeOf(random, [38, 52, 10, 0])),
    ...(random.percent(50) ? { description: random.pick(purchases) } : {}),
    fate: outgoingFates[random.weighted(fateWeights)] ?? 'acknowledged',
  });
}

function payOutAbroad(scene: Scene, at: Date): void {
  const { random } = scene;
  const currency = currencyOf(random);
  sendAbroad(scene, at, {
    from: mainParty,
    to: random.percent(30) ? otherMainParty(random.pick(otherBanks)) : random.pick(scene.others),
    currency,
    amountMinor: amountOf(random, currency, sizeOf(random, [4, 46, 45, 5])),
    description: random.pick(['Supplier invoice', 'Settlement', 'Customer payout']),
    extRef: `INV-${random.between(10_000, 99_999)}`,
    fate: outgoingFates[random.weighted(fateWeights)] ?? 'acknowledged',
    sentBy: 'manager',
  });
}

/** A customer changes money at the counter: two linked transfers, each saying the rate. */
function exchange(scene: Scene, at: Date): void {
  const { random } = scene;
  const customer = customerParty(present(scene, at, () => true));
  const usdMinor = BigInt(random.between(20, 400)) * 100n;
  const rate = BigInt(random.between(4_005, 4_035));
  const khrMinor = (usdMinor * rate) / 100n;
  const sellsDollars = random.percent(50);
  const [paid, got] = sellsDollars
    ? ([
        { currency: 'USD', amountMinor: usdMinor },
        { currency: 'KHR', amountMinor: khrMinor },
      ] as const)
    : ([
        { currency: 'KHR', amountMinor: khrMinor },
        { currency: 'USD', amountMinor: usdMinor },
      ] as const);
  if (!scene.canPay(customer, paid.currency, paid.amountMinor)) return;
  if (!scene.canPay(mainParty, got.currency, got.amountMinor)) return;
  const facts = {
    exchangeSourceCurrency: paid.currency,
    exchangeTargetCurrency: got.currency,
    exchangeRate: rate.toString(),
    exchangeRateBase: 'USD',
    exchangeSourceAmount: formatAmount(paid.amountMinor, paid.currency),
    exchangeTargetAmount: formatAmount(got.amountMinor, got.currency),
    exchangeQuotationDate: dayOf(at),
    exchangeMinSourceValue: paid.currency === 'USD' ? '1.00' : '4000',
    exchangeMinTargetAmount: got.currency === 'USD' ? '1.00' : '4000',
  };
  const leg = {
    type: 'SEND_PAY',
    standing: posted,
    description: 'Currency exchange',
    facts,
    group: 1,
  } as const;
  scene.steps.push({
    at,
    transfers: [
      scene.move(at, { ...leg, ...paid, from: customer, to: mainParty }),
      scene.move(at, { ...leg, ...got, from: mainParty, to: customer }),
    ],
    sentBy: 'teller',
  });
}

/** Yesterday had one of everything, so that each state is there to be seen whatever chance has brought. */
function showEveryState(scene: Scene, today: string): void {
  const start = startOfDay(addDays(today, -1)).getTime() + 9 * 3_600_000;
  const { random } = scene;
  outgoingFates.forEach((fate, index) => {
    for (const fromMain of [true, false]) {
      const at = new Date(start + index * 420_000 + (fromMain ? 0 : 90_000));
      scene.agenda.add(at, () => {
        const from = fromMain
          ? mainParty
          : customerParty(present(scene, at, (it) => it.accountType !== 'MOBILE'));
        const currency = index % 2 === 0 ? 'USD' : 'KHR';
        const amountMinor = amountOf(random, currency, 'middle');
        sendAbroad(scene, at, {
          from,
          to: random.pick(scene.others),
          currency,
          amountMinor,
          fate,
          sentBy: fromMain ? 'manager' : undefined,
        });
      });
    }
  });
  for (let index = 0; index < 6; index++) {
    const at = new Date(start + 3_600_000 + index * 900_000);
    const decision = index === 0 ? 'refund' : index === 1 ? 'acknowledge' : undefined;
    scene.agenda.add(at, () =>
      depositToMain(scene, at, {
        from: random.pick(scene.others),
        to: mainParty,
        currency: index % 2 === 0 ? 'USD' : 'KHR',
        amountMinor: amountOf(random, index % 2 === 0 ? 'USD' : 'KHR', 'large'),
        description: 'Deposit',
        ...(decision === undefined ? {} : { decision }),
        decidedAt: new Date(at.getTime() + 600_000),
        decidedBy: 'manager',
      }),
    );
  }
}
