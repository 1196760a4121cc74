import { type Screen, screens } from '#contract/screens.ts'

const patterns = Object.values<Screen>(screens).flatMap((screen) =>
  screen.address === null ? [] : [{ screen, pattern: patternOf(screen.address) }],
)

/** The screen that an address of the browser app names, with and without a trailing slash (D-15); null for none. */
export function screenAt(path: string): Screen | null {
  return patterns.find(({ pattern }) => pattern.test(path))?.screen ?? null
}

function patternOf(address: string): RegExp {
  const path = address.replace(/\/$/, '').replaceAll(/\$\w+/g, '[^/]+')
  return new RegExp(`^${path}/?$`)
}
