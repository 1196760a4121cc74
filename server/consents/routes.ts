import { answerConsents as answerConsentsCall, listConsents } from '#contract/people/consents.ts'
import type { App } from '#server/app-types.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { answerConsents } from './answer-consents.ts'
import { findConsents } from './consent-list.ts'

/** Consents to the processing of personal data: list, answers, withdrawal. */
export async function consentRoutes(app: App): Promise<void> {
  const { database, clock, env } = app
  const today = () => dayInZone(clock(), env.TIME_ZONE)

  registerCall(app, listConsents, ({ session: { userId }, language }) =>
    findConsents(database, { env, userId, today: today(), language }),
  )

  registerCall(app, answerConsentsCall, async ({ session: { userId }, body }) => {
    const given = { ...body, userId, texts: env.CONSENTS, now: clock(), today: today() }
    await database.transaction((transaction) => answerConsents(transaction, given))
    return undefined
  })
}
