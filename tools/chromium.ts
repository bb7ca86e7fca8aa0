import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ROOT } from './steps.ts';

/** How Playwright starts the browser found. */
export interface BrowserLaunch {
  executablePath: string;
  env: Record<string, string>;
  args: string[];
}

const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * The Chromium to test in: the one named, the system's, Playwright's own, else the one that npm brings, unpacked into
 * a folder of its version. None of that package's own arguments are used: they switch the web's security off.
 */
export function findChromium(): BrowserLaunch {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
    return launch(named);
  }
  const found = [...SYSTEM_BROWSERS, chromium.executablePath()].find((path) => existsSync(path));
  return found === undefined ? unpackedChromium() : launch(found);
}

function launch(executablePath: string, env: Record<string, string> = {}): BrowserLaunch {
  const own = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return {
    executablePath,
    env: { ...own, ...env },
    // Chromium's sandbox refuses to work for root; anyone else keeps it.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  };
}

function unpackedChromium(): BrowserLaunch {
  const packageFile = join(ROOT, 'node_modules/@sparticuz/chromium/package.json');
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  const folder = join(ROOT, '.cache', `chromium-${version}`);
  if (!existsSync(folder)) unpack(folder);
  const libraries = join(folder, 'al2023', 'lib');
  const path = process.env.LD_LIBRARY_PATH;
  return launch(join(folder, 'chromium'), {
    LD_LIBRARY_PATH: path === undefined || path === '' ? libraries : `${path}:${libraries}`,
    FONTCONFIG_PATH: join(folder, 'fonts'),
  });
}

/** The package unpacks into the temporary folder, and its libraries only where it believes itself in a cloud. */
function unpack(folder: string): void {
  console.log('Unpacking Chromium (once)…');
  const draft = `${folder}.new-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const script = "const { default: it } = await import('@sparticuz/chromium'); await it.executablePath();";
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    encoding: 'utf8',
  });
  if (status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new Error(`Chromium could not be unpacked: ${stderr}`);
  }
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
