import type { QueryClient } from '@tanstack/react-query'
import { type Asker, daysInSight } from '#contract/screens.ts'
import { configQuery } from './api/system.ts'
import type { Clock } from './clock.ts'
import { shiftDay, wallClockAt } from './i18n/calendar-days.ts'
import { defaultZone } from './i18n/dates.ts'
import type { SessionActor } from './machines/session.ts'

type Surroundings = { session: SessionActor; queryClient: QueryClient; clock: Clock }

/** Who asks for a screen's first calls, and on which day of the school's. */
export function askerIn({ session, queryClient, clock }: Surroundings): Asker {
  const { user, roleGroup } = session.getSnapshot().context
  const config = queryClient.getQueryData(configQuery().queryKey)
  const today = wallClockAt(clock.now(), config?.SYSTEM.TIME_ZONE ?? defaultZone).day
  return {
    isVisitor: user === null,
    group: roleGroup,
    today,
    lastDayInSight: shiftDay(today, daysInSight - 1, 'day'),
    linkProviders: config?.ACCOUNT.LINK_PROVIDERS ?? [],
  }
}
