import type { BodyOf } from '#contract/call.ts'
import type { answerConsents as declaration } from '#contract/people/consents.ts'
import { findConsentSubjects } from '#server/access/consents.ts'
import { publishProfileChange } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { consentAnswers, consentTexts } from '#server/db/schema/people.ts'
import type { ConsentText } from '#server/environment/consent-texts.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { currentRequestContext } from '#server/http/request-context.ts'
import { giveUpDigests } from '#server/notifications/deliver-message.ts'

type Answers = BodyOf<typeof declaration> & {
  userId: string
  texts: readonly ConsentText[]
  now: Date
  today: string
}

/**
 * Records answers with text, time and the address of the device; the same answer again is not recorded. Pages of the
 * subjects and of the guardians are notified. 404 for a person for whom the user does not answer, or who is not asked.
 */
export async function answerConsents(
  transaction: Database,
  { answers, language, userId, texts, now, today }: Answers,
): Promise<void> {
  const subjects = await findConsentSubjects(transaction, { userId, texts, today })
  const { address } = currentRequestContext()
  const given = answers.flatMap(({ subjectId, purpose, hash, isGiven }) => {
    const subject = subjects.find(({ id, mayAnswer }) => id === subjectId && mayAnswer)
    const asked = subject?.consents.find((consent) => consent.purpose === purpose)
    const text = texts.find((one) => one.purpose === purpose)
    if (!asked || !text) throwProblem('not-found', 'No consent of this person is asked of the user')
    if (text.hash !== hash) throwProblem('state-conflict', 'Another text than the one that was read')
    return asked.own?.isCurrent && asked.own.isGiven === isGiven ? [] : [{ subjectId, purpose, hash, isGiven, text }]
  })
  if (given.length === 0) return
  const read = new Set(given.map(({ text }) => text))
  await transaction
    .insert(consentTexts)
    .values([...read].map(({ hash, purpose, version, text }) => ({ hash, purpose, version, text })))
    .onConflictDoNothing()
  await transaction
    .insert(consentAnswers)
    .values(given.map(({ text: _, ...answer }) => ({ ...answer, givenById: userId, language, at: now, address })))
  // Their text may hold advertising. Other messages are checked when they are sent.
  const refused = given.filter(({ purpose, isGiven }) => purpose === 'marketing' && !isGiven)
  await giveUpDigests(
    transaction,
    refused.map(({ subjectId }) => subjectId),
  )
  for (const subjectId of new Set(given.map((answer) => answer.subjectId)))
    await publishProfileChange(transaction, { userId: subjectId, fields: ['consents'], now })
}
