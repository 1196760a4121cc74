import { z } from 'zod'
import { call } from '#contract/call.ts'
import {
  contractStatuses,
  paymentDifferenceKinds,
  paymentKinds,
  paymentStatuses,
  signatureSides,
  workQueues,
} from '#contract/enumerations.ts'
import { searchLength } from '#contract/limits.ts'
import { count, day, iso, kopecks, page, pageOf, schoolText, uuid } from '#contract/schemas.ts'

const admin = { who: 'check', check: 'admin' } as const
const named = z.object({ id: uuid, name: z.string() })

const pendingWork = z.object({
  /** Where payment provider and ledger differ, the oldest first. */
  paymentDifferences: z.array(
    z.object({
      id: uuid,
      kind: z.enum(paymentDifferenceKinds),
      /** Of the payment or refund at the provider. */
      externalId: z.string(),
      /** Who paid; null if unknown. */
      payer: named.nullable(),
      amount: kopecks.nullable(),
      foundAt: iso,
    }),
  ),
  /** Money of bank files that waits for a decision; null without any. `oldestAt`: when the oldest was paid. */
  bankLines: z.object({ count, oldestAt: iso }).nullable(),
  /** Contracts that their customers have signed and the school has not, the oldest signature first. */
  signatures: z.array(z.object({ contractUuid: uuid, number: z.string(), customer: named, customerAt: iso })),
  /** What of the school's day differs from the plan. */
  today: z.object({
    /** Cancelled and moved lessons and exams, and lessons of substitutes, by time, at most 20. */
    lessons: z.array(
      z.object({
        id: uuid,
        /** The group, or the exam. */
        title: schoolText,
        /** Whose exam it is. */
        student: named.nullable(),
        /** The time of this day: the planned one of what was moved away. */
        startsAt: iso,
        isCancelled: z.boolean(),
        /** Where what was planned for this day has been moved to. */
        movedTo: iso.nullable(),
        /** When what takes place on this day instead was planned. */
        movedFrom: iso.nullable(),
        teacher: named.nullable(),
        substitute: named.nullable(),
        /** The substitute has another lesson at the same time. */
        isDoubleBooked: z.boolean(),
      }),
    ),
    /** Students who will be absent. */
    absences: count,
    /** Tickets that were created. */
    newTickets: count,
  }),
  /** The queues that are not empty, with what waits longest. `amount`: the sum of what is to be paid or paid back; null without any. */
  queues: z.array(z.object({ queue: z.enum(workQueues), count, oldestAt: iso, amount: kopecks.nullable() })),
})
export type PendingWork = z.infer<typeof pendingWork>

export const getPendingWork = call('GET /v1/admin/pending-work', {
  summary:
    'What waits for the school beside tickets: differences of payments, money of bank files, signatures, at most 20 of each; what of the day differs from the plan; and how much is in each queue',
  added: true,
  access: admin,
  answer: pendingWork,
})

const workQueueItem = z.object({
  /** Of the contract, enrolment, payment, difference, termination, transfer, certificate, import or request about data; of the user whom messages do not reach. */
  id: uuid,
  /** Since when it waits: a payment since its due day, a refund since the last day of lessons. */
  since: iso,
  student: named.nullable(),
  /** Whom to ask: the customer, the applicant, or who is not reached. */
  contact: named.extend({ phone: z.string().nullable() }).nullable(),
  contract: z.object({ uuid, number: z.string(), status: z.enum(contractStatuses) }).nullable(),
  /** What the office acts on: the payment that is listed, or the first that is owed of a contract. */
  payment: z.object({ uuid, status: z.enum(paymentStatuses) }).nullable(),
  amount: kopecks.nullable(),
  /** When the office last sent a reminder of the payment. */
  remindedAt: iso.nullable(),
  /** Title of a payment, number at the provider of a difference, number of a certificate, groups of a transfer, file of an import, kind of a request about data. */
  note: z.string().nullable(),
  /** Of a payment, whose title is `note`. */
  paymentKind: z.enum(paymentKinds).nullable(),
  /** Of a difference between payment provider and ledger. */
  differenceKind: z.enum(paymentDifferenceKinds).nullable(),
  /** Faults of an import, messages that were given up. */
  count: count.nullable(),
  /** Whose signature is missing, the customer's first. */
  awaits: z.enum(signatureSides).nullable(),
  /** Who has loaded the file. */
  owner: named.nullable(),
  /** The administrator who deals with it. */
  taker: named.nullable(),
  /** The last day, of a request about personal data. */
  dueOn: day.nullable(),
})
export type WorkQueueItem = z.infer<typeof workQueueItem>

export const listWorkQueue = call('GET /v1/admin/work-queue/{queue}/list', {
  summary: 'What is stuck, by kind; what waits longest is first',
  added: true,
  access: admin,
  params: z.object({ queue: z.enum(workQueues) }),
  query: z.object({
    page,
    /** What the administrator has taken. */
    mine: z.literal('yes').optional(),
  }),
  answer: pageOf(workQueueItem),
})

const item = { added: true, access: admin, params: z.object({ queue: z.enum(workQueues), id: uuid }) } as const

export const takeWork = call('POST /v1/admin/work-queue/{queue}/{id}/take', {
  ...item,
  summary: 'Takes what is stuck: the others see who deals with it. The last one who takes it has it',
})
export const releaseWork = call('POST /v1/admin/work-queue/{queue}/{id}/release', {
  ...item,
  summary: 'Gives back what the administrator has taken; what another one has taken since stays so',
})

const foundContract = z.object({
  uuid,
  number: z.string(),
  status: z.enum(contractStatuses),
  program: schoolText,
  student: named,
  customer: named,
  /** The payment of the bank that was searched for by its number. */
  receipt: z.object({ number: z.string(), amount: kopecks, at: iso }).nullable(),
})
export type FoundContract = z.infer<typeof foundContract>

export const searchContracts = call('GET /v1/admin/contract/search', {
  summary:
    'Contracts by a part of the number, by the number of a payment of the bank, and by name, email and phone of student or customer; at most 20, the newest first',
  added: true,
  access: admin,
  limit: 'search',
  query: z.object({ search: z.string().max(searchLength) }),
  answer: z.array(foundContract),
})
