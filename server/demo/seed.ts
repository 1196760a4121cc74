import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/client.ts'
import { serverKeys } from '#server/db/schema/one-time-codes.ts'
import { users } from '#server/db/schema/people.ts'
import { ticketNumbers, tickets } from '#server/db/schema/schedule.ts'
import { addProviderAccounts } from '#server/idp/accounts/accounts.ts'
import {
  type DemoAccount,
  demoAccounts,
  demoPassword,
  demoSubject,
  loginWithoutPassword,
} from '#server/idp/accounts/demo-accounts.ts'
import { hashPassword } from '#server/idp/accounts/password-hash.ts'
import { StartupError } from '#server/terminal/startup-error.ts'
import { addDemoNotifications } from './content/notifications.ts'
import { createSchool, type School } from './enrolment/create-school.ts'
import { addTaxCertificates } from './enrolment/tax-certificates.ts'
import { addPairingCodes } from './people/pairing-codes.ts'
import { type Batch, portions } from './rows/row-batch.ts'
import { schoolRows } from './school-rows.ts'

export type SeedOptions = {
  clock: () => Date
  /** 60 by default. */
  families?: number
  timeZone?: string
  seed?: string
  bankOrigin?: string | null
}

/** Fills an empty database with the demo school in one transaction; the same school for the same options. */
export async function seedDemo(
  database: Database,
  { clock, families = 60, timeZone = 'Europe/Moscow', seed = 'lichny-kabinet', bankOrigin = null }: SeedOptions,
): Promise<School> {
  const school = createSchool({ now: clock(), timeZone, families, seed, bankOrigin })
  await database.transaction(async (transaction) => {
    await insertRows(transaction, schoolRows(school))
    await addTaxCertificates(transaction, school)
    await addDemoNotifications(transaction, school)
    await addPairingCodes(transaction, { ...school, now: school.plan.now })
    // New tickets continue after the last of these numbers.
    await transaction.execute(sql`select setval(${ticketNumbers.seqName}, (select count(*) from ${tickets}))`)
    await addDemoAccounts(transaction, demoAccounts)
    await transaction.insert(serverKeys).values(demoMark).onConflictDoNothing()
  })
  await database.execute(sql`analyze`)
  return school
}

/** Lets demo users sign in with the demo password. */
export async function addDemoAccounts(database: Database, accounts: readonly DemoAccount[]): Promise<void> {
  const passwordHash = await hashPassword(demoPassword)
  await addProviderAccounts(
    database,
    accounts.map(({ login, firstName, lastName }) => ({
      subject: demoSubject(login),
      login,
      name: `${firstName} ${lastName}`,
      email: `${login}@demo.example`,
      passwordHash: login === loginWithoutPassword ? null : passwordHash,
    })),
  )
}

/** The row of a demo school; a real one has none. */
const demoMark = { name: 'demo', value: 'seeded' }

/** Whether the database was filled with the demo school, whose passwords are public. */
export async function isDemoSchool(database: Database): Promise<boolean> {
  const [marked] = await database.select().from(serverKeys).where(eq(serverKeys.name, demoMark.name))
  return marked !== undefined
}

/** Refuses the demo on a database that holds people who are not of the demo school. */
export async function requireDemoSchool(database: Database): Promise<void> {
  if (await isDemoSchool(database)) return
  throw new StartupError({
    ru: 'DEMO: в базе данных настоящая школа, демонстрация на ней не запускается. Задайте DEMO=off, а для пробного запуска без отправки сообщений ещё и DELIVERY=off.',
    en: 'DEMO: the database holds a real school, which the demo does not run on. Set DEMO=off, and DELIVERY=off too for a trial that sends nothing.',
  })
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
export async function insertRows(database: Database, batches: Iterable<Batch>): Promise<void> {
  for (const { table, rows } of batches) {
    const [first] = rows
    if (!first) continue
    const names = columnNames(table, first)
    const columns = sql.join(
      names.map(([, name]) => sql.identifier(name)),
      sql`, `,
    )
    for (const some of portions(rows, rowsAtATime)) {
      const records = some.map((row) => Object.fromEntries(names.map(([key, name]) => [name, jsonOf(row[key])])))
      await database.execute(
        sql`insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, ${JSON.stringify(records)}::json)`,
      )
    }
  }
}

/** PostgreSQL's JSON holds bytes in hexadecimal. */
function jsonOf(value: unknown): unknown {
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value
}

function columnNames(table: PgTable, row: Record<string, unknown>): [key: string, name: string][] {
  const columns = getTableColumns(table)
  return Object.keys(row).map((key) => {
    const column = columns[key]
    if (!column) throw new Error(`No column for ${key}`)
    return [key, column.name]
  })
}
