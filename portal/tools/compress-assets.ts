import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';
import { formatSizes, measurePages } from './bundle-sizes.ts';

const brotli = promisify(brotliCompress);
const compressible = /\.(js|css|html|svg|json)$/;

/** Writes a brotli copy beside each text asset, for the server to serve, and prints what each page loads. */
export function compressAssets(): Plugin {
  let outDir = '';
  return {
    name: 'tonle-compress-assets',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const names = await readdir(outDir, { recursive: true });
      // index.html gets a nonce when it is served, so a compressed copy of it would be of no use.
      for (const name of names.filter((each) => compressible.test(each) && each !== 'index.html')) {
        const bytes = await readFile(join(outDir, name));
        const options = {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        };
        await writeFile(join(outDir, `${name}.br`), await brotli(bytes, options));
      }
      this.info(formatSizes(await measurePages(outDir)));
    },
  };
}
