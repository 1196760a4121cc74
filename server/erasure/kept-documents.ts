import { type SQL, sql } from 'drizzle-orm'
import type { KeptDocument, RetentionLaw } from '#contract/enumerations.ts'
import type { DeletionPreview } from '#contract/people/data-requests.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { findObstacles } from './deletion-obstacles.ts'

/**
 * Which laws say that a kind of document is kept, all for five years after the year: 402-FZ article 29, article 23 of the
 * Tax Code, 125-FZ article 17 with item 11 of the list of Rosarkhiv, 54-FZ article 4.5.
 */
const lawsOf: Readonly<Record<KeptDocument, readonly RetentionLaw[]>> = {
  contracts: ['402-fz', '125-fz'],
  payments: ['402-fz', 'tax-code', '54-fz'],
  certificates: ['tax-code'],
}

type Kept = { kind: KeptDocument; count: number; until: string }

/**
 * Documents of a person, of all accounts that were joined, that the law makes the school keep until the end of a year.
 * `years` counts from the year after the last movement of money, the end of the contract, or the day on which a certificate was ready.
 */
export async function findKeptDocuments(
  database: Database,
  accounts: readonly string[],
  { years, now, timeZone }: CurrentTime & { years: number },
): Promise<Kept[]> {
  const ids = listOf(accounts, 'uuid')
  const today = dayInZone(now, timeZone)
  const zoned = (instant: SQL) => sql`${instant} at time zone ${timeZone}`
  const { rows } = await database.execute<Kept>(sql`
    with documents as (
      select 'contracts' as kind, 1 as place, extract(year from greatest(
        (select max(${zoned(sql`operations.at`)}) from operations join payments on payments.id = operations.payment_id
          where payments.contract_id = contracts.id),
        case when contracts.status = 'Termination'
          then (select max(${zoned(sql`contract_states.at`)}) from contract_states where contract_states.contract_id = contracts.id)
          else campaigns.ends_on::timestamp end
      )) as year
      from contracts join campaigns on campaigns.id = contracts.campaign_id
      where (contracts.student_id in ${ids} or contracts.customer_id in ${ids}) and (contracts.status <> 'NotPaid' or exists (
        select from operations join payments on payments.id = operations.payment_id where payments.contract_id = contracts.id
      ))
      union all
      select 'payments', 2, extract(year from ${zoned(sql`operations.at`)})
      from operations join payments on payments.id = operations.payment_id
        join contracts on contracts.id = payments.contract_id
      where contracts.student_id in ${ids} or contracts.customer_id in ${ids} or operations.payer_id in ${ids}
      union all
      select 'certificates', 3, extract(year from ${zoned(sql`coalesce(ready_at, requested_at)`)}) from tax_certificates
      where state = 'ready' and (applicant_id in ${ids} or student_id in ${ids})
    )
    select kind, count(*)::int as count, max(make_date(year::int + ${years}::int, 12, 31))::text as until
    from documents where year is not null
    group by kind, place having max(make_date(year::int + ${years}::int, 12, 31)) >= ${today}::date
    order by place`)
  return rows
}

/** What the deletion of a person would delete and keep, and what must end first. */
export async function previewErasure(
  database: Database,
  accounts: readonly string[],
  time: CurrentTime & { years: number },
): Promise<DeletionPreview> {
  const ids = listOf(accounts, 'uuid')
  const kept = await findKeptDocuments(database, accounts, time)
  const { rows } = await database.execute<Record<'tickets' | 'files' | 'marks', number>>(sql`
    select (select count(*)::int from tickets where author_id in ${ids}) as tickets,
      (select count(*)::int from ticket_files where owner_id in ${ids})
        + (select count(*)::int from avatars where owner_id in ${ids}) as files,
      (select count(*)::int from marks join grade_books on grade_books.id = marks.book_id
        where grade_books.student_id in ${ids}) as marks`)
  return {
    obstacles: await findObstacles(database, accounts, time),
    kept: kept.map((document) => ({ ...document, laws: [...lawsOf[document.kind]] })),
    ...(rows[0] ?? { tickets: 0, files: 0, marks: 0 }),
  }
}
