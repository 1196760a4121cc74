import { type SQL, sql } from 'drizzle-orm'
import type { Database, OpenDatabase } from '#server/db/client.ts'
import { leftInSql } from '#server/enrolment/contracts/payment-sums.ts'
import { openTestDatabases } from '#tests/support/server/database.ts'

/** A rule of the ledger that does not hold, and the contract, instalment or document of which it does not. */
export type LedgerFault = { rule: string; of: string }

/**
 * What must hold in the ledger at any moment, whatever is under way: paid and due are what is planned, no instalment is
 * paid twice, and every rouble has a document. The ledger of an imported school has its operations without checkouts,
 * actions and terminations, which stay where they were. One statement, which reads the whole database.
 */
export async function readLedgerFaults(database: Database): Promise<LedgerFault[]> {
  const { rows } = await database.execute<LedgerFault>(sql`
    with lines as materialized (
      select payments.id, payments.contract_id, amount, status, paid, ${leftInSql} as due
      from payments join payment_balances on payment_id = payments.id
    ), moved as materialized (
      select external_id, payment_id, contract_id, operations.kind, operations.amount,
        case operations.kind when 'ReceivingDS' then operations.amount when 'ReturnDS' then -operations.amount else 0 end as arrived,
        case operations.kind when 'ReceivingTransferDS' then operations.amount when 'ReturnTransferDS' then -operations.amount else 0 end as transferred
      from operations join payments on payments.id = payment_id where external_id is not null
    ), documents as materialized (
      select external_id, contract_id, sum(arrived) as arrived from moved group by external_id, contract_id
    ), online as (
      select provider || '/' || external_id as document, state, checkout_lines.payment_id, booked
      from checkouts join checkout_lines on checkout_id = checkouts.id where external_id is not null
    ), returned as (
      select provider || '/' || refunds.external_id as document, coalesce(sum(refund_lines.amount), 0) as amount, coalesce((
        select amount from payment_differences where kind = 'refund-not-booked' and payment_differences.external_id = refunds.external_id
      ), 0) as not_booked
      from refunds join checkouts on checkouts.id = checkout_id left join refund_lines on refund_id = refunds.id
      where refunds.state = 'succeeded' group by provider, refunds.external_id
    )
    select 'paid and due are not what is planned' as rule, number as of from contracts left join (
        select contract_id, sum(paid + case status when 'Canceled' then amount - paid else due end) as planned from lines group by contract_id
      ) as plans on contract_id = contracts.id
      where total <> coalesce(planned, 0)
    union all select 'paid more than the amount, or less than nothing', id::text from lines where paid not between 0 and amount
    union all select 'booked twice', external_id from moved group by external_id, payment_id, kind having count(*) > 1
    union all select 'money moves between contracts and does not arrive', external_id from moved group by external_id having sum(transferred) <> 0
    union all select 'a paid line of a checkout is not decided', document from online where state = 'paid' and booked is null
    union all select 'the receipts of a checkout are not its lines', coalesce(document, external_id)
      from (select * from online where booked > 0) as online full join (
        select external_id, payment_id, sum(amount) as amount from moved where kind = 'ReceivingDS' and external_id like 'yookassa/%' group by external_id, payment_id
      ) as receipts on external_id = document and receipts.payment_id = online.payment_id
      where booked is distinct from amount and exists (select from checkouts)
    union all select 'the returns of a refund are not its lines', coalesce(document, external_id)
      from returned full join (
        select external_id, sum(amount) as booked from moved where kind = 'ReturnDS' and external_id like 'yookassa/%' group by external_id
      ) as returns on external_id = document
      where (amount is null or coalesce(booked, 0) not between amount - not_booked and amount) and exists (select from checkouts)
    union all select 'money of a bank line is not at its contract', bank_line_parts.external_id
      from bank_line_parts left join documents using (external_id, contract_id) where amount <> coalesce(arrived, 0)
    union all select 'a booked bank line is not booked whole', key from bank_lines left join bank_line_parts on line_id = id
      where state = 'booked' group by key, bank_lines.amount having bank_lines.amount <> coalesce(sum(bank_line_parts.amount), 0)
    union all select 'a bank line that is not booked has money at a contract', key
      from bank_lines cross join lateral (
        select key || case number when 1 then '' else '/' || number end as document from generate_series(1, greatest(bookings, 1)) as number
      ) as numbered join documents on external_id in (document, document || '/undo')
      where state <> 'booked' group by key having sum(arrived) <> 0
    union all select 'what is taken back is not what was booked', undone.external_id
      from documents as undone left join documents on documents.external_id || '/undo' = undone.external_id and documents.contract_id = undone.contract_id
      where undone.external_id like '%/undo' and undone.arrived <> -coalesce(documents.arrived, 0)
    union all select 'no action of the staff books it', external_id from documents
      where external_id like 'outside/%' and external_id not like '%/undo' and exists (select from contract_actions) and not exists (
        select from contract_actions where state -> 'booked' ->> 'externalId' = external_id and contract_actions.contract_id = documents.contract_id
      )
    union all select 'no termination moves it', external_id from documents
      where external_id like 'termination/%' and exists (select from terminations)
        and not exists (select from terminations where 'termination/' || id = external_id)
  `)
  return rows
}

const tables = [
  'contracts',
  'payments',
  'operations',
  'checkouts',
  'checkout_lines',
  'refunds',
  'refund_lines',
  'bank_lines',
  'bank_line_parts',
  'contract_actions',
  'terminations',
  'payment_differences',
]
const versions = tables.map(
  (table): SQL => sql.raw(`(select count(*) || '/' || max(xmin::text::bigint) from ${table})`),
)

/** Of the ledger as it was read last, by database. */
const knownVersions = new WeakMap<OpenDatabase, string>()

/** The faults of the test databases whose ledger has changed since the last call: most tests change none. */
export async function readChangedLedgers(): Promise<LedgerFault[]> {
  const found: LedgerFault[] = []
  for (const opened of openTestDatabases) {
    const { rows } = await opened.database.execute<{ version: string }>(
      sql`select concat_ws(' ', ${sql.join(versions, sql`, `)}) as version`,
    )
    const version = rows[0]?.version ?? ''
    if (version === (knownVersions.get(opened) ?? '')) continue
    knownVersions.set(opened, version)
    found.push(...(await readLedgerFaults(opened.database)))
  }
  return found
}
