import { and, asc, eq, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/client.ts'
import { balances, contracts, payments } from '#server/db/schema/contracts.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { campaigns, programs, studyGroups, territories } from '#server/db/schema/programs.ts'
import { isPayable, type Line } from '#server/modules/contracts/rules.ts'
import { refuse } from '#server/refusal.ts'

const customers = alias(users, 'customers')
const students = alias(users, 'students')
const userId = sql.placeholder('userId')
const contractId = sql.placeholder('contractId')

/** What papers of a contract say of it, for whoever may see it: as in the list of contracts; 404 for others. */
export function paperReader(database: Database) {
  const contract = database
    .select({
      number: contracts.number,
      status: contracts.status,
      concludedOn: contracts.concludedOn,
      customer: fullName(customers),
      customerLastName: customers.lastName,
      student: fullName(students),
      program: programs.title,
      schoolYear: campaigns.schoolYear,
      startsOn: sql<string>`coalesce(${studyGroups.startsOn}, ${campaigns.startsOn})`,
      endsOn: sql<string>`coalesce(${studyGroups.endsOn}, ${campaigns.endsOn})`,
      group: studyGroups.title,
      territory: territories.title,
      format: contracts.format,
      total: contracts.total,
    })
    .from(contracts)
    .innerJoin(customers, eq(customers.id, contracts.customerId))
    .innerJoin(students, eq(students.id, contracts.studentId))
    .innerJoin(programs, eq(programs.id, contracts.programId))
    .innerJoin(campaigns, eq(campaigns.id, contracts.campaignId))
    .leftJoin(studyGroups, eq(studyGroups.id, contracts.groupId))
    .leftJoin(territories, eq(territories.id, contracts.territoryId))
    .where(and(eq(contracts.id, contractId), isOnesOwn(database)))
    .prepare('paper_contract')

  const lines = database
    .select({
      uuid: payments.id,
      position: payments.position,
      title: payments.title,
      dueOn: payments.dueOn,
      amount: payments.amount,
      status: payments.status,
      paid: balances.paid,
    })
    .from(payments)
    .innerJoin(balances, eq(balances.paymentId, payments.id))
    .where(eq(payments.contractId, contractId))
    .orderBy(asc(payments.position))
    .prepare('paper_payments')

  return {
    async contract(asked: { userId: string; contractId: string }) {
      const [found] = await contract.execute(asked)
      return found ?? refuse('not-found', 'No such contract, or not yours')
    },
    lines: (contractId: string) => lines.execute({ contractId }),
  }
}

/** A bill is made of what the customer is expected to pay: what is paid, cancelled, put off or paid by others has none. */
export function billable<Counted extends Line>(line: Counted | undefined): Counted {
  if (!line) refuse('not-found', 'No such payment of this contract')
  if (!isPayable(line)) refuse('nothing-to-pay', 'Nothing is to be paid of this now')
  return line
}

function isOnesOwn(database: Database) {
  const children = database
    .select({ id: guardianships.childId })
    .from(guardianships)
    .where(eq(guardianships.guardianId, userId))
  return or(
    eq(contracts.customerId, userId),
    eq(contracts.studentId, userId),
    sql`${contracts.studentId} = any(array(${children}))`,
  )
}

function fullName(person: typeof customers | typeof students) {
  return sql<string>`concat_ws(' ', ${person.lastName}, ${person.firstName}, ${person.patronym})`
}
