import { desc, eq, or, sql } from 'drizzle-orm'
import type { Contract } from '#contract/contracts.ts'
import type { Database } from '#server/db/client.ts'
import { contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { campaigns, programs, studyGroups, territories } from '#server/db/schema/programs.ts'
import { type PlannedPayment, settledPayment, sumsOf } from './rules.ts'

/** The contracts that the person signed or studies by, and those of the person's children; the newest first. */
export function contractListOf(database: Database) {
  const userId = sql.placeholder('userId')

  const children = database
    .select({ id: guardianships.childId })
    .from(guardianships)
    .where(eq(guardianships.guardianId, userId))

  const operationsOfPayment = sql`(
    select json_agg(
      json_build_object('uuid', ${operations.id}, 'kind', ${operations.kind}, 'amount', ${operations.amount}, 'at', ${operations.at})
      order by ${operations.at}, ${operations.id}
    )
    from ${operations} where ${operations.paymentId} = ${payments.id}
  )`

  const paymentsOfContract = sql<StoredPayment[]>`(
    select coalesce(json_agg(
      json_build_object(
        'uuid', ${payments.id}, 'title', ${payments.title}, 'dueOn', ${payments.dueOn}, 'amount', ${payments.amount},
        'status', ${payments.status}, 'operations', ${operationsOfPayment}
      )
      order by ${payments.position}
    ), '[]')
    from ${payments} where ${payments.contractId} = ${contracts.id}
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
      payments: paymentsOfContract,
    })
    .from(contracts)
    .innerJoin(users, eq(users.id, contracts.studentId))
    .innerJoin(programs, eq(programs.id, contracts.programId))
    .innerJoin(campaigns, eq(campaigns.id, contracts.campaignId))
    .leftJoin(studyGroups, eq(studyGroups.id, contracts.groupId))
    .leftJoin(territories, eq(territories.id, contracts.territoryId))
    .where(
      or(
        eq(contracts.customerId, userId),
        eq(contracts.studentId, userId),
        sql`${contracts.studentId} = any(array(${children}))`,
      ),
    )
    .orderBy(desc(contracts.createdAt), contracts.number)
    .prepare('contract_list')

  return async (userId: string): Promise<Contract[]> => {
    const stored = await query.execute({ userId })
    return stored.map(({ payments, ...contract }) => {
      const settled = payments.map((payment) => settledPayment(plannedPayment(payment)))
      return { ...contract, ...sumsOf(settled), payments: settled }
    })
  }
}

/** JSON made by the database: no operations are null, and an instant carries its offset. */
type StoredPayment = Omit<PlannedPayment, 'operations'> & { operations: PlannedPayment['operations'] | null }

function plannedPayment({ operations, ...payment }: StoredPayment): PlannedPayment {
  return {
    ...payment,
    operations: (operations ?? []).map((operation) => ({ ...operation, at: new Date(operation.at).toISOString() })),
  }
}
