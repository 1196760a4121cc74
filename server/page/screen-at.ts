import { type AddressParams, type Screen, screens } from '#contract/screens.ts'

type Place = { screen: Screen; params: AddressParams }

const patterns = Object.values<Screen>(screens).flatMap((screen) =>
  screen.address === null ? [] : [{ screen, pattern: patternOf(screen.address) }],
)

/** The screen that an address of the browser app names, with and without a trailing slash (D-15); null for none. */
export function screenAt(path: string): Place | null {
  for (const { screen, pattern } of patterns) {
    const found = pattern.exec(path)
    if (found) return { screen, params: { ...found.groups } }
  }
  return null
}

function patternOf(address: string): RegExp {
  const path = address.replace(/\/$/, '').replaceAll(/\$(\w+)/g, '(?<$1>[^/]+)')
  return new RegExp(`^${path}/?$`)
}
