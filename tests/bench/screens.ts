import { type RouteName, routeNames } from '#contract/enumerations.ts'
import { screens } from '#contract/screens.ts'
import type { DemoLogin } from '#server/idp/accounts/demo-accounts.ts'

type Screen = {
  screen: string
  login: DemoLogin | null
  address: string
  /** The expected final path: after a redirect another screen would be measured. */
  restsAt: string
}
/** A way to open a screen. */
type Variant = { name?: string; login: DemoLogin | null; search?: string; restsAt?: RouteName }

/** The accounts and URLs of each screen in the demo school; none for screens that redirect at once. */
const variantsOf: Record<RouteName, readonly Variant[]> = {
  home: [{ login: 'parent', restsAt: 'parent-home-page' }],
  logout: [],
  catalog: [{ login: 'parent' }],
  'catalog-course': [{ login: null }],
  'group-comparison': [{ login: 'parent' }],
  purchase: [{ login: 'parent' }],
  'contracts-and-payments': [{ login: 'family' }],
  'contracts-and-payments-detail': [{ login: 'family' }],
  payment: [{ login: 'family' }],
  verify: [{ login: null }],
  events: [{ login: 'family' }],
  'school-news': [{ login: 'family' }],
  messages: [{ login: 'family' }],
  'parent-home-page': [{ login: 'family' }],
  profile: [{ login: 'family' }],
  progress: [{ login: 'family' }],
  homework: [{ login: 'family' }],
  schedule: [
    { name: 'month', login: 'family', search: '?view=month' },
    { name: 'week', login: 'family', search: '?view=week' },
    { name: 'list', login: 'family', search: '?view=list' },
  ],
  '2035': [{ login: 'student' }],
  'schedule-change': [{ login: 'parent' }],
  'tax-deduction': [{ login: 'parent' }],
  'grade-book': [
    { name: 'school', login: 'family' },
    { name: 'academy', login: 'student' },
    { name: 'college', login: 'spo-student' },
  ],
  admin: [
    { name: 'users', login: 'administrator' },
    { name: 'audit log', login: 'administrator', search: '?tab=audit' },
  ],
  'learning-progress': [{ login: 'family' }],
  // It fails at once, because it has no params of a provider.
  'oauth-result': [{ login: null, restsAt: '500' }],
  // An unknown link.
  'not-me': [{ login: null }],
  '403': [{ login: 'parent' }],
  '404': [{ login: 'parent' }],
  '500': [{ login: 'parent' }],
  rki: [],
}

/** The ids of URLs with a parameter: a contract of the family, a course of the first page of the catalog. */
type Shown = Partial<Record<RouteName, string>>

/** Every screen of the demo school for an account that has it. */
export function screensOf(shown: Shown): Screen[] {
  const pathOf = (route: RouteName) =>
    screens[route].address?.replace('$id', shown[route] ?? '$id').replace('$secret', 'A'.repeat(43))
  return routeNames.flatMap((route) => {
    const path = pathOf(route)
    if (path === undefined) return []
    return variantsOf[route].map(({ name, login, search = '', restsAt }) => ({
      screen: name === undefined ? route : `${route} (${name})`,
      login,
      address: path + search,
      restsAt: (restsAt && pathOf(restsAt)) ?? path,
    }))
  })
}

/** The screens of signed-in users that need neither an id in the URL nor a redirect. */
export const signedInScreens = screensOf({}).flatMap(({ screen, login, address, restsAt }) =>
  login === null || address.includes('$') || !address.startsWith(restsAt) ? [] : [{ screen, login, address }],
)
