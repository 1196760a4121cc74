import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { Client } from 'pg'
import pino from 'pino'
import { openPostgres } from '#server/db/client.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { postgresUrl, startPostgres } from '#tests/support/server/postgres-server.ts'

/** Where a CHECK allows only some columns of a row to have a value. */
const requiredValues: Record<string, Record<string, string>> = {
  deliveries: { delivered_at: 'null', failure: 'null' },
  sessions: { administrator_id: 'null', impersonation_reason: 'null', impersonation_until: 'null' },
}

/** A value of each type for the other columns. */
const valuesOfTypes: Record<string, string> = {
  bigint: '1',
  boolean: 'true',
  bytea: `'\\x00'`,
  date: 'current_date',
  integer: '1',
  jsonb: `'{}'`,
  json: `'{}'`,
  smallint: '1',
  text: `'text'`,
  'text[]': `'{}'`,
  'timestamp with time zone': 'now()',
  uuid: 'gen_random_uuid()',
  'uuid[]': `'{}'`,
}

const rowsPerTable = 2

/**
 * `npm run release:dump`: writes the schema of this release with rows of every table, from the demo school. Rows of tables
 * that the demo leaves empty are made up.
 */
async function main() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const server = await startPostgres()
  const url = postgresUrl(server.socket, 'postgres')
  try {
    const opened = await openPostgres(url, 4, pino({ level: 'silent' }))
    await seedDemo(opened.database, { clock: () => new Date(), families: 10 })
    await opened.close()
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      await fillEmptyTables(client)
      await deleteMostRows(client)
    } finally {
      await client.end()
    }
    const path = `tests/server/db/releases/${version}.sql`
    writeFileSync(path, dump(url))
    process.stdout.write(`${path}\n`)
  } finally {
    await server.stop()
  }
}

async function fillEmptyTables(client: Client): Promise<void> {
  let waiting = await emptyTables(client)
  while (waiting.length > 0) {
    const failures: string[] = []
    const left: string[] = []
    for (const table of waiting) {
      try {
        await client.query(await madeUpRow(client, table))
      } catch (error) {
        left.push(table)
        failures.push(`${table}: ${error instanceof Error ? error.message : error}`)
      }
    }
    // A table can wait for one that it refers to.
    if (left.length === waiting.length) throw new Error(failures.join('\n'))
    waiting = left
  }
}

const isProductTable = `relkind = 'r' and relnamespace in ('public'::regnamespace, 'identity_provider'::regnamespace)`

async function tablesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query(`select oid::regclass::text as name from pg_class where ${isProductTable}`)
  return rows.map(({ name }) => name)
}

async function emptyTables(client: Client): Promise<string[]> {
  const empty: string[] = []
  for (const table of await tablesOf(client)) {
    const { rowCount } = await client.query(`select from ${table} limit 1`)
    if (rowCount === 0) empty.push(table)
  }
  return empty
}

/** An insert with a value for every column without a default; foreign keys refer to a present row. */
async function madeUpRow(client: Client, table: string): Promise<string> {
  const values = new Map(Object.entries(requiredValues[table] ?? {}))
  for (const { columns, target, targets } of await foreignKeys(client, table)) {
    columns.forEach((column, index) => {
      if (!values.has(column))
        values.set(column, `(select ${targets[index]} from ${target} order by ${targets[0]} limit 1)`)
    })
  }
  for (const { column, value } of await allowedValues(client, table)) if (!values.has(column)) values.set(column, value)
  const { rows } = await client.query(
    `select quote_ident(attname) as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and not atthasdef and attidentity = ''`,
    [table],
  )
  for (const { name, type } of rows) {
    if (values.has(name)) continue
    const value = valuesOfTypes[type]
    if (!value) throw new Error(`no value for ${name} ${type}`)
    values.set(name, value)
  }
  return `insert into ${table} (${[...values.keys()]}) values (${[...values.values()]})`
}

/** The first value of each column that has a list of values. */
async function allowedValues(client: Client, table: string): Promise<{ column: string; value: string }[]> {
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c' and conrelid = $1::regclass`,
    [table],
  )
  return rows.flatMap(({ definition }) => {
    const [, column, value] = /^CHECK \(\((\w+) = ANY \(ARRAY\[('[^']+'::text)/.exec(definition) ?? []
    return column !== undefined && value !== undefined ? [{ column, value }] : []
  })
}

type ForeignKey = { table: string; columns: string[]; target: string; targets: string[] }

async function foreignKeys(client: Client, table?: string): Promise<ForeignKey[]> {
  const names = (keys: string, relation: string) =>
    `array(select quote_ident(attname) from unnest(${keys}) with ordinality as part (attnum, place)
           join pg_attribute using (attnum) where attrelid = ${relation} order by place)`
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, ${names('conkey', 'conrelid')} as columns,
            confrelid::regclass::text as target, ${names('confkey', 'confrelid')} as targets
     from pg_constraint join pg_class on pg_class.oid = conrelid
     where contype = 'f' and ${isProductTable} and ($1::text is null or conrelid = $1::regclass)`,
    [table ?? null],
  )
  return rows
}

/** Keeps a few rows of each table, with the rows that they refer to, and all payments of a contract. */
async function deleteMostRows(client: Client): Promise<void> {
  await client.query('create temp table kept (relation oid, row tid, primary key (relation, row))')
  const tables = await tablesOf(client)
  for (const table of tables) {
    await client.query(
      `insert into kept select tableoid, ctid from ${table} as one order by one::text limit ${rowsPerTable}`,
    )
  }
  const links = (await foreignKeys(client)).flatMap(({ table, columns, target, targets }) => {
    const join = columns.map((column, index) => `child.${column} = parent.${targets[index]}`).join(' and ')
    const both = `${table} as child join ${target} as parent on ${join}`
    const isWhole = wholeWithParent.includes(`${table} of ${target}`)
    return [
      `select parent.tableoid, parent.ctid from ${both} where ${isKept('child')}`,
      ...(isWhole ? [`select child.tableoid, child.ctid from ${both} where ${isKept('parent')}`] : []),
    ]
  })
  let added: number
  do {
    added = 0
    for (const link of links)
      added += (await client.query(`insert into kept ${link} on conflict do nothing`)).rowCount ?? 0
  } while (added > 0)
  // Neither triggers nor foreign keys.
  await client.query('set session_replication_role = replica')
  for (const table of tables) await client.query(`delete from ${table} as child where not ${isKept('child')}`)
  await client.query('drop table kept')
}

/** The sum of the payments of a contract is its total; no payment is returned that was not received. */
const wholeWithParent = ['payments of contracts', 'operations of payments']

const isKept = (alias: string) => `exists (select from kept where relation = ${alias}.tableoid and row = ${alias}.ctid)`

/** The dump without statements that only psql or some releases of PostgreSQL know. */
function dump(url: string): string {
  const options = ['--inserts', '--no-owner', '--no-privileges', '--no-comments', url]
  const text = execFileSync('pg_dump', options, { encoding: 'utf8', maxBuffer: 2 ** 28 })
  return text
    .split('\n')
    .filter((line) => !/^(?:SET |\\|--)/.test(line))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
}

await main()
