import { existsSync, globSync } from 'node:fs'
import {
  chromiumArguments,
  findPackagedChromium,
  headlessPath,
  packagedArguments,
  packagedVersions,
} from '#tests/support/browser/chromium.ts'

/** A browser of this machine that plays the journeys. */
export type Engine = {
  name: EngineName
  kind: 'chromium' | 'firefox' | 'webkit'
  path: string
  args?: readonly string[]
}
export type EngineName = 'newest Chromium' | 'Firefox' | 'WebKit' | `Chromium ${(typeof packagedVersions)[number]}`

export const firefoxPath = '/usr/bin/firefox-esr'
export const webKitPrograms = { driver: '/usr/bin/WebKitWebDriver', screen: '/usr/bin/Xvfb' }

/** What is installed. `npm run browsers` installs the rest (scripts/system-dependencies.ts). */
export function findEngines(): Engine[] {
  const miniBrowser = findMiniBrowser()
  return [
    { name: 'newest Chromium', kind: 'chromium', path: headlessPath(), args: chromiumArguments },
    ...packagedVersions.flatMap((version): Engine[] => {
      const path = findPackagedChromium(version)
      return path ? [{ name: `Chromium ${version}`, kind: 'chromium', path, args: packagedArguments }] : []
    }),
    ...(existsSync(firefoxPath) ? [{ name: 'Firefox', kind: 'firefox', path: firefoxPath } as const] : []),
    ...(miniBrowser ? [{ name: 'WebKit', kind: 'webkit', path: miniBrowser } as const] : []),
  ]
}

/** Null unless the driver and a screen are there too. */
export function findMiniBrowser(): string | null {
  return Object.values(webKitPrograms).every(existsSync)
    ? (globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0] ?? null)
    : null
}
