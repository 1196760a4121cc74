import { eq } from 'drizzle-orm'
import { requestCertificate } from '#server/billing/tax/certificates.ts'
import { sumPaidByYear } from '#server/billing/tax/paid-amounts.ts'
import { issueCertificate, unfinishedCertificates } from '#server/billing/tax/prepare-certificates.ts'
import type { Transaction } from '#server/db/client.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { taxCertificates } from '#server/db/schema/tax.ts'
import { demoPayee } from '#server/environment/payee.ts'
import { type DemoLogin, demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import type { School } from './create-school.ts'

const day = 86_400_000

/**
 * Certificates of last year in each state, made by the normal code. The job completes the unfinished ones when a server
 * runs.
 */
export async function addTaxCertificates(transaction: Transaction, { people, plan: { now, timeZone } }: School) {
  const year = Number(dayInZone(now, timeZone).slice(0, 4)) - 1
  const request = async (login: DemoLogin, index: number, at: Date): Promise<void> => {
    const applicantId = people.users.find(({ subject }) => subject === demoSubject(login))?.id
    if (applicantId === undefined) return
    const sums = await sumPaidByYear(transaction, { applicantId, timeZone })
    const paid = sums.filter((sum) => sum.year === year && sum.paid > 0)[index]
    if (paid) await requestCertificate(transaction, { applicantId, studentId: paid.studentId, year, now: at, timeZone })
  }

  const longAgo = new Date(now.getTime() - 20 * day)
  const organisation = { ...demoPayee.PAYEE, signatory: demoPayee.PAYEE_SIGNATORY }
  await request('family', 0, longAgo)
  const context = { database: transaction, clock: () => longAgo, timeZone, organisation }
  for (const certificate of await unfinishedCertificates(transaction)) await issueCertificate(context, certificate)
  // Its message was sent long ago.
  await transaction.delete(deliveries)
  await request('family', 1, now)
  const prepared = { state: 'prepared' as const, preparedAt: now }
  await transaction.update(taxCertificates).set(prepared).where(eq(taxCertificates.state, 'requested'))
  await request('innopolis-student', 0, now)
}
