import { type SQL, sql } from 'drizzle-orm'
import { guardiansOf } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import type { StoredOperation } from './duplicate-operations.ts'
import type { ContractAccount, LedgerLine } from './ledger.ts'
import type { PossiblePayer } from './match-payer.ts'
import type { StoredState } from './plan-receipts.ts'
import { type ReceiptRow, rowSides } from './receipt-row.ts'

/** Reads contracts with their balances, as `lockAccounts` does, and the operations of the rows. */
export async function readStoredState(transaction: Database, rows: readonly ReceiptRow[]): Promise<StoredState> {
  const numbers = new Set(rows.flatMap((row) => rowSides(row).map(({ number }) => number)))
  const accounts = await lockAccounts(transaction, sql`number in ${listOf([...numbers], 'text')}`)
  const these = listOf([...accounts.keys()], 'uuid')

  if (rows.some(({ payer }) => payer !== null)) {
    const people = await transaction.execute<PossiblePayer & { contractId: string }>(sql`
      select contracts.id as "contractId", users.id, last_name as "lastName", first_name as "firstName", patronym
      from contracts
        join lateral (
          select contracts.customer_id as id, 0 as rank
          union all select guardian_id, 1 from ${guardiansOf(contracts.studentId, 'relation')} as guardians
        ) as payers on true
        join users on users.id = payers.id
      where contracts.id in ${these}
      order by rank, users.id
    `)
    for (const { contractId, ...person } of people.rows) accounts.get(contractId)?.people.push(person)
  }
  return {
    accounts: new Map([...accounts.values()].map((account) => [account.number, account])),
    operations: await readOperations(transaction, rows),
  }
}

/**
 * The contracts of a condition, by id, with the balances of their payments. The payments are locked in the order of ids,
 * so concurrent changes of them finish before they are read or wait.
 */
export async function lockAccounts(transaction: Database, which: SQL): Promise<Map<string, ContractAccount>> {
  await lockPayments(transaction, which)
  return readAccounts(transaction, which)
}

/** Read everything else after the lock: a statement that waits for it sees the rows as they were before. */
export async function lockPayments(transaction: Database, which: SQL): Promise<void> {
  await transaction.execute(sql`
    select count(*) from (
      select from payments where contract_id in (select id from contracts where ${which}) order by id for no key update
    ) as locked
  `)
}

type AccountLine = Pick<ContractAccount, 'number'> & {
  contractId: string
  contractStatus: ContractAccount['status']
} & (LedgerLine | { id: null })

/** The same without a lock, to show them. */
export async function readAccounts(transaction: Database, which: SQL): Promise<Map<string, ContractAccount>> {
  const { rows } = await transaction.execute<AccountLine>(sql`
    select contracts.id as "contractId", contracts.number, contracts.status as "contractStatus",
      payments.id, kind, position, due_on::text as "dueOn", amount::float8 as amount, payments.status, paid::float8 as paid
    from (select id, number, status from contracts where ${which}) as contracts
      left join payments on payments.contract_id = contracts.id
      left join payment_balances on payment_id = payments.id
    order by contracts.id, position
  `)
  const accounts = new Map<string, ContractAccount>()
  for (const { contractId: id, number, contractStatus: status, ...line } of rows) {
    const account = accounts.get(id) ?? { id, number, status, lines: [], people: [] }
    accounts.set(id, account)
    if (line.id !== null) account.lines.push(line)
  }
  return accounts
}

async function readOperations(transaction: Database, rows: readonly ReceiptRow[]): Promise<StoredState['operations']> {
  const ids = new Set(rows.map(({ operationId }) => operationId))
  const found = await transaction.execute<StoredOperation & { externalId: string }>(sql`
    select external_id as "externalId", contract_id as "contractId", position, operations.kind, operations.amount::float8 as amount,
      at, payer_id as "payerId", payer_name as "payerName"
    from operations join payments on payments.id = payment_id
    where external_id in ${listOf([...ids], 'text')}
  `)
  return Map.groupBy(
    found.rows.map(({ externalId, ...operation }) => ({ externalId, ...operation, at: new Date(operation.at) })),
    ({ externalId }) => externalId,
  )
}
