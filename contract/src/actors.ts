/** The names under which is written down what no person did, and what the bank's own apps did. */
export const systemNames = {
  network: 'National network',
  recovery: 'Key recovery',
  'command-line': 'Command line',
  start: 'Start of the server',
  demo: 'Demo bank',
} as const;
export type System = keyof typeof systemNames;

export const systemOfActor = (name: string): System | undefined =>
  (Object.keys(systemNames) as System[]).find((it) => systemNames[it] === name);

export const appActorName = (app: string): string => `App ${app}`;

/** The app whose name it is; undefined for everybody else. */
export const appOfActor = (name: string): string | undefined => /^App ([a-z\d-]{1,32})$/.exec(name)?.[1];
