import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { MenuItem } from '#contract/system.ts'
import { dayAt } from '#server/days.ts'
import { campaigns, offers } from '#server/db/schema/programs.ts'
import type { App, Session } from '#server/surroundings.ts'
import { menuOf } from './menu.ts'

export type MenuAnswer = (session: Session | null, language: Locale) => Promise<{ items: MenuItem[] }>

/** The answer of `GET /v1/system/menu`, which the served document carries as well. */
export function menuAnswerOf({ database, clock, env }: App): MenuAnswer {
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
        ? await presentOffer.execute({ today: dayAt(clock(), env.TIME_ZONE) })
        : []
    const setting = { language, webBaseUrl: env.WEB_BASE_URL, offerToken: offer?.token ?? null }
    return { items: menuOf(session, setting) }
  }
}
