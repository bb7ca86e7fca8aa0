/** The names under which is written down what no person did, and what the bank's own apps did. */
export const networkName = 'National network';
export const appActorName = (app: string): string => `App ${app}`;

/** The app whose name it is; undefined for everybody else. */
export const appOfActor = (name: string): string | undefined => /^App ([a-z\d-]{1,32})$/.exec(name)?.[1];
