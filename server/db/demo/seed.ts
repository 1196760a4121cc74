import { getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { ticketNumbers, tickets } from '#server/db/schema/schedule.ts'
import { addProviderAccounts } from '#server/identity/embedded-provider/accounts.ts'
import { hashPassword } from '#server/identity/embedded-provider/password.ts'
import { type DemoAccount, demoAccounts, demoPassword, demoSubject, loginWithoutPassword } from './accounts.ts'
import type { Batch } from './batch.ts'
import { bookwormAccounts } from './bookworm.ts'
import { addCertificates } from './certificates.ts'
import { rowsOf } from './rows.ts'
import { schoolOf } from './school.ts'

export type SeedOptions = {
  clock: () => Date
  /** 60 unless said otherwise. */
  families?: number
  /** Adds a parent with this many contracts, who signs in as `collectorAccount`. */
  contracts?: number
  /** Adds a student with this many marks and a parent, who sign in as `bookwormAccounts`. */
  marks?: number
  timeZone?: string
  seed?: string
}

/** Added only where a seed asks for it: a parent whose list of contracts is very long. */
export const collectorAccount: DemoAccount = {
  login: 'collector',
  title: 'Родитель с тысячами договоров',
  titleEn: 'Parent with thousands of contracts',
  roles: ['parent'],
  firstName: 'Григорий',
  lastName: 'Собирателев',
  patronym: 'Львович',
}

/** Fills an empty database with the whole invented school: all of it or nothing. */
export async function seedDemo(database: Database, options: SeedOptions): Promise<void> {
  const {
    clock,
    families = 60,
    contracts = 0,
    marks = 0,
    timeZone = 'Europe/Moscow',
    seed = 'lichny-kabinet',
  } = options
  const collector = contracts > 0 ? { collector: { account: collectorAccount, contracts } } : {}
  const bookworm = marks > 0 ? { bookworm: { accounts: bookwormAccounts, marks } } : {}
  const school = schoolOf({ now: clock(), timeZone, families, seed, ...collector, ...bookworm })
  const passwordHash = await hashPassword(demoPassword)

  await database.transaction(async (transaction) => {
    for (const batch of rowsOf(school)) await insertRows(transaction, batch)
    await addCertificates(transaction, school)
    // The next letter goes on from the last of these.
    await transaction.execute(sql`select setval(${ticketNumbers.seqName}, (select count(*) from ${tickets}))`)
    await addProviderAccounts(
      transaction,
      accountsOf(options).map(({ login, firstName, lastName }) => ({
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

/** Everybody who can sign in. */
export function accountsOf({ contracts = 0, marks = 0 }: Pick<SeedOptions, 'contracts' | 'marks'>): DemoAccount[] {
  return [
    ...demoAccounts,
    ...(contracts > 0 ? [collectorAccount] : []),
    ...(marks > 0 ? Object.values(bookwormAccounts) : []),
  ]
}

/** Any number will do, as long as no other use of the database takes the same. */
const seedLock = 2035_0002

/** True where there was nobody, and now there is a school. Servers that start together wait for one another. */
export async function seedDemoIfEmpty(database: Database, options: SeedOptions): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${seedLock})`)
    const somebody = await transaction.select({ id: users.id }).from(users).limit(1)
    if (somebody.length > 0) return false
    await seedDemo(transaction, options)
    return true
  })
}

const rowsAtATime = 5000

/** One parameter, however many rows: a statement with one for every value is slow and has a limit. */
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
