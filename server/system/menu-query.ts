import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { MenuItem } from '#contract/system.ts'
import type { App, Session } from '#server/app-types.ts'
import { dayInZone } from '#server/calendar-days.ts'
import { campaigns, offers } from '#server/db/schema/programs.ts'
import { buildMenu } from './menu.ts'

export type MenuQuery = (session: Session | null, language: Locale) => Promise<{ items: MenuItem[] }>

/** Answers `GET /v1/system/menu`; the server-rendered page uses it too. */
export function prepareMenuQuery({ database, clock, env }: App): MenuQuery {
  const presentOffer = database
    .select({ token: offers.token })
    .from(offers)
    .innerJoin(campaigns, eq(campaigns.id, offers.campaignId))
    .where(and(eq(campaigns.kind, 'u2035'), gte(campaigns.enrolUntil, sql.placeholder('today'))))
    .orderBy(asc(campaigns.enrolUntil), asc(offers.token))
    .limit(1)
    .prepare('present_offer')

  return async (session, language) => {
    const [offer] =
      session?.group === 'parent' || session?.group === 'student'
        ? await presentOffer.execute({ today: dayInZone(clock(), env.TIME_ZONE) })
        : []
    const setting = { language, webBaseUrl: env.WEB_BASE_URL, offerToken: offer?.token ?? null }
    return { items: buildMenu(session, setting) }
  }
}
