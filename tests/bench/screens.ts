import { addressOf } from '#contract/addresses.ts'
import type { RouteName } from '#contract/enumerations.ts'
import type { DemoLogin } from '#server/db/demo/accounts.ts'

type Screen = { screen: string; login: DemoLogin | null; address: string }
type Faces = { login: DemoLogin | null; searches: Record<string, string> } | null

const asItOpens = { '': '' }

/** Who in the demo school has each screen and what it is looked at with; null for what never rests: it leads away at once. */
const facesOf: Record<RouteName, Faces> = {
  home: { login: 'parent', searches: asItOpens },
  logout: null,
  catalog: { login: 'parent', searches: asItOpens },
  'contracts-and-payments': { login: 'family', searches: asItOpens },
  'contracts-and-payments-detail': { login: 'family', searches: asItOpens },
  events: { login: 'family', searches: asItOpens },
  'parent-home-page': { login: 'parent', searches: asItOpens },
  profile: { login: 'family', searches: asItOpens },
  progress: { login: 'student', searches: asItOpens },
  schedule: { login: 'family', searches: { ' (month)': '', ' (week)': '?view=week' } },
  '2035': { login: 'student', searches: asItOpens },
  'schedule-change': { login: 'parent', searches: asItOpens },
  'tax-deduction': { login: 'parent', searches: asItOpens },
  'grade-book': { login: 'student', searches: asItOpens },
  admin: { login: 'administrator', searches: { ' (users)': '', ' (audit log)': '?tab=audit' } },
  'learning-progress': { login: 'parent', searches: asItOpens },
  // Brought nothing from a provider, it rests at 500.
  'oauth-result': { login: null, searches: asItOpens },
  '403': { login: 'parent', searches: asItOpens },
  '404': { login: 'parent', searches: asItOpens },
  '500': { login: 'parent', searches: asItOpens },
  rki: null,
}

/** Every screen of the demo school as the person opens it who has it. `contract` is one of the family's. */
export function screensOf(contract: string): Screen[] {
  return Object.entries(facesOf).flatMap(([route, faces]) => {
    const address = addressOf[route as RouteName]?.replace('$id', contract)
    if (address === undefined || faces === null) return []
    return Object.entries(faces.searches).map(([face, search]) => ({
      screen: route + face,
      login: faces.login,
      address: address + search,
    }))
  })
}
