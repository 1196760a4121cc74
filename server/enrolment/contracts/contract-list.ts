import { desc, eq, sql } from 'drizzle-orm'
import type { Contract } from '#contract/enrolment/contracts.ts'
import type { OperationKind, PaymentKind, PaymentStatus } from '#contract/enumerations.ts'
import { isContractVisibleTo } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { balances, contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns, programs, studyGroups, territories } from '#server/db/schema/programs.ts'
import { paymentNumberOf } from '#server/payment-details/payment-number.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { findCardCharges } from './card-charges.ts'
import { canTerminate, type PaymentWithBalance, sumPayments, withSums } from './rules.ts'
import { selectSigning, toInstants } from './signatures.ts'
import { selectTermination, toTermination } from './terminations.ts'
import { dueDayOf, waitsForCustomer } from './unsigned-payments.ts'

/** Contracts that the user signed or studies by and those of the user's children, the newest first. */
export function prepareContractList(database: Database) {
  const userId = sql.placeholder('userId')

  // `offset 0` makes PostgreSQL compute the balance once per payment and not once per operation.
  const ledger = sql<LedgerLine[]>`(
    select coalesce(json_agg(
      json_build_array(
        line.id, line.title, line.kind, line.due_on, line.amount, line.status, line.paid,
        ${operations.id}, ${operations.kind}, ${operations.amount}, ${operations.at},
        case when ${operations.kind} = 'ReceivingDS' then ${operations.externalId} end
      )
      order by line.position, ${operations.at}, ${operations.id}
    ), '[]')
    from (
      select ${payments}.*, ${balances.paid}
      from ${payments} join ${balances} on ${balances.paymentId} = ${payments.id}
      where ${payments.contractId} = ${contracts.id}
      offset 0
    ) as line
    left join ${operations} on ${operations.paymentId} = line.id
  )`

  const query = database
    .select({
      uuid: contracts.id,
      number: contracts.number,
      status: contracts.status,
      concludedOn: contracts.concludedOn,
      program: { title: programs.title, schoolYear: campaigns.schoolYear },
      student: { uuid: users.id, firstName: users.firstName, lastName: users.lastName },
      campaignUuid: contracts.campaignId,
      groupUuid: contracts.groupId,
      groupTitle: studyGroups.title,
      territory: { uuid: territories.id, title: territories.title },
      format: contracts.format,
      paymentScheme: contracts.paymentScheme,
      total: contracts.total,
      signing: selectSigning({ userId, timeZone: sql.placeholder('timeZone') }),
      termination: selectTermination({ userId }),
      campaign: campaigns.kind,
      isOwn: sql<boolean>`${contracts.customerId} = ${userId}`,
      ledger,
    })
    .from(contracts)
    .innerJoin(users, eq(users.id, contracts.studentId))
    .innerJoin(programs, eq(programs.id, contracts.programId))
    .innerJoin(campaigns, eq(campaigns.id, contracts.campaignId))
    .leftJoin(studyGroups, eq(studyGroups.id, contracts.groupId))
    .leftJoin(territories, eq(territories.id, contracts.territoryId))
    .where(isContractVisibleTo(userId))
    .orderBy(desc(contracts.createdAt), contracts.number)
    .prepare('contract_list')

  return async (userId: string, { now, timeZone }: CurrentTime): Promise<Contract[]> => {
    const today = dayInZone(now, timeZone)
    const [stored, charges] = await Promise.all([
      query.execute({ userId, timeZone }),
      findCardCharges(database, userId, today),
    ])
    return stored.map(({ ledger, signing, termination, campaign, isOwn, ...contract }) => {
      const counted = paymentsOf(ledger).map(withSums)
      const customerAt = signing?.customerAt ?? null
      const isWaiting = waitsForCustomer({ ...contract, needsSignatures: signing !== null, customerAt })
      const shown = counted.map((payment) => ({
        ...payment,
        dueOn: dueDayOf(payment, { isWaiting, today }),
        charge: charges.get(payment.uuid) ?? null,
      }))
      return {
        ...contract,
        ...sumPayments(counted),
        payments: shown,
        ...(signing && { signing: { ...signing, ...toInstants(signing) } }),
        ...(termination && { termination: toTermination(termination, dayInZone(now, timeZone)) }),
        ...(canTerminate({ ...contract, campaign, isOwn }) && { canTerminate: true as const }),
      }
    })
  }
}

/**
 * A payment joined with one of its operations, or with nulls. Flat arrays: nested JSON objects take PostgreSQL three
 * times as long for thousands of rows.
 */
type LedgerLine = [
  uuid: string,
  title: string,
  kind: PaymentKind,
  dueOn: string,
  amount: number,
  status: PaymentStatus,
  paid: number,
  ...operation:
    | [uuid: string, kind: OperationKind, amount: number, at: string, receivedAs: string | null]
    | [null, null, null, null, null],
]

function paymentsOf(ledger: readonly LedgerLine[]): PaymentWithBalance[] {
  const found: PaymentWithBalance[] = []
  for (const [uuid, title, kind, dueOn, amount, status, paid, ...operation] of ledger) {
    if (found.at(-1)?.uuid !== uuid) found.push({ uuid, title, kind, dueOn, amount, status, paid, operations: [] })
    const [operationUuid, movement, moved, at, receivedAs] = operation
    if (operationUuid === null) continue
    const number = receivedAs === null ? null : paymentNumberOf(receivedAs)
    found.at(-1)?.operations.push({
      uuid: operationUuid,
      kind: movement,
      amount: moved,
      at: new Date(at).toISOString(),
      ...(number !== null && { number }),
    })
  }
  return found
}
