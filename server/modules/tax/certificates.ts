import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import type { Certificate } from '#contract/tax.ts'
import { dayAt } from '#server/days.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import { certificateNumbers, type MadeOf, taxCertificates } from '#server/db/schema/tax.ts'
import { refuse, refuseValue } from '#server/refusal.ts'
import { paidByYear } from './paid.ts'
import { type KnownPerson, pairOf } from './people.ts'
import { correctedNumber, obstaclesOf } from './rules.ts'
import { rulesOf } from './tax-rules.ts'

/** All but the file, which is large. */
const columns = {
  id: taxCertificates.id,
  number: taxCertificates.number,
  studentId: taxCertificates.studentId,
  state: taxCertificates.state,
  amount: taxCertificates.amount,
  requestedAt: taxCertificates.requestedAt,
  preparedAt: taxCertificates.preparedAt,
  readyAt: taxCertificates.readyAt,
  madeOf: taxCertificates.madeOf,
}
export type KeptCertificate = Omit<typeof taxCertificates.$inferSelect, 'file' | 'year' | 'applicantId'>

/** What the certificate says, as it is now. */
type Present = { paid: number; applicant: KnownPerson; student: KnownPerson }

export function certificatesOf(database: Database, { applicantId, year }: { applicantId: string; year: number }) {
  return database
    .select(columns)
    .from(taxCertificates)
    .where(and(eq(taxCertificates.applicantId, applicantId), eq(taxCertificates.year, year)))
}

export function certificateOf(kept: KeptCertificate, present: Present): Certificate {
  const { id, number, state, amount, requestedAt, preparedAt, readyAt } = kept
  return {
    uuid: id,
    number,
    state,
    amount,
    requestedAt: requestedAt.toISOString(),
    preparedAt: preparedAt?.toISOString() ?? null,
    readyAt: readyAt?.toISOString() ?? null,
    isOutdated: isOutdated(kept, present),
  }
}

/** Money has moved since it was prepared, or it names somebody otherwise than they are known now. */
function isOutdated({ state, amount, madeOf }: KeptCertificate, { paid, ...people }: Present): boolean {
  return state === 'ready' && (amount !== paid || !isDeepStrictEqual(madeOf, madeOfNow(people)))
}

/** What a certificate says of people: kept with it, to be compared with what is known later. */
export function madeOfNow({ applicant, student }: Omit<Present, 'paid'>): MadeOf {
  return { applicant: namedIn(applicant), student: namedIn(student) }
}

function namedIn({ lastName, firstName, patronym, taxNumber, bornOn }: KnownPerson): MadeOf['student'] {
  return { lastName, firstName, patronym, taxNumber, bornOn }
}

type Asked = { applicantId: string; studentId: string; year: number; now: Date; timeZone: string }

/** Once for an applicant, a student and a year, however often it is asked for; anew where it is outdated. */
export async function requestCertificate(transaction: Transaction, asked: Asked): Promise<Certificate> {
  const { applicantId, studentId, year, now, timeZone } = asked
  const { applicant, student } = await pairOf(transaction, asked)
  if (!rulesOf(year)) refuseValue('year', 'wrong-value', 'No rules of the deduction cover this year')
  const sums = (await paidByYear(transaction, asked)).find((sum) => sum.studentId === studentId && sum.year === year)
  const { paid, paidByOthers } = sums ?? { paid: 0, paidByOthers: 0 }
  const obstacles = obstaclesOf({ year, today: dayAt(now, timeZone), applicant, student, paid, paidByOthers })
  if (obstacles.length > 0) refuse('state-conflict', `A tax office would not take it: ${obstacles.join(', ')}`)

  const present = { paid, applicant, student }
  const number = sql<string>`${`${year}-`} || lpad(nextval(${certificateNumbers.seqName})::text, 6, '0')`
  const [made] = await transaction
    .insert(taxCertificates)
    .values({ number, year, applicantId, studentId, amount: paid, requestedAt: now })
    .onConflictDoNothing({ target: [taxCertificates.applicantId, taxCertificates.studentId, taxCertificates.year] })
    .returning(columns)
  if (made) return certificateOf(made, present)
  return certificateOf(await knownOrCorrected(transaction, asked, present), present)
}

async function knownOrCorrected(transaction: Transaction, asked: Asked, present: Present): Promise<KeptCertificate> {
  const { applicantId, studentId, year, now } = asked
  const [known] = await transaction
    .select(columns)
    .from(taxCertificates)
    .where(
      and(
        eq(taxCertificates.applicantId, applicantId),
        eq(taxCertificates.studentId, studentId),
        eq(taxCertificates.year, year),
      ),
    )
    .for('update')
  // Whoever prepares certificates has just given it up: its sum has come to nothing.
  if (!known) refuse('state-conflict', 'The certificate was given up this moment')
  if (!isOutdated(known, present)) return known
  const [corrected] = await transaction
    .update(taxCertificates)
    .set({
      number: correctedNumber(known.number),
      state: 'requested',
      amount: present.paid,
      requestedAt: now,
      preparedAt: null,
      readyAt: null,
      madeOf: null,
      file: null,
    })
    .where(eq(taxCertificates.id, known.id))
    .returning(columns)
  return corrected ?? known
}
