import { type Screen, screens, servesRoleGroup } from '#contract/screens.ts'
import { offlineScreens, optionalQuery } from '#src/api/call-query.ts'
import { signInNamesQuery } from '#src/api/profile.ts'
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
    if (days.length === 0) void router.preloadRoute({ to: address })
    for (const date of days) void router.preloadRoute({ to: address, search: { date } })
  }
  // A part of the profile asks for it only once it is shown.
  void context.queryClient.prefetchQuery(optionalQuery(signInNamesQuery()))
}
