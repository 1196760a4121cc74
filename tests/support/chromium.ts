import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
/** The same Chromium without what draws windows: tests need two thirds of the time in it. */
const windowlessPlaces = ['/usr/bin/chromium-headless-shell']

/** CHROMIUM_PATH, the machine's own, or Playwright's. */
export function findChromium(): string | null {
  return firstThere([...places, chromium.executablePath()])
}

export function findWindowless(): string | null {
  return firstThere(windowlessPlaces)
}

/** What `CHROMIUM_PATH` names comes first, whatever is looked for. */
function firstThere(paths: readonly string[]): string | null {
  return [process.env.CHROMIUM_PATH, ...paths].find((path) => path !== undefined && existsSync(path)) ?? null
}

/** The browser as people have it: for measurements, and whoever watches. */
export function chromiumPath(): string {
  return known(findChromium())
}

/** What every test looks through: the quickest there is. */
export function windowlessPath(): string {
  return known(findWindowless() ?? findChromium())
}

function known(path: string | null): string {
  if (path === null) throw new Error('No Chromium found: set CHROMIUM_PATH, or run npm test, which installs one.')
  return path
}

/** Chromium's own sandbox needs rights that root in a container does not have. */
export const chromiumArguments = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-dev-shm-usage'] : []
