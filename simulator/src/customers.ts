import {
  type ChannelAccount,
  ChannelTransaction,
  type KycRequest,
  type PaymentResult,
} from '@tonle/contract/channel';
import { khqrText } from '@tonle/contract/khqr';
import type { Random } from '@tonle/contract/random';
import { assetOf, formatAmount } from '@tonle/money';
import type { AppClient } from './app-client.ts';
import { bankDomain, otherPeople } from './banks.ts';
import { purchases } from './names.ts';
import { type Person, personOf } from './people.ts';
import { pictureOf } from './png.ts';
import { amountOf, currencyOf, type Size } from './rhythm.ts';

/** Somebody who has an account here. */
export type Customer = { person: Person; accountId: string };

export type SentAbroad = { customer: Customer; fiTransactionId: string };

export interface CustomersOptions {
  readonly seed: string;
  /** Of this run: keys of requests are new in each. */
  readonly run: string;
  readonly client: AppClient;
}

const base = '/channel/v1';

/** The customers of the bank with their apps: they come, prove who they are, look, pay, and lose their phones. */
export class Customers {
  readonly all: Customer[] = [];
  readonly sentAbroad: SentAbroad[] = [];
  readonly #options: CustomersOptions;
  #requests = 0;
  #next = 0;

  constructor(options: CustomersOptions) {
    this.#options = options;
  }

