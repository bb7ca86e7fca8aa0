import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileTexts } from './tools/compile-texts.ts';
import { compressAssets } from './tools/compress-assets.ts';
import { manual } from './tools/manual.ts';
import { sharedChunks } from './tools/shared-chunks.ts';
import { themeVariables } from './tools/theme-variables.ts';
import { withoutJsonSchemas } from './tools/without-json-schemas.ts';

/** Where the server listens while `npm run dev` runs; the dev server passes its paths on. */
const serverUrl = process.env.TONLE_SERVER_URL ?? 'http://127.0.0.1:8080';
const serverPaths = [
  '/api',
  '/tps',
  '/report-service',
  '/authservice',
  '/audit-emitter',
  '/config.json',
  '/health',
  '/metrics',
  '/api-docs',
];

export default defineConfig({
  plugins: [
    compileTexts(),
    themeVariables(),
    react(),
    manual(),
    withoutJsonSchemas(),
    sharedChunks(),
    compressAssets(),
  ],
  build: {
    target: 'es2023',
    manifest: true,
    // Fonts and images stay files: `font-src 'self'` knows no data: addresses.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
  },
  server: {
    port: Number(process.env.PORTAL_PORT ?? 5173),
    strictPort: true,
    proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: serverUrl, ws: false }])),
  },
});
