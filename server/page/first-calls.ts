import type { RouteName } from '#contract/enumerations.ts'
import type { RoleGroup } from '#contract/roles.ts'
import type { Day } from '#server/days.ts'

const everywhere = ['/api/v1/content/footer', '/api/v1/content/banners/list']
const children = '/api/v1/profile/children'
const contracts = '/api/v1/profile/contract/list'
const events = '/api/v1/profile/events'

/**
 * What a page asks for first, spelled as the browser spells it: the document brings these answers along, so that
 * content does not wait for the code and then for another journey. A guess: what is not here the page asks itself.
 */
export function firstCallsOf(route: RouteName | null, group: RoleGroup | null, today: Day): string[] {
  return [...everywhere, ...ownCallsOf(route, group, today)]
}

function ownCallsOf(route: RouteName | null, group: RoleGroup | null, today: Day): string[] {
  switch (route) {
    case 'contracts-and-payments':
    case 'contracts-and-payments-detail':
      return [contracts]
    case 'events':
      return [events]
    case 'profile':
      return [children]
    case 'parent-home-page':
      return group === 'parent' ? [children, scheduleOf('parent/children', today), contracts, events] : []
    case 'schedule':
      if (group === 'parent') return [children, scheduleOf('parent/children', today)]
      return group === 'student' ? [scheduleOf('student', today)] : []
    default:
      return []
  }
}

function scheduleOf(family: 'parent/children' | 'student', today: Day): string {
  return `/api/v1/${family}/schedule/list?month_date=${today.slice(0, 7)}-01`
}
