import { type RouteName, routeNames } from '#contract/enumerations.ts'
import { screens } from '#contract/screens.ts'
import type { DemoLogin } from '#server/idp/demo-accounts.ts'

/** `restsAt` is the expected final path: after a redirect another screen would be measured. */
type Screen = { screen: string; login: DemoLogin | null; address: string; restsAt: string }
type Faces = { login: DemoLogin | null; searches: Record<string, string>; restsAt?: RouteName } | null

const asItOpens = { '': '' }

/** The account and URL of each screen in the demo school; null for screens that redirect at once. */
const facesOf: Record<RouteName, Faces> = {
  home: { login: 'parent', searches: asItOpens, restsAt: 'parent-home-page' },
  logout: null,
  catalog: { login: 'parent', searches: asItOpens },
  'catalog-course': { login: null, searches: asItOpens },
  purchase: { login: 'parent', searches: asItOpens },
  'contracts-and-payments': { login: 'family', searches: asItOpens },
  'contracts-and-payments-detail': { login: 'family', searches: asItOpens },
  events: { login: 'family', searches: asItOpens },
  'parent-home-page': { login: 'parent', searches: asItOpens },
  profile: { login: 'family', searches: asItOpens },
  progress: { login: 'family', searches: asItOpens },
  schedule: { login: 'family', searches: { ' (month)': '', ' (week)': '?view=week', ' (list)': '?view=list' } },
  '2035': { login: 'student', searches: asItOpens },
  'schedule-change': { login: 'parent', searches: asItOpens },
  'tax-deduction': { login: 'parent', searches: asItOpens },
  'grade-book': { login: 'student', searches: asItOpens },
  admin: { login: 'administrator', searches: { ' (users)': '', ' (audit log)': '?tab=audit' } },
  'learning-progress': { login: 'family', searches: asItOpens },
  // It fails at once, because it has no params of a provider.
  'oauth-result': { login: null, searches: asItOpens, restsAt: '500' },
  // An unknown link.
  'not-me': { login: null, searches: asItOpens },
  '403': { login: 'parent', searches: asItOpens },
  '404': { login: 'parent', searches: asItOpens },
  '500': { login: 'parent', searches: asItOpens },
  rki: null,
}

/** The ids of URLs with a parameter: a contract of the family, a course of the first page of the catalog. */
type Shown = Partial<Record<RouteName, string>>

/** Every screen of the demo school for an account that has it. */
export function screensOf(shown: Shown): Screen[] {
  const pathOf = (route: RouteName) =>
    screens[route].address?.replace('$id', shown[route] ?? '').replace('$secret', 'A'.repeat(43))
  return routeNames.flatMap((route) => {
    const path = pathOf(route)
    const faces = facesOf[route]
    if (path === undefined || faces === null) return []
    const restsAt = (faces.restsAt && pathOf(faces.restsAt)) ?? path
    return Object.entries(faces.searches).map(([face, search]) => ({
      screen: route + face,
      login: faces.login,
      address: path + search,
      restsAt,
    }))
  })
}
