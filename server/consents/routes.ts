import { answerConsents, listConsents } from '#contract/people/consents.ts'
import type { App } from '#server/app-types.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { answerConsent } from './answer-consent.ts'
import { findConsents } from './consent-list.ts'

/** Consents to the processing of personal data: list, answers, withdrawal. */
export async function consentRoutes(app: App): Promise<void> {
  const { database, clock, env } = app
  const today = () => dayInZone(clock(), env.TIME_ZONE)

  registerCall(app, listConsents, ({ session: { userId }, language }) =>
    findConsents(database, { env, userId, today: today(), language }),
  )

  registerCall(app, answerConsents, async ({ session: { userId }, body: { answers, language } }) => {
    const given = { language, userId, texts: env.CONSENTS, now: clock(), today: today() }
    await database.transaction(async (transaction) => {
      for (const answer of answers) await answerConsent(transaction, { ...answer, ...given })
    })
    return undefined
  })
}
