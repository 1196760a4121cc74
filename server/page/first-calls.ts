import { stringify } from 'qs'
import { pathOf } from '#contract/call.ts'
import { type Asker, daysInSight, type FirstCall } from '#contract/screens.ts'
import { addDays, dayAt } from '#server/days.ts'
import type { Env } from '#server/env.ts'
import type { Session } from '#server/surroundings.ts'

/** Who asks, as the table of screens wants to know it. */
export function askerOf(session: Session | null, { env, clock }: { env: Env; clock: () => Date }): Asker {
  const today = dayAt(clock(), env.TIME_ZONE)
  return {
    isVisitor: session === null,
    group: session?.group ?? null,
    today,
    lastDayInSight: addDays(today, daysInSight - 1),
    linkProviders: env.LINK_PROVIDERS,
  }
}

/** The address at which a call is asked, spelled as the browser spells it. */
export function urlOf({ call, args = {} }: FirstCall): string {
  const { params = {}, query = {} } = args
  const path = pathOf(call).replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return `/api${path}${stringify(query, { addQueryPrefix: true, arrayFormat: 'brackets', encodeValuesOnly: true })}`
}
