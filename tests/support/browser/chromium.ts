import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { chromium } from 'playwright'

const browserPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
/** The headless shell of the same Chromium: tests take two thirds of the time in it. */
const headlessPaths = ['/usr/bin/chromium-headless-shell']

/** CHROMIUM_PATH, the one of the machine, or Playwright's. */
export function findChromium(): string | null {
  return firstExisting([...browserPaths, chromium.executablePath()])
}

export function findHeadlessShell(): string | null {
  return firstExisting(headlessPaths)
}

/** `CHROMIUM_PATH` comes first for every kind of browser. */
function firstExisting(paths: readonly string[]): string | null {
  return [process.env.CHROMIUM_PATH, ...paths].find((path) => path !== undefined && existsSync(path)) ?? null
}

/** The full browser, for measurements and headed runs; the headless shell where it is the only one. */
export function chromiumPath(): string {
  return required(findChromium() ?? findHeadlessShell())
}

/** The browser of all tests: the fastest available. */
export function headlessPath(): string {
  return required(findHeadlessShell() ?? findChromium())
}

function required(path: string | null): string {
  if (path === null) throw new Error('No Chromium found: set CHROMIUM_PATH, or run npm test, which installs one.')
  return path
}

/** The sandbox of Chromium needs privileges that root in a container does not have. */
export const chromiumArguments = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-dev-shm-usage'] : []

/**
 * For tests that measure no time: optimizing compilers cost more than they gain in pages that live a few seconds, and so
 * does a separate process for drawing.
 */
export const quickArguments = [...chromiumArguments, '--js-flags=--no-maglev --no-turbofan', '--in-process-gpu']

/** Chromium names what it downloads in the encoding of the locale, which may not be installed. */
export const browserEnvironment = { ...process.env, LC_ALL: 'C.UTF-8' }

/** `Chromium 156.0.8078.79 …`, as the program prints it. */
export function versionOf(path: string): string {
  const { stdout } = spawnSync(path, ['--version', ...chromiumArguments], { encoding: 'utf8' })
  return stdout?.trim() || 'a Chromium of unknown version'
}

/**
 * Chromiums of other ages, from the npm package `@sparticuz/chromium` (scripts/system-dependencies.ts). The first one is
 * the oldest that is supported. Up to 149 they keep a failed `import()` until a reload.
 */
export const packagedVersions = ['109.0.6', '119.0.2', '131.0.1', '149.0.0'] as const
export type PackagedVersion = (typeof packagedVersions)[number]

export const packagedArguments = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--no-zygote']

export function packagedFolder(version: PackagedVersion): string {
  return resolve(`.cache/chromium-${version}`)
}

/** Null where it is not installed. */
export function findPackagedChromium(version: PackagedVersion): string | null {
  const path = `${packagedFolder(version)}/chromium`
  return existsSync(path) ? path : null
}
