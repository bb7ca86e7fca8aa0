import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const catalogue = /\.(en|km)\.ts$/;

/** Turns the ICU texts of each `*.en.ts` and `*.km.ts` into compiled ones, so that no parser goes to the browser. */
export function compileTexts(): Plugin {
  return {
    name: 'tonle-compile-texts',
    enforce: 'pre',
    async load(id) {
      const path = id.split('?')[0] ?? id;
      if (!catalogue.test(path) || !path.includes('/portal/src/')) return null;
      const { mtimeMs } = await stat(path);
      const module: { default: Record<string, string> } = await import(
        `${pathToFileURL(path).href}?${mtimeMs}`
      );
      const compiled = Object.entries(module.default).map(([key, text]) => [key, compileMessage(text)]);
      return { code: `export default ${JSON.stringify(Object.fromEntries(compiled))}`, map: null };
    },
  };
}
