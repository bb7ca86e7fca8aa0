import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bomFaults, makeBom } from './bom.ts';
import { registryPackages, workspaceNames } from './lock-file.ts';
import { ROOT } from './steps.ts';

/**
 * `npm run sbom`: a CycloneDX list of every package under the lock file, written to dist/sbom.cdx.json. Ends with 1 where it
 * and the lock file are not of one mind.
 */
const lockFile = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
const bom = await makeBom();
const faults = bomFaults(bom, registryPackages(lockFile), workspaceNames(lockFile));

mkdirSync(join(ROOT, 'dist'), { recursive: true });
writeFileSync(join(ROOT, 'dist/sbom.cdx.json'), `${JSON.stringify(bom, undefined, 2)}\n`);
const hashed = bom.components.filter(({ hashes = [] }) => hashes.length > 0).length;
console.log(`dist/sbom.cdx.json: ${bom.components.length} packages, ${hashed} with their hash`);
if (faults.length > 0) {
  console.log(faults.join('\n'));
  process.exitCode = 1;
}
