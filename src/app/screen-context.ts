import type { QueryClient } from '@tanstack/react-query'
import { homePageDays, type ScreenContext } from '#contract/screens.ts'
import { configQuery } from '#src/api/system.ts'
import { shiftDay, wallClockAt } from '#src/i18n/calendar-days.ts'
import { defaultZone } from '#src/i18n/dates.ts'
import type { SessionActor } from '#src/machines/session.ts'
import type { Clock } from './clock.ts'

type ScreenContextDependencies = { session: SessionActor; queryClient: QueryClient; clock: Clock }

/**
 * The context that `prefetchCalls` of a screen takes: role group, the current day in the school's time zone,
 * configuration.
 */
export function screenContextOf({ session, queryClient, clock }: ScreenContextDependencies): ScreenContext {
  const { user, roleGroup } = session.getSnapshot().context
  const config = queryClient.getQueryData(configQuery().queryKey)
  const today = wallClockAt(clock.now(), config?.SYSTEM.TIME_ZONE ?? defaultZone).day
  return {
    isVisitor: user === null,
    group: roleGroup,
    today,
    lastHomePageDay: shiftDay(today, homePageDays - 1, 'day'),
    linkProviders: config?.ACCOUNT.LINK_PROVIDERS ?? [],
  }
}
