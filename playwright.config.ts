import { defineConfig } from '@playwright/test';
import { findChromium } from './tools/chromium.ts';

const browser = findChromium();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './e2e/demo-template.ts',
  outputDir: 'test-results',
  // As long as the slowest machine needs: a test that hangs is found all the same.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE === undefined ? [] : [['json'] as const])],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    // A fifth of the run's time: TRACE=1 for whoever looks into a failure.
    trace: process.env.TRACE === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: browser.executablePath, env: browser.env, args: browser.args },
  },
});
