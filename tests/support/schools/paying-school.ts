import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { TaxDeduction, TaxStudent } from '#contract/billing/tax.ts'
import type { OperationKind, PaymentKind } from '#contract/enumerations.ts'
import { sessionLifetime } from '#server/access/session-lifetime.ts'
import { contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import type { JobContext } from '#server/jobs/schedule.ts'
import type { Person, TestApp } from '#tests/support/server/app.ts'
import { runJobs } from '#tests/support/server/jobs.ts'
import { ids, openSmallSchool } from './small-school.ts'

/** The payment of a contract with one line, large enough for any receipt. */
export type Account = { contractId: string; paymentId: string; number: string }
type Terms = Partial<Pick<typeof contracts.$inferInsert, 'paymentScheme' | 'format'>> & { kind?: PaymentKind }
type Moved = { kind?: OperationKind; amount: number; at: string; payerId?: string; payerName?: string }

/** Tax numbers with valid control digits. */
export const taxNumbers = { parent: '500100732259', child: '770000000082' } as const

/** A school with payments: contracts, operations, and their tax deduction. */
export async function openPayingSchool(server: TestApp) {
  const { database } = server.opened
  const school = await openSmallSchool(server)
  let numbers = 0

  return {
    ...school,
    async addAccount(studentId: string, customerId: string, { kind = 'whole', ...more }: Terms = {}): Promise<Account> {
      numbers += 1
      const [contractId, paymentId, number] = [randomUUID(), randomUUID(), `25-ФИЗ-${String(numbers).padStart(4, '0')}`]
      const total = 1_000_000_000
      await database.transaction(async (transaction) => {
        await transaction.insert(contracts).values({
          id: contractId,
          number,
          status: 'Concluded',
          studentId,
          customerId,
          campaignId: ids.campaign,
          programId: ids.program,
          format: 'offline',
          paymentScheme: 'OnePayment',
          total,
          createdAt: new Date('2023-01-10T09:00:00Z'),
          ...more,
        })
        const line = {
          contractId,
          position: 1,
          title: 'Полная оплата',
          kind,
          dueOn: '2025-09-10',
          status: 'Open' as const,
        }
        await transaction.insert(payments).values({ id: paymentId, amount: total, ...line })
      })
      return { contractId, paymentId, number }
    },
    async move(
      { paymentId }: Pick<Account, 'paymentId'>,
      { at, kind = 'ReceivingDS', ...moved }: Moved,
    ): Promise<string> {
      const id = randomUUID()
      await database.insert(operations).values({ id, paymentId, kind, at: new Date(at), ...moved })
      return id
    },
    async deductionOf(person: Person, year = 2025): Promise<TaxDeduction> {
      const answer = await person.call('GET /v1/profile/tax-deduction', { query: `year=${year}` })
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer.json()
    },
    async studentOf(person: Person, studentUuid: string, year = 2025): Promise<TaxStudent> {
      const { students } = await this.deductionOf(person, year)
      const found = students.find((student) => student.studentUuid === studentUuid)
      if (!found) throw new Error('No such student in the deduction')
      return found
    },
    saveDetails: (person: Person, body: object) => person.call('PATCH /v1/profile/tax-deduction/particulars', { body }),
    ask: (person: Person, studentUuid: string, { year = 2025, key = randomUUID() } = {}) =>
      person.call('POST /v1/profile/tax-deduction/certificate', {
        body: { year, studentUuid },
        headers: { 'idempotency-key': key },
      }),
    /** A parent with complete data and a child with payments in 2025. */
    async addPayer(childName = 'Артём', email = 'mama@mail.example') {
      const { parent, childId } = await school.addFamily(childName)
      await database.update(users).set({ patronym: 'Ильич', email }).where(eq(users.id, parent.userId))
      await this.saveDetails(parent, { userUuid: parent.userId, taxNumber: taxNumbers.parent, bornOn: '1984-03-07' })
      await this.saveDetails(parent, { userUuid: childId, taxNumber: taxNumbers.child, bornOn: '2013-05-20' })
      const account = await this.addAccount(childId, parent.userId)
      await this.move(account, { amount: 8_450_050, at: '2025-09-08T10:00:00Z' })
      return { parent, childId, account }
    },
    /** Runs the job of certificates; `more` overrides dependencies, as for another server. */
    prepare: (more: Partial<JobContext> = {}) =>
      runJobs(['issue-tax-certificates'], { database, clock: () => server.clock.now, ...more }),
    async at(now: string): Promise<void> {
      server.clock.now = new Date(now)
      const expiresAt = new Date(server.clock.now.getTime() + sessionLifetime)
      await database.update(sessions).set({ lastSeenAt: server.clock.now, expiresAt })
    },
  }
}
