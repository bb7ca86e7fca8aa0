import type { LockedPackage } from './lock-file.ts';
import { npmOutput } from './steps.ts';

/** A CycloneDX list of packages, as far as it is read here. */
export interface Bom {
  readonly metadata: { readonly component: { name: string } };
  readonly components: readonly BomComponent[];
}

export interface BomComponent {
  readonly name: string;
  readonly version: string;
  readonly purl?: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

/** What npm makes of the lock file; it names the whole after the folder, whatever that is called. */
export async function makeBom(): Promise<Bom> {
  const bom = JSON.parse(await npmOutput('sbom', '--sbom-format=cyclonedx', '--package-lock-only')) as Bom;
  bom.metadata.component.name = 'tonle';
  return bom;
}

/** What is wrong with it beside the lock file: a package left out or made up, or another hash. */
export function bomFaults(
  { components }: Bom,
  locked: readonly LockedPackage[],
  own: readonly string[],
): string[] {
  const listed = new Map(components.map((it) => [`${it.name}@${it.version}`, it]));
  const wanted = new Map(locked.map((it) => [`${it.name}@${it.version}`, it]));
  const missing = [...wanted].flatMap(([id, { integrity }]) => {
    const component = listed.get(id);
    if (component === undefined) return [`${id} is not on it`];
    const hash = component.hashes?.find(({ alg }) => alg === 'SHA-512')?.content;
    const known = Buffer.from(integrity?.replace('sha512-', '') ?? '', 'base64').toString('hex');
    return hash === known ? [] : [`${id} has another hash than the lock file`];
  });
  const foreign = [...listed]
    .filter(([id, { name }]) => !wanted.has(id) && !own.includes(name))
    .map(([id]) => `${id} is on it and not in the lock file`);
  return [...missing, ...foreign];
}
