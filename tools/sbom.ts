import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { registryPackages } from './lock-file.ts';
import { npmOutput, ROOT } from './steps.ts';

/**
 * `npm run sbom`: a CycloneDX list of every package under the lock file, written to dist/sbom.cdx.json. Ends with 1 where
 * a package of the lock file is not on it.
 */
interface Bom {
  components: readonly { name: string; version: string; hashes?: readonly unknown[] }[];
}

const text = await npmOutput('sbom', '--sbom-format=cyclonedx', '--package-lock-only');
const { components } = JSON.parse(text) as Bom;
const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
const missing = registryPackages(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  .map(({ name, version }) => `${name}@${version}`)
  .filter((it) => !listed.has(it));

mkdirSync(join(ROOT, 'dist'), { recursive: true });
writeFileSync(join(ROOT, 'dist/sbom.cdx.json'), text);
const hashed = components.filter(({ hashes = [] }) => hashes.length > 0).length;
console.log(`dist/sbom.cdx.json: ${components.length} packages, ${hashed} with their hash`);
if (missing.length > 0) {
  console.log(`Not on it: ${missing.join(', ')}`);
  process.exitCode = 1;
}
