import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser that every test and measurement uses: CHROMIUM_PATH, the machine's own, or Playwright's. */
export function findChromium(): string | null {
  const candidates = [process.env.CHROMIUM_PATH, ...usualPlaces, chromium.executablePath()]
  return candidates.find((path) => path !== undefined && existsSync(path)) ?? null
}

export function chromiumPath(): string {
  const path = findChromium()
  if (path === null) throw new Error('No Chromium found: set CHROMIUM_PATH, or run npm test, which installs one.')
  return path
}

/** Chromium's own sandbox needs rights that root in a container does not have. */
export const chromiumArguments = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-dev-shm-usage'] : []
