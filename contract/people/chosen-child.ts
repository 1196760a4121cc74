import type { RouteName } from '#contract/enumerations.ts'
import type { RoleGroup } from '#contract/roles.ts'

/** Where the search of a screen holds the chosen child: choosing one there is remembered. */
const childParameters: Partial<Record<RouteName, 'child' | 'filter' | 'student'>> = {
  schedule: 'filter',
  'grade-book': 'child',
  progress: 'child',
  homework: 'child',
  'contracts-and-payments': 'filter',
  'tax-deduction': 'student',
  catalog: 'child',
  'catalog-course': 'child',
  'group-comparison': 'child',
}

/** Screens that are about the whole family first: they never open with the remembered child. */
const familyScreens: ReadonlySet<RouteName> = new Set(['contracts-and-payments', 'homework'])

/** The search of the screens above. */
type ChildSearch = { child?: string; student?: string; filter?: { child?: string } }

/** The child that the search of a screen selects; null without one, undefined on a screen without the choice. */
export function chosenChildOf(screen: RouteName, search: object): string | null | undefined {
  const parameter = childParameters[screen]
  if (parameter === undefined) return undefined
  const { filter, ...own } = search as ChildSearch
  return (parameter === 'filter' ? filter?.child : own[parameter]) ?? null
}

/**
 * The search with which a screen opens for the remembered child; null if it opens as it is. Only an address without a
 * search is completed, so that links to other children and single items stay what they are.
 */
export function searchOfRememberedChild(
  { name: screen, group }: { name: RouteName; group: RoleGroup | null },
  search: object,
  remembered: string | null | undefined,
): ChildSearch | null {
  const parameter = childParameters[screen]
  if (parameter === undefined || familyScreens.has(screen)) return null
  if (group !== 'parent' || Object.keys(search).length > 0) return null
  if (!remembered || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(remembered)) return null
  return parameter === 'filter' ? { filter: { child: remembered } } : { [parameter]: remembered }
}

/** Name of the cookie with the child that a parent has chosen last. */
export function chosenChildCookieName(userId: string): string {
  return `child_${userId}`
}
