import { z } from 'zod'
import { call } from '#contract/call.ts'
import { textHash } from '#contract/enrolment/contract-text.ts'
import { consentPurposes, locales } from '#contract/enumerations.ts'
import { iso, uuid } from '#contract/schemas.ts'

const purpose = z.enum(consentPurposes)

const consent = z.object({
  purpose,
  /** Whether the consent is in force: one who answers for the person has given it to the present text, and none refuses. */
  isGiven: z.boolean(),
  /** The last answer of the signed-in person; `isCurrent`: to the present text. */
  own: z.object({ isGiven: z.boolean(), isCurrent: z.boolean(), at: iso }).nullable(),
})

const consentSubject = z.object({
  id: uuid,
  /** The signed-in person. */
  isOwn: z.boolean(),
  /** Of a child; null for the person. */
  name: z.object({ firstName: z.string(), lastName: z.string(), patronym: z.string().nullable() }).nullable(),
  /** False for minors in an account of their own, for whom the guardians answer. */
  mayAnswer: z.boolean(),
  consents: z.array(consent),
})
export type ConsentSubject = z.infer<typeof consentSubject>

const consentText = z.object({
  purpose,
  version: z.string(),
  hash: textHash,
  /** In the language of the request. */
  paragraphs: z.array(z.string()),
})
export type ConsentText = z.infer<typeof consentText>

export const listConsents = call('GET /v1/profile/consent/list', {
  summary:
    'Consents of the person and of the children for whom the person answers, their texts and the history of the answers',
  added: true,
  access: { who: 'signed-in' },
  answer: z.object({
    /** Of the texts. */
    language: z.enum(locales),
    /** What is processed without a consent. */
    information: z.array(z.string()),
    /** Empty where the school asks for nothing. */
    texts: z.array(consentText),
    /** The person first. */
    subjects: z.array(consentSubject),
    /** The newest first. */
    history: z.array(
      z.object({
        at: iso,
        subjectId: uuid,
        purpose,
        version: z.string(),
        isGiven: z.boolean(),
        /** Given by the signed-in person, and not by another one who answers or answered for the subject. */
        isOwn: z.boolean(),
      }),
    ),
  }),
})
export type Consents = z.infer<typeof listConsents.answer>

/** The answers of one press, of a large family. */
const maxAnswers = 300

export const answerConsents = call('POST /v1/profile/consent', {
  summary:
    'Gives, refuses or withdraws consents, for oneself or for children: all or none. 409 `state-conflict` if one is about another text by now; the same answer again is not recorded',
  added: true,
  access: { who: 'signed-in' },
  body: z.strictObject({
    answers: z
      .array(z.strictObject({ subjectId: uuid, purpose, hash: textHash, isGiven: z.boolean() }))
      .min(1)
      .max(maxAnswers)
      .refine(isEachOnce),
    /** In which the person has read the texts. */
    language: z.enum(locales),
  }),
})

/** One answer for a person and a purpose. */
function isEachOnce(answers: readonly { subjectId: string; purpose: string }[]): boolean {
  return new Set(answers.map(({ subjectId, purpose: asked }) => `${subjectId} ${asked}`)).size === answers.length
}

/** In the card of a user. */
export const consentOfUser = z.object({
  purpose,
  isGiven: z.boolean(),
  /** The last answer of each person, the newest first. */
  answers: z.array(
    z.object({
      /** Last name first; null for the user. */
      by: z.string().nullable(),
      isGiven: z.boolean(),
      version: z.string(),
      at: iso,
      /** The person answers for the user now, and the text is the present one. */
      counts: z.boolean(),
    }),
  ),
})
export type ConsentOfUser = z.infer<typeof consentOfUser>
