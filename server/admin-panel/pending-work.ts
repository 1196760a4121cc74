import { and, asc, count, eq, inArray, isNull, min, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { workQueues } from '#contract/enumerations.ts'
import type { PendingWork } from '#contract/people/school-work.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import type { Database } from '#server/db/client.ts'
import { bankLines } from '#server/db/schema/bank-lines.ts'
import { checkouts, paymentDifferences } from '#server/db/schema/checkouts.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { contractSignatures } from '#server/db/schema/signatures.ts'
import { findSchoolDay } from './school-day.ts'
import { countQueues, type QueueTime } from './work-queues.ts'

const maxRows = 20

/** What waits for the school beside tickets; contracts of the person who asks are signed for the school by another. */
export async function findPendingWork(
  database: Database,
  { userId, ...time }: QueueTime & { userId: string },
): Promise<PendingWork> {
  const differences = await database
    .select({
      id: paymentDifferences.id,
      kind: paymentDifferences.kind,
      externalId: paymentDifferences.externalId,
      payerId: checkouts.payerId,
      name: selectFullName(users),
      amount: paymentDifferences.amount,
      foundAt: paymentDifferences.foundAt,
    })
    .from(paymentDifferences)
    .leftJoin(checkouts, eq(checkouts.id, paymentDifferences.checkoutId))
    .leftJoin(users, eq(users.id, checkouts.payerId))
    .where(isNull(paymentDifferences.clearedAt))
    .orderBy(asc(paymentDifferences.foundAt), asc(paymentDifferences.id))
    .limit(maxRows)
  const [waiting] = await database
    .select({ count: count(), oldestAt: min(bankLines.at) })
    .from(bankLines)
    .where(eq(bankLines.state, 'waiting'))
  const school = alias(contractSignatures, 'school_signature')
  const isOfSchool = and(eq(school.contractId, contractSignatures.contractId), eq(school.side, 'school'))
  const signatures = await database
    .select({
      contractUuid: contracts.id,
      number: contracts.number,
      customerId: users.id,
      name: selectFullName(users),
      customerAt: contractSignatures.at,
    })
    .from(contractSignatures)
    .innerJoin(contracts, eq(contracts.id, contractSignatures.contractId))
    .innerJoin(users, eq(users.id, contracts.customerId))
    .leftJoin(school, isOfSchool)
    .where(
      and(
        eq(contractSignatures.side, 'customer'),
        isNull(school.contractId),
        inArray(contracts.status, ['Open', 'Concluded']),
        ne(contracts.customerId, userId),
      ),
    )
    .orderBy(asc(contractSignatures.at), asc(contracts.id))
    .limit(maxRows)
  return {
    paymentDifferences: differences.map(({ payerId, name, foundAt, ...difference }) => ({
      ...difference,
      payer: payerId === null ? null : { id: payerId, name: name ?? '' },
      foundAt: foundAt.toISOString(),
    })),
    bankLines: waiting?.oldestAt ? { count: waiting.count, oldestAt: waiting.oldestAt.toISOString() } : null,
    signatures: signatures.map(({ customerId, name, customerAt, ...contract }) => ({
      ...contract,
      customer: { id: customerId, name: name ?? '' },
      customerAt: customerAt.toISOString(),
    })),
    today: await findSchoolDay(database, time),
    queues: await countQueues(database, workQueues, time),
  }
}