  #key(): string {
    this.#requests += 1;
    return `sim-${this.#options.run}-${this.#requests}`;
  }

  /** Finds those who came in earlier runs. */
  async remember(countMax: number): Promise<void> {
    for (let isKnown = true; isKnown && this.#next < countMax; ) {
      const person = personOf(this.#options.seed, this.#next);
      isKnown = await this.#isTheirs(person);
      if (!isKnown) return;
      this.#next += 1;
      this.all.push({ person, accountId: `${person.accountName}@${bankDomain}` });
    }
  }

  async #isTheirs(person: Person): Promise<boolean> {
    const answer = await this.#options.client.ask({
      kind: 'look',
      app: person.accountType,
      method: 'GET',
      path: `${base}/accounts/${person.accountName}@${bankDomain}`,
    });
    const account = answer?.status === 200 ? (answer.body as ChannelAccount) : undefined;
    return account?.primaryContact === person.opening.primaryContact;
  }

  /** The next one opens an account. */
  async join(): Promise<Customer | undefined> {
    const person = personOf(this.#options.seed, this.#next);
    this.#next += 1;
    const { accountType, accountName, opening } = person;
    const answer = await this.#options.client.ask({
      kind: 'open account',
      app: accountType,
      method: 'POST',
      path: `${base}/accounts`,
      body: { accountType, accountName, ...opening },
      idempotencyKey: this.#key(),
    });
    const customer = { person, accountId: `${accountName}@${bankDomain}` };
    const isIn = answer?.status === 200 || (answer?.status === 409 && (await this.#isTheirs(person)));
    if (!isIn) return undefined;
    this.all.push(customer);
    return customer;
  }

  /** Photo, identity document, and the request; now and then something has to be corrected at once. */
  async verify({ person, accountId }: Customer, random: Random): Promise<void> {
    const { client, seed } = this.#options;
    const { accountType, profile } = person;
    const images: Record<string, string> = {};
    for (const kind of ['photo', 'identity'] as const) {
      const answer = await client.ask({
        kind: 'picture',
        app: accountType,
        method: 'POST',
        path: `${base}/accounts/${accountId}/images/${kind}`,
        body: pictureOf(`${seed} ${person.index}`, kind),
      });
      if (answer?.status !== 200) return;
      images[`${kind}Id`] = (answer.body as { imageId: string }).imageId;
    }
    const share = (): number => random.between(780, 995) / 1_000;
    const identityCheck = { live: true, liveConfidenceAvg: share(), faceMatch: share() };
    const body = { accountType, ...profile, ...images, identityCheck };
    const ask = (method: 'POST' | 'PUT', asked: object) =>
      client.ask({
        kind: method === 'POST' ? 'submit KYC' : 'edit KYC',
        app: accountType,
        method,
        path: `${base}/accounts/${accountId}/kyc`,
        body: asked,
        idempotencyKey: this.#key(),
      });
    const submitted = await ask('POST', body);
    const isPending = (submitted?.body as Partial<KycRequest> | undefined)?.requestStatus === 'PENDING';
    if (isPending && random.percent(20)) await ask('PUT', { ...body, address: 'Street 271, Phnom Penh' });
  }

  async look({ person, accountId }: Customer, random: Random): Promise<void> {
    await this.#options.client.ask({
      kind: 'look',
      app: person.accountType,
      method: 'GET',
      path: `${base}/accounts/${accountId}${random.percent(50) ? '/transactions?size=10' : ''}`,
    });
  }

  /** With the app on another phone they ask for a new key; what the bank then sends is entered there (phones.ts). */
  async losePhone({ person, accountId }: Customer): Promise<void> {
    await this.#options.client.ask({
      kind: 'lost phone',
      app: person.accountType,
      method: 'POST',
      path: `${base}/accounts/${accountId}/key-recovery/requests`,
    });
  }

  /** To another customer of this bank. */
  async payWithin(random: Random, size: Size): Promise<void> {
    const [from, to] = this.#two(random);
    if (from === undefined || to === undefined) return;
    const currency = currencyOf(random);
    await this.#pay('pay here', from, {
      destAccountId: to.accountId,
      assetId: assetOf(currency),
      amount: formatAmount(amountOf(random, currency, size), currency),
      ...(random.percent(55) ? { description: random.pick(purchases) } : {}),
    });
  }

  /** At a shop, by the code on its counter. */
  async scan(random: Random, size: Size): Promise<void> {
    const shops = this.all.filter((it) => it.person.accountType !== 'MOBILE');
    const payers = this.all.filter((it) => it.person.accountType === 'MOBILE');
    if (shops.length === 0 || payers.length === 0) return;
    const [from, shop] = [random.pick(payers), random.pick(shops)];
    const currency = currencyOf(random);
    const amount = formatAmount(amountOf(random, currency, size), currency);
    const now = new Date();
    const isStatic = random.percent(40);
    const billNumber = `B${random.between(10_000, 99_999)}`;
    const qrCode = khqrText({
      accountId: shop.accountId,
      currency,
      name: shop.person.name,
      madeAt: now,
      ...(isStatic ? {} : { amount, billNumber, expiresAt: new Date(now.getTime() + 600_000) }),
    });
    await this.#pay('scan and pay', from, {
      destAccountId: shop.accountId,
      assetId: assetOf(currency),
      amount,
      qrCode,
      ...(isStatic ? {} : { extRef: billNumber }),
    });
  }

  async payAbroad(random: Random, size: Size): Promise<void> {
    if (this.all.length === 0) return;
    const from = random.pick(this.all);
    const currency = currencyOf(random);
    const result = await this.#pay('pay abroad', from, {
      destAccountId: random.pick(otherPeople).account.accountId,
      assetId: assetOf(currency),
      amount: formatAmount(amountOf(random, currency, size), currency),
      ...(random.percent(40) ? { description: random.pick(purchases) } : {}),
    });
    if (result !== undefined) {
      this.sentAbroad.push({ customer: from, fiTransactionId: result.fiTransactionId });
    }
  }

  async #pay(
    kind: string,
    { person, accountId }: Customer,
    body: object,
  ): Promise<PaymentResult | undefined> {
    const answer = await this.#options.client.ask({
      kind,
      app: person.accountType,
      method: 'POST',
      path: `${base}/accounts/${accountId}/payments`,
      body,
      idempotencyKey: this.#key(),
    });
    return answer?.status === 200 ? (answer.body as PaymentResult) : undefined;
  }

  #two(random: Random): [Customer?, Customer?] {
    if (this.all.length < 2) return [];
    const from = random.below(this.all.length);
    const to = (from + 1 + random.below(this.all.length - 1)) % this.all.length;
    return [this.all[from], this.all[to]];
  }

  /** All that an account has sent, whatever has become of it since. */
  async transactionsOf({ person, accountId }: Customer): Promise<ChannelTransaction[]> {
    const found: ChannelTransaction[] = [];
    let cursor = '';
    for (;;) {
      const answer = await this.#options.client.ask({
        kind: 'look',
        app: person.accountType,
        method: 'GET',
        path: `${base}/accounts/${accountId}/transactions?size=100&type=SEND_PAY${cursor}`,
      });
      if (answer?.status !== 200) return found;
      found.push(...ChannelTransaction.array().parse(answer.body));
      const next = answer.headers['x-next'];
      if (typeof next !== 'string') return found;
      cursor = `&cursor=${next}`;
    }
  }
}
