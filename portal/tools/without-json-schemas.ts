import type { Plugin } from 'vite';

const zodSchemas = /\/node_modules\/zod\/v4\/classic\/schemas\.js$/;
const describes = /^ *inst\._zod\.processJSONSchema = .*;$/gm;
const standard = /createStandardJSONSchemaMethod\(this, "\w+"\)/g;
const method = 'return createToJSONSchemaMethod(this, {})(params);';

/**
 * Leaves out of the portal what zod writes JSON schemas with. Every schema holds on to it, so that no bundler can tell
 * that it is not asked for; the API's description is the server's.
 */
export function withoutJsonSchemas(): Plugin {
  return {
    name: 'tonle-without-json-schemas',
    apply: 'build',
    transform(code, id) {
      if (!zodSchemas.test(id)) return null;
      if (!describes.test(code) || !standard.test(code) || !code.includes(method))
        this.error(
          'zod writes its JSON schemas in another way than portal/tools/without-json-schemas.ts knows',
        );
      const left = code
        .replace(describes, '')
        .replace(standard, 'undefined')
        .replace(method, "throw new Error('The portal writes no JSON schemas');");
      return { code: left, map: null };
    },
  };
}
