import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '@tonle/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { openApi } from './openapi.ts';

const DIRECTORY = join(import.meta.dirname, 'api-docs');
const FILES = {
  '/api-docs': ['index.html', 'text/html; charset=utf-8'],
  '/api-docs/api-docs.js': ['api-docs.js', 'text/javascript; charset=utf-8'],
  '/api-docs/api-docs.css': ['api-docs.css', 'text/css; charset=utf-8'],
} as const;

/** `/api-docs`: the contract for people, and `/api-docs/openapi.json` for programs. No library, so no exception in the CSP. */
export function serveApiDocs(app: FastifyInstance, endpoints: readonly Endpoint[], version: string): void {
  const document = JSON.stringify(openApi(endpoints, version));
  app.get('/api-docs/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document),
  );
  for (const [path, [name, type]] of Object.entries(FILES)) {
    const content = readFileSync(join(DIRECTORY, name), 'utf8');
    app.get(path, async (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(content),
    );
  }
}
