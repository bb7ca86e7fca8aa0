import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ROOT } from './steps.ts';

/** How Playwright starts the browser found. */
export interface BrowserLaunch {
  executablePath: string;
  env: Record<string, string>;
  args: string[];
}

/**
 * The package's own fonts beside the system's. What it brings of this kind names a cloud's folders; and where there is
 * no font at all, Chromium ends at the first field of a form.
 */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
</fontconfig>
`;

const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * The Chromium to test in: the one named, Playwright's own, the one that npm brings, unpacked into a folder of its
 * version, else the system's (decision 146). None of that package's own arguments are used: they switch the web's
 * security off.
 */
export function findChromium(): BrowserLaunch {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
    return launch(named);
  }
  if (existsSync(chromium.executablePath())) return launch(chromium.executablePath());
  if (process.platform === 'linux' && process.arch === 'x64') return unpackedChromium();
  const found = SYSTEM_BROWSERS.find((path) => existsSync(path));
  if (found === undefined) throw new Error('No Chromium is here: install one, or name it in CHROMIUM_PATH.');
  return launch(found);
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
  const folder = join(ROOT, '.cache', `chromium-headless-${version}`);
  if (!existsSync(folder)) unpack(folder);
  const libraries = join(folder, 'al2023', 'lib');
  const path = process.env.LD_LIBRARY_PATH;
  return launch(join(folder, 'chromium'), {
    LD_LIBRARY_PATH: path === undefined || path === '' ? libraries : `${path}:${libraries}`,
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
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
  writeFileSync(join(draft, 'fonts.conf'), FONTS);
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
