import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const virtualName = 'virtual:theme-variables.css';
const resolvedName = `\0${virtualName}`;
/** What the provider would write those elements with: never asked to here, so it need not be shipped. */
const replaced = new Map([
  ['./MantineClasses/MantineClasses.mjs', 'MantineClasses'],
  ['./MantineCssVariables/MantineCssVariables.mjs', 'MantineCssVariables'],
]);
const sources = ['tokens.ts', 'theme.ts'].map((it) =>
  fileURLToPath(new URL(`../src/theme/${it}`, import.meta.url)),
);

/**
 * Writes Mantine's variables and the design's into a style sheet at build time. The provider would put them into a
 * `<style>` element, which `style-src 'self'` forbids.
 */
export function themeVariables(): Plugin {
  return {
    name: 'tonle-theme-variables',
    enforce: 'pre',
    resolveId: (id) => {
      if (id === virtualName) return resolvedName;
      return replaced.has(id) ? `\0${id}` : null;
    },
    async load(id) {
      const name = replaced.get(id.slice(1));
      if (name !== undefined) return `export const ${name} = () => null;`;
      if (id !== resolvedName) return null;
      for (const source of sources) this.addWatchFile(source);
      const mantine = await import('@mantine/core');
      const own = await import('../src/theme/theme.ts');
      const theme = mantine.mergeMantineTheme(mantine.DEFAULT_THEME, own.theme);
      const base = mantine.defaultCssVariablesResolver(theme);
      const ours = own.cssVariablesResolver(theme);
      return mantine.convertCssVariables(
        {
          variables: { ...base.variables, ...ours.variables },
          light: { ...base.light, ...ours.light },
          dark: { ...base.dark, ...ours.dark },
        },
        ':root',
      );
    },
  };
}
