import { and, eq, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CheckoutRefusal, Locale } from '#contract/enumerations.ts'
import { isContractVisibleTo } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { autopayCharges, autopays } from '#server/db/schema/checkouts.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { programs } from '#server/db/schema/programs.ts'
import { formatAmount, formatDay } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns, type UserNotification } from '#server/notifications/notify-users.ts'
import type { Day } from '#server/time/calendar-days.ts'

const students = alias(users, 'students')

export type SkipReason = 'paid' | 'in-progress' | 'contract-held'

/** What a message about a charge says; the person who has agreed gets it. */
export type ChargeNotice =
  /** `stopUrl` stops them without sign-in. */
  | { kind: 'autopay-announced'; stopUrl: string }
  | { kind: 'autopay-retried'; refusal: CheckoutRefusal; on: Day }
  | { kind: 'autopay-unpaid'; refusal: CheckoutRefusal }
  | { kind: 'autopay-off'; refusal: CheckoutRefusal | 'access-lost' }
  | { kind: 'autopay-skipped'; why: SkipReason }

/**
 * Notifies the person of a charge. The message of a sum and a day is sent once. Child and course are named only to a person
 * who has access to the contract.
 */
export async function notifyOfCharge(
  transaction: Database,
  chargeId: string,
  notice: ChargeNotice,
  now: Date,
): Promise<void> {
  const [row] = await transaction
    .select({
      contractId: contracts.id,
      number: contracts.number,
      card: autopays.cardDigits,
      amount: autopayCharges.amount,
      chargeOn: autopayCharges.chargeOn,
      announcedAt: autopayCharges.announcedAt,
      recipient: recipientColumns,
      studentId: contracts.studentId,
      student: students.firstName,
      course: programs.title,
    })
    .from(autopayCharges)
    .innerJoin(autopays, eq(autopays.id, autopayCharges.autopayId))
    .innerJoin(payments, eq(payments.id, autopayCharges.paymentId))
    .innerJoin(contracts, eq(contracts.id, payments.contractId))
    .innerJoin(programs, eq(programs.id, contracts.programId))
    .innerJoin(students, eq(students.id, contracts.studentId))
    .innerJoin(users, eq(users.id, autopays.personId))
    .where(eq(autopayCharges.id, chargeId))
  if (!row) return
  const isSeen = and(eq(contracts.id, row.contractId), isContractVisibleTo(row.recipient.id))
  // A charge that is at the bank when the access is lost ends later.
  const hasAccess = !hasLostAccess(notice) && (await transaction.$count(contracts, isSeen)) > 0
  const about = {
    recipient: row.recipient,
    path: `/contracts-and-payments/${row.contractId}`,
    studentName: hasAccess && row.studentId !== row.recipient.id && row.student,
  }
  const sum = (language: Locale) => ({
    number: row.number,
    card: row.card ?? '',
    amount: formatAmount(row.amount, language),
    ...(hasAccess && { course: row.course }),
  })
  await notifyUsers(transaction, now, [notificationOf()])

  function notificationOf(): UserNotification {
    switch (notice.kind) {
      case 'autopay-announced':
        return {
          ...about,
          kind: notice.kind,
          once: `${chargeId} ${row?.announcedAt.toISOString()}`,
          values: (language) => ({
            ...sum(language),
            on: formatDay(row?.chargeOn ?? '', language),
            stop: notice.stopUrl,
          }),
        }
      case 'autopay-retried':
        return {
          ...about,
          kind: notice.kind,
          values: (language) => ({ ...sum(language), why: notice.refusal, on: formatDay(notice.on, language) }),
        }
      case 'autopay-skipped':
        return { ...about, kind: notice.kind, values: (language) => ({ ...sum(language), why: notice.why }) }
      case 'autopay-off':
        return { ...about, kind: notice.kind, values: (language) => ({ ...sum(language), why: notice.refusal }) }
      default:
        return { ...about, kind: notice.kind, values: (language) => ({ ...sum(language), why: notice.refusal }) }
    }
  }
}

function hasLostAccess(notice: ChargeNotice): boolean {
  return notice.kind === 'autopay-off' && notice.refusal === 'access-lost'
}

type End = { why: 'by-staff' | 'payee-changed' | 'access-lost' | 'contract-terminating'; note: string }

/**
 * Notifies the person who has agreed that nothing is charged any more, and the customer, who has another message of a
 * termination. `note`: why, in words.
 */
export async function notifyOfEnd(
  transaction: Database,
  autopayId: string,
  { why, note }: End,
  now: Date,
): Promise<void> {
  const isRecipient =
    why === 'contract-terminating'
      ? eq(users.id, autopays.personId)
      : or(eq(users.id, autopays.personId), eq(users.id, contracts.customerId))
  const rows = await transaction
    .select({
      contractId: contracts.id,
      number: contracts.number,
      card: autopays.cardDigits,
      recipient: recipientColumns,
    })
    .from(autopays)
    .innerJoin(contracts, eq(contracts.id, autopays.contractId))
    .innerJoin(users, isRecipient)
    .where(eq(autopays.id, autopayId))
  const notices = rows.map(({ contractId, number, recipient, card }): UserNotification => {
    const path = `/contracts-and-payments/${contractId}`
    return { recipient, path, kind: 'autopay-ended', values: { number, card: card ?? '', why, note } }
  })
  await notifyUsers(transaction, now, notices)
}
