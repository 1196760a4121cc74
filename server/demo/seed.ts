import { getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { ticketNumbers, tickets } from '#server/db/schema/schedule.ts'
import { addProviderAccounts } from '#server/idp/accounts.ts'
import {
  type DemoAccount,
  demoAccounts,
  demoPassword,
  demoSubject,
  loginWithoutPassword,
} from '#server/idp/demo-accounts.ts'
import { hashPassword } from '#server/idp/password-hash.ts'
import { addTaxCertificates } from './enrolment/tax-certificates.ts'
import { largeGradeBookAccounts } from './large-dataset.ts'
import type { Batch } from './row-batch.ts'
import { createSchool } from './school.ts'
import { schoolRows } from './school-rows.ts'

export type SeedOptions = {
  clock: () => Date
  /** 60 by default. */
  families?: number
  /** Adds a parent with this many contracts (`largeContractListAccount`). */
  contracts?: number
  /** Adds a student with this many marks and a parent (`largeGradeBookAccounts`). */
  marks?: number
  timeZone?: string
  seed?: string
}

/** Seeded only on request: a parent with a very long list of contracts. */
export const largeContractListAccount: DemoAccount = {
  login: 'collector',
  title: 'Родитель с тысячами договоров',
  titleEn: 'Parent with thousands of contracts',
  roles: ['parent'],
  firstName: 'Григорий',
  lastName: 'Собирателев',
  patronym: 'Львович',
}

/** Fills an empty database with the demo school in one transaction. */
export async function seedDemo(database: Database, options: SeedOptions): Promise<void> {
  const {
    clock,
    families = 60,
    contracts = 0,
    marks = 0,
    timeZone = 'Europe/Moscow',
    seed = 'lichny-kabinet',
  } = options
  const collector = contracts > 0 ? { collector: { account: largeContractListAccount, contracts } } : {}
  const bookworm = marks > 0 ? { bookworm: { accounts: largeGradeBookAccounts, marks } } : {}
  const school = createSchool({ now: clock(), timeZone, families, seed, ...collector, ...bookworm })
  const passwordHash = await hashPassword(demoPassword)

  await database.transaction(async (transaction) => {
    for (const batch of schoolRows(school)) await insertRows(transaction, batch)
    await addTaxCertificates(transaction, school)
    // New tickets continue after the last of these numbers.
    await transaction.execute(sql`select setval(${ticketNumbers.seqName}, (select count(*) from ${tickets}))`)
    await addProviderAccounts(
      transaction,
      listDemoAccounts(options).map(({ login, firstName, lastName }) => ({
        subject: demoSubject(login),
        login,
        name: `${firstName} ${lastName}`,
        email: `${login}@demo.example`,
        passwordHash: login === loginWithoutPassword ? null : passwordHash,
      })),
    )
  })
  await database.execute(sql`analyze`)
}

/** All accounts that can sign in. */
export function listDemoAccounts({
  contracts = 0,
  marks = 0,
}: Pick<SeedOptions, 'contracts' | 'marks'>): DemoAccount[] {
  return [
    ...demoAccounts,
    ...(contracts > 0 ? [largeContractListAccount] : []),
    ...(marks > 0 ? Object.values(largeGradeBookAccounts) : []),
  ]
}

/** Arbitrary, but unique among the advisory locks of this database. */
const seedLock = 2035_0002

/**
 * Seeds the demo if there are no people, and returns whether it did. Servers that start at the same time wait for each
 * other.
 */
export async function seedDemoIfEmpty(database: Database, options: SeedOptions): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${seedLock})`)
    const existing = await transaction.select({ id: users.id }).from(users).limit(1)
    if (existing.length > 0) return false
    await seedDemo(transaction, options)
    return true
  })
}

const rowsAtATime = 5000

/** One JSON parameter for all rows: one parameter per value is slow and limited in number. */
async function insertRows(database: Database, { table, rows }: Batch): Promise<void> {
  const [first] = rows
  if (!first) return
  const names = columnNames(table, first)
  const columns = sql.join(
    names.map(([, name]) => sql.identifier(name)),
    sql`, `,
  )
  for (let from = 0; from < rows.length; from += rowsAtATime) {
    const records = rows
      .slice(from, from + rowsAtATime)
      .map((row) => Object.fromEntries(names.map(([key, name]) => [name, row[key]])))
    await database.execute(
      sql`insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, ${JSON.stringify(records)}::json)`,
    )
  }
}

function columnNames(table: PgTable, row: Record<string, unknown>): [key: string, name: string][] {
  const columns = getTableColumns(table)
  return Object.keys(row).map((key) => {
    const column = columns[key]
    if (!column) throw new Error(`No column for ${key}`)
    return [key, column.name]
  })
}
