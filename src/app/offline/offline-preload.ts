import { profileSections } from '#contract/enumerations.ts'
import { type Screen, screens, servesRoleGroup } from '#contract/screens.ts'
import { offlineScreens } from '#src/api/call-query.ts'
import type { AppRouter } from '#src/app/router.ts'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { schoolToday } from '#src/routes/-query/load-page.ts'

/** Days around today at which the schedule is read, in weeks. */
const offlineWeeks = [-4, 0, 4]

/** Reads what the screens that work without a connection need, for those of the present role group. */
export function preloadOffline(router: AppRouter): void {
  const { context } = router.options
  const { roleGroup } = context.session.getSnapshot().context
  for (const { name, address, groups } of offlineScreens.map((name): Screen => screens[name])) {
    if (address === null || !servesRoleGroup({ groups }, roleGroup)) continue
    const days =
      name === 'schedule' ? offlineWeeks.map((weeks) => shiftDay(schoolToday(context), weeks * 7, 'day')) : []
    const searches =
      name === 'profile' ? profileSections.map((section) => ({ section })) : days.map((date) => ({ date }))
    if (searches.length === 0) void router.preloadRoute({ to: address })
    for (const search of searches) void router.preloadRoute({ to: address, search })
  }
}
