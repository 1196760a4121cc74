import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { dayAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { taxCertificates } from '#server/db/schema/tax.ts'
import { noticePlaceOf, queueMessage } from '#server/delivery/queue.ts'
import { type Organisation, taxCertificate } from '#server/documents/tax-certificate.ts'
import { everyMinute } from '#server/every-minute.ts'
import { madeOfNow } from './certificates.ts'
import { isFullTime, paidByYear } from './paid.ts'
import { pairOf } from './people.ts'
import { numberParts } from './rules.ts'

type Options = {
  database: Database
  clock: () => Date
  timeZone: string
  organisation: Organisation
  log: FastifyBaseLogger
}
type Row = typeof taxCertificates.$inferSelect

/**
 * Makes the certificates that were asked for, in two steps that any server may take, and take again: the sum is fixed
 * in one, the file comes of what was fixed in the other. A step changes a row only as it found it, and tells the
 * applicant in the same transaction, so that two servers, or one that died in between, make one file and one message.
 */
export function createPreparing({ database, clock, timeZone, organisation, log }: Options) {
  async function prepareAll(): Promise<void> {
    for (const certificate of await unfinished(database)) {
      await advance(certificate).catch((error: unknown) =>
        log.error({ err: error, about: certificate.id }, 'a tax certificate is not made'),
      )
    }
  }

  /** One that fails is tried again next time and keeps nobody else waiting. */
  async function advance(certificate: Row): Promise<void> {
    const prepared = certificate.state === 'requested' ? await fixSum(certificate) : certificate
    if (prepared) await makeFile(prepared)
  }

  /** What was paid may have gone back since it was asked for: of nothing there is no certificate. */
  function fixSum(certificate: Row): Promise<Row | undefined> {
    const isAsFound = and(eq(taxCertificates.id, certificate.id), eq(taxCertificates.state, 'requested'))
    return database.transaction(async (transaction) => {
      const sums = await paidByYear(transaction, { ...certificate, timeZone })
      const amount = sums.find((sum) => isOf(certificate, sum))?.paid ?? 0
      if (amount > 0) {
        const change = { state: 'prepared' as const, amount, preparedAt: clock() }
        const [prepared] = await transaction.update(taxCertificates).set(change).where(isAsFound).returning()
        return prepared
      }
      const [dropped] = await transaction.delete(taxCertificates).where(isAsFound).returning()
      if (dropped) await tell(transaction, 'tax-certificate-dropped', dropped)
      return undefined
    })
  }

  async function makeFile(certificate: Row): Promise<void> {
    const now = clock()
    const { base, correction } = numberParts(certificate.number)
    const people = await pairOf(database, certificate)
    const file = await taxCertificate({
      ...people,
      ...certificate,
      organisation,
      number: base,
      correction,
      isFullTime: await isFullTime(database, { ...certificate, timeZone }),
      madeOn: dayAt(certificate.preparedAt ?? now, timeZone),
    })
    const isAsFound = and(
      eq(taxCertificates.id, certificate.id),
      eq(taxCertificates.number, certificate.number),
      eq(taxCertificates.state, 'prepared'),
    )
    await database.transaction(async (transaction) => {
      const change = { state: 'ready' as const, file, madeOf: madeOfNow(people), readyAt: now }
      const [ready] = await transaction.update(taxCertificates).set(change).where(isAsFound).returning()
      if (ready) await tell(transaction, 'tax-certificate-ready', ready)
    })
  }

  async function tell(
    transaction: Database,
    kind: 'tax-certificate-ready' | 'tax-certificate-dropped',
    { applicantId, studentId, year, number }: Row,
  ): Promise<void> {
    const student = sql<string>`(select ${users.firstName} from ${users} where ${users.id} = ${studentId})`
    const [applicant] = await transaction
      .select({ email: users.email, phone: users.phone, language: users.language, student: student.as('student') })
      .from(users)
      .where(eq(users.id, applicantId))
    const to = applicant && noticePlaceOf(applicant)
    if (!to) return
    const values = { student: applicant.student, year: String(year), number }
    await queueMessage(transaction, { to, kind, language: applicant.language ?? 'ru', values, now: clock() })
  }

  return { prepareAll }
}

function isOf({ studentId, year }: Row, sum: { studentId: string; year: number }): boolean {
  return sum.studentId === studentId && sum.year === year
}

function unfinished(database: Database): Promise<Row[]> {
  return database
    .select()
    .from(taxCertificates)
    .where(ne(taxCertificates.state, 'ready'))
    .orderBy(asc(taxCertificates.requestedAt), asc(taxCertificates.id))
}

/** Prepares what waits, as long as the server lives. */
export function startPreparing(options: Options): { stop(): Promise<void> } {
  const { prepareAll } = createPreparing(options)
  return everyMinute(prepareAll, (error) =>
    options.log.warn({ err: error }, 'tax certificates wait: the database does not answer'),
  )
}
