import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { dayAt } from '#server/days.ts'
import type { Transaction } from '#server/db/client.ts'
import { deliveries } from '#server/db/schema/delivery.ts'
import { taxCertificates } from '#server/db/schema/tax.ts'
import { demoSchool } from '#server/documents/payee.ts'
import { requestCertificate } from '#server/modules/tax/certificates.ts'
import { paidByYear } from '#server/modules/tax/paid.ts'
import { createPreparing } from '#server/modules/tax/preparing.ts'
import { type DemoLogin, demoSubject } from './accounts.ts'
import type { School } from './school.ts'

const day = 86_400_000

/**
 * Certificates of last year, one in each state, made as the people themselves make them. Whoever prepares certificates
 * takes up the unfinished ones as soon as a server runs.
 */
export async function addCertificates(transaction: Transaction, { people, plan: { now, timeZone } }: School) {
  const year = Number(dayAt(now, timeZone).slice(0, 4)) - 1
  const ask = async (login: DemoLogin, place: number, at: Date): Promise<void> => {
    const applicantId = people.users.find(({ subject }) => subject === demoSubject(login))?.id
    if (applicantId === undefined) return
    const sums = await paidByYear(transaction, { applicantId, timeZone })
    const paid = sums.filter((sum) => sum.year === year && sum.paid > 0)[place]
    if (paid) await requestCertificate(transaction, { applicantId, studentId: paid.studentId, year, now: at, timeZone })
  }

  const longAgo = new Date(now.getTime() - 20 * day)
  const log = pino({ level: 'silent' })
  const organisation = { ...demoSchool.PAYEE, signatory: demoSchool.PAYEE_SIGNATORY }
  await ask('family', 0, longAgo)
  await createPreparing({ database: transaction, clock: () => longAgo, timeZone, organisation, log }).prepareAll()
  // It was told long ago.
  await transaction.delete(deliveries)
  await ask('family', 1, now)
  const prepared = { state: 'prepared' as const, preparedAt: now }
  await transaction.update(taxCertificates).set(prepared).where(eq(taxCertificates.state, 'requested'))
  await ask('innopolis-student', 0, now)
}
