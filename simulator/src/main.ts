import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { AppClient } from './app-client.ts';
import { BankDoor } from './bank-door.ts';
import { Clearing } from './clearing.ts';
import { Customers } from './customers.ts';
import { type Faults, ordinary } from './faults.ts';
import { finalStatesOf } from './final-states.ts';
import { KeyChanges } from './key-changes.ts';
import { readAppKeys, readNetworkKeys } from './keys.ts';
import { type NetworkSide, openNetworkSide } from './network-side.ts';
import { NewPhone } from './new-phone.ts';
import { phonePath } from './phone-page.ts';
import { Phones } from './phones.ts';
import { Tally } from './tally.ts';
import { Traffic } from './traffic.ts';

const usage = `The national network, four other banks and the customers' apps, over HTTP.

  serve                        stands in for the network, and makes a little traffic
    --port 8090                where the bank finds the network
    --traffic on|off           off: only answers
  load                         loads a running bank and says what came back
    --rate 200 --minutes 5     events a second, and for how long (or --seconds)
    --customers 60             how many take part
    --patience 120             seconds to wait for final states afterwards
  both:
    --bank http://127.0.0.1:8080   --data ./data (where the bank's keys are)   --seed tonle
    --delay 400-4000 (ms a step)   --fail 4 --duplicate 3 --reorder 2 --silence 1 --drop 2 --contradict 0 --reject 1
                               chances in a hundred`;

const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
const options = {
  port: text('8090'),
  traffic: text('on'),
  rate: text('200'),
  minutes: text('5'),
  seconds: { type: 'string' },
  customers: text('60'),
  patience: text('120'),
  bank: text('http://127.0.0.1:8080'),
  data: text('./data'),
  seed: text('tonle'),
  delay: text(`${ordinary.delayMinMs}-${ordinary.delayMaxMs}`),
  fail: text(String(ordinary.fail)),
  duplicate: text(String(ordinary.duplicate)),
  reorder: text(String(ordinary.reorder)),
  silence: text(String(ordinary.silence)),
  drop: text(String(ordinary.drop)),
  contradict: text(String(ordinary.contradict)),
  reject: text(String(ordinary.reject)),
} as const;
type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

class UsageFault extends Error {}

function number(values: Values, name: keyof Values, min: number, max: number): number {
  const value = Number(values[name]);
  if (Number.isFinite(value) && value >= min && value <= max) return value;
  throw new UsageFault(`--${name} is a number from ${min} to ${max}`);
}

function faultsOf(values: Values): Faults {
  const [, min = '', max = min] = /^(\d+)(?:-(\d+))?$/.exec(values.delay) ?? [];
  if (min === '' || Number(min) > Number(max)) throw new UsageFault('--delay is a range like 400-4000');
  const chance = (name: keyof Values) => number(values, name, 0, 100);
  return {
    delayMinMs: Number(min),
    delayMaxMs: Number(max),
    fail: chance('fail'),
    duplicate: chance('duplicate'),
    reorder: chance('reorder'),
    silence: chance('silence'),
    drop: chance('drop'),
    contradict: chance('contradict'),
    reject: chance('reject'),
  };
}

/** How long a person takes to read a code and type it. */
const READING_MS = 2_000;

/** Everything that both ways of running need, wired together. */
function open(values: Values) {
  const { bank: bankUrl, data, seed } = values;
  const run = Date.now().toString(36);
  const tally = new Tally();
  const faults = faultsOf(values);
  const keys = readNetworkKeys(data);
  const door = new BankDoor({ bankUrl, keys, tally });
  const clearing = new Clearing({ seed, run, faults, door });
  const keyChanges = new KeyChanges({ seed, run, faults, door });
  const client = new AppClient({ bankUrl, keys: readAppKeys(data), tally });
  const customers = new Customers({ seed, run, client });
  const phone = new NewPhone(client);
  const traffic = new Traffic({ seed, run, faults, door, customers });
  const phones = new Phones({ seed, client, patienceMs: READING_MS });
  const close = () => {
    traffic.stop();
    phones.close();
    clearing.close();
    keyChanges.close();
    door.close();
    client.close();
  };
  return { keys, tally, clearing, keyChanges, phone, phones, customers, traffic, door, close };
}

