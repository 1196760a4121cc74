import { z } from 'zod'
import { call } from '#contract/call.ts'
import {
  dataRequestKinds,
  dataRequestStates,
  deletionObstacles,
  keptDocuments,
  retentionLaws,
} from '#contract/enumerations.ts'
import { correctionText, loginReason } from '#contract/forms.ts'
import { count, day, iso, kopecks, uuid } from '#contract/schemas.ts'

/** Requests of people to correct or to delete personal data. */

const obstacle = z.object({
  kind: z.enum(deletionObstacles),
  /** Null for children and roles of staff. */
  contract: z.object({ uuid, number: z.string() }).nullable(),
  /** A debt, or money that is still under way. */
  amount: kopecks.nullable(),
})

const keptDocument = z.object({
  kind: z.enum(keptDocuments),
  count,
  /** The last day on which the law makes the school keep them. */
  until: day,
  laws: z.array(z.enum(retentionLaws)),
})

const deletionPreview = z.object({
  /** What must end first; empty if the data can be deleted. */
  obstacles: z.array(obstacle),
  /** What stays, and why. */
  kept: z.array(keptDocument),
  /** Everything else is deleted, or stays without the name. */
  tickets: count,
  files: count,
  marks: count,
})
export type DeletionPreview = z.infer<typeof deletionPreview>

const name = z.string()

const dataRequest = z.object({
  id: uuid,
  kind: z.enum(dataRequestKinds),
  state: z.enum(dataRequestStates),
  subject: z.object({ id: uuid, name, isOwn: z.boolean() }),
  requestedAt: iso,
  /** The last day for an answer of the school. */
  dueOn: day,
  wrong: z.string().nullable(),
  right: z.string().nullable(),
  /** Of the school. */
  answer: z.string().nullable(),
  /** From then on accepted data are deleted. */
  eraseAfter: iso.nullable(),
  endedAt: iso.nullable(),
})
export type DataRequest = z.infer<typeof dataRequest>

const own = { added: true, access: { who: 'signed-in' } } as const

export const listDataRequests = call('GET /v1/profile/data-request/list', {
  ...own,
  summary: 'The people for whom the person may ask, and their requests, the newest first',
  answer: z.object({
    /** The person first, then children for whom the person has all rights. */
    people: z.array(z.object({ id: uuid, name, isOwn: z.boolean() })),
    requests: z.array(dataRequest),
  }),
})
export type DataRequests = z.infer<typeof listDataRequests.answer>

export const previewDeletion = call('GET /v1/profile/data-request/deletion-preview', {
  ...own,
  summary: 'What a deletion would delete, what the law makes the school keep, and what must end first',
  query: z.object({ subjectId: uuid }),
  answer: deletionPreview,
})

export const requestDeletion = call('POST /v1/profile/data-request/deletion', {
  ...own,
  summary:
    'Asks the school to delete the data of the person or of a child. 409 `state-conflict` while something must end first, or if it is asked for already',
  audited: 'data.deletion-requested',
  freshTwoFactor: true,
  idempotent: true,
  body: z.strictObject({ subjectId: uuid }),
  answer: dataRequest,
})

export const requestCorrection = call('POST /v1/profile/data-request/correction', {
  ...own,
  summary:
    'Asks the school to correct the data of the person or of a child. 409 `state-conflict` if a correction is asked for already',
  audited: 'data.correction-requested',
  idempotent: true,
  body: z.strictObject({ subjectId: uuid, wrong: correctionText, right: correctionText }),
  answer: dataRequest,
})

export const withdrawDataRequest = call('POST /v1/profile/data-request/{id}/withdraw', {
  ...own,
  summary: 'Withdraws a request of the person, or about the person or a child. 409 `state-conflict` once it has ended',
  audited: 'data.request-withdrawn',
  params: z.object({ id: uuid }),
})

const admin = { added: true, access: { who: 'check', check: 'admin' } } as const

export const getDataRequest = call('GET /v1/admin/data-request/{id}', {
  ...admin,
  summary: 'A request about personal data, and of a deletion what it would delete and keep',
  params: z.object({ id: uuid }),
  answer: dataRequest.extend({
    requestedBy: z.object({ id: uuid, name }),
    takenBy: z.object({ id: uuid, name }).nullable(),
    /** Null for a correction, and once it has ended. */
    preview: deletionPreview.nullable(),
  }),
})
export type DataRequestOfPerson = z.infer<typeof getDataRequest.answer>

export const takeDataRequest = call('POST /v1/admin/data-request/{id}/take', {
  ...admin,
  summary: 'Takes a request: the others see who deals with it. 409 `state-conflict` once it is decided',
  audited: 'data.request-taken',
  params: z.object({ id: uuid }),
})

export const answerDataRequest = call('POST /v1/admin/data-request/{id}/answer', {
  ...admin,
  summary:
    'Accepts or refuses a request with an answer to the person. 409 `state-conflict` once it is decided, or while something must end first',
  audited: 'data.request-accepted',
  freshTwoFactor: 'if-available',
  params: z.object({ id: uuid }),
  body: z.strictObject({ decision: z.enum(['accept', 'refuse']), answer: loginReason }),
})