async function serve(values: Values): Promise<void> {
  const port = number(values, 'port', 0, 65_535);
  const parts = open(values);
  const network = await openWhenFree(() => openNetworkSide({ port, ...parts }));
  say(`The network is at http://127.0.0.1:${network.port}`);
  // The bank that has started it waits for this.
  process.send?.('listening');
  say(`A customer's new phone is at http://127.0.0.1:${network.port}${phonePath}`);
  const stopped = new Promise<void>((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop());
    // Started by the bank: it goes when the bank goes, however that ends.
    if (process.connected) process.once('disconnect', () => stop());
  });
  if (values.traffic !== 'off') {
    parts.traffic.live().catch((error: unknown) => say(`The traffic has stopped: ${String(error)}`));
  }
  await stopped;
  parts.close();
  await network.close();
  if (process.connected) process.disconnect();
}

async function load(values: Values): Promise<number> {
  const rate = number(values, 'rate', 0.1, 5_000);
  const seconds =
    values.seconds === undefined
      ? number(values, 'minutes', 0, 1_440) * 60
      : number(values, 'seconds', 0, 86_400);
  const patienceMs = number(values, 'patience', 0, 3_600) * 1_000;
  const customerCount = number(values, 'customers', 2, 2_000);
  const parts = open(values);
  const network = await networkUnlessServed(parts, number(values, 'port', 0, 65_535));
  process.once('SIGINT', () => parts.traffic.stop());
  say(`${rate} events a second for ${seconds} s, to ${values.bank}`);
  const every = setInterval(() => {
    const { sent, accepted, refused, failed } = parts.tally.total();
    say(`  sent ${sent}, accepted ${accepted}, refused ${refused}, failed ${failed}`);
  }, 10_000);
  const start = performance.now();
  await parts.traffic.load(rate, seconds, customerCount);
  clearInterval(every);
  const took = (performance.now() - start) / 1_000;
  const { sent, failed } = parts.tally.total();
  for (const line of parts.tally.report()) say(line);
  say(`${sent} messages and requests in ${took.toFixed(1)} s: ${(sent / took).toFixed(0)} a second`);
  const states = await finalStatesOf(parts.customers, patienceMs);
  say(`What became of ${parts.customers.sentAbroad.length} payments to other banks:`);
  for (const [state, count] of [...states.counts].sort()) say(`  ${String(count).padStart(6)} × ${state}`);
  if (states.pending > 0) say(`  ${states.pending} have not ended yet`);
  if (states.missing > 0) say(`  ${states.missing} were accepted and are not there`);
  parts.close();
  await network?.close();
  return failed === 0 && states.missing === 0 ? 0 : 1;
}

/** The one before may need a moment to leave, when the server was started again. */
async function openWhenFree(openIt: () => Promise<NetworkSide>): Promise<NetworkSide> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openIt();
    } catch (error) {
      if (attempt === 10 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      await sleep(300);
    }
  }
}

/** The demo's own simulator is the network already; where none runs, this one is for as long as it loads. */
async function networkUnlessServed(
  parts: ReturnType<typeof open>,
  port: number,
): Promise<NetworkSide | undefined> {
  try {
    return await openNetworkSide({ port, ...parts });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
}

async function main(): Promise<number> {
  const [what, ...args] = process.argv.slice(2);
  try {
    const { values } = parseArgs({ args: what?.startsWith('--') === true ? [what, ...args] : args, options });
    if (what === 'serve') await serve(values);
    else if (what === 'load' || what?.startsWith('--') === true) return await load(values);
    else throw new UsageFault(usage);
    return 0;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return error instanceof UsageFault ? 2 : 1;
  }
}

process.exitCode = await main();
