import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { type Database, openPostgres } from '#server/db/client.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { applyRetention } from '#server/retention/old-records.ts'
import { createLog } from '#server/terminal/log.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { monthKeyOf } from '#src/domain/periods.ts'
import { addLargeSchool, beginSchoolYears } from '#tests/support/schools/large-school.ts'
import { postgresUrl, startPostgres } from '#tests/support/server/postgres-server.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { quantile } from './lines.ts'
import { login } from './load.ts'
import { headersAt } from './scale.ts'

type Start = (env: Record<string, string>) => Promise<ServerProcess>
type Row = Record<string, string | number>
type School = { name: string; ask: (path: string) => Promise<number> }

/** The whole school: 50 million marks, 20 million results of lessons, 10 million audit entries, 5 million operations. */
const people = 5_000_000
const years = 10
/** Of each call and school, in turns. */
const requests = 1_000
const turn = 100
const connections = 4
const months = 12

const settings = [
  ...['shared_buffers=1GB', 'max_wal_size=8GB', 'wal_level=minimal', 'max_wal_senders=0', 'work_mem=16MB'],
  // A year passes in minutes: vacuum looks as much more often, and takes no rest.
  ...['autovacuum_naptime=1s', 'autovacuum_vacuum_cost_delay=0'],
]

/** The ten calls that a family makes most. */
function calls(): Record<string, string> {
  const month = monthKeyOf(dayInZone(new Date(), 'Europe/Moscow'))
  return {
    profile: '/api/v1/profile',
    children: '/api/v1/profile/children',
    schedule: `/api/v1/parent/children/schedule/list?month_date=${month}`,
    'schedule changes': '/api/v1/schedule/change/list',
    'newest marks': '/api/v1/learning/mark/newest',
    'unseen items': '/api/v1/learning/unseen',
    notifications: '/api/v1/profile/notification/list',
    'contract list': '/api/v1/profile/contract/list',
    'grade books': '/api/v1/parent/children/grade-book/list',
    progress: '/api/v1/parent/children/progress/overview',
  }
}

/**
 * The calls of a family that has marks of ten school years, in a school of `share` of 5 million people and in a thousandth
 * of it; then a year of writes to the large one, and the calls again. `directory` keeps the filled databases; with
 * `isOnlyFilled` that is all.
 */
export async function measureLarge(
  start: Start,
  { share, directory, isOnlyFilled }: { share: number; directory: string; isOnlyFilled: boolean },
): Promise<void> {
  const postgres = await startPostgres({ kept: directory, settings })
  const servers: ServerProcess[] = []
  try {
    const urls: Record<string, string> = {}
    for (const [name, count] of Object.entries({ thousandth: (people * share) / 1000, large: people * share }))
      urls[name] = await filled(postgres.socket, name, Math.round(count))
    const { large = '' } = urls
    console.table(await on(large, sizesOf))
    if (isOnlyFilled) return
    const schools: School[] = []
    for (const [name, url] of Object.entries(urls)) {
      const server = await start({ DATABASE_URL: url })
      servers.push(server)
      schools.push({ name, ask: await clientOf(server) })
    }
    console.table(await compare(schools))
    console.log('\nA year of writes.\n')
    console.table(await on(large, (database) => writeYear(database, people * share)))
    console.table(await compare(schools))
  } finally {
    for (const server of servers) await server.stop()
    await postgres.stop()
  }
}

/** With one connection, which has no limit of time. */
async function on<Result>(url: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const { database, close } = await openPostgres(url, 1, createLog({ LOG_LEVEL: 'warn' }))
  await database.execute(sql`set statement_timeout = 0`)
  return work(database).finally(close)
}

/** The address of the database, which is filled if it is not there yet. */
async function filled(socket: string, name: string, count: number): Promise<string> {
  const server = new Client({ connectionString: postgresUrl(socket, 'postgres') })
  await server.connect()
  try {
    const { rowCount } = await server.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) {
      const began = performance.now()
      await server.query('drop database if exists filling')
      await server.query('create database filling')
      await fill(postgresUrl(socket, 'filling'), count)
      await server.query(`alter database filling rename to ${name}`)
      console.log(`${count} people in ${Math.round((performance.now() - began) / 1000)} s`)
    }
  } finally {
    await server.end()
  }
  return postgresUrl(socket, name)
}

async function fill(url: string, count: number): Promise<void> {
  await on(url, async (database) => {
    await beginSchoolYears(database, years)
    await seedDemo(database, { clock: () => new Date() })
  })
  const { database, close } = await openPostgres(url, 2, createLog({ LOG_LEVEL: 'warn' }))
  await addLargeSchool(database, count, years)
  await close()
  await on(url, async (database) => {
    await addYearsOfFamily(database)
    await database.execute(sql`vacuum analyze`)
  })
}

/** A grade book of the child in each former school year, with ten courses and a hundred marks. */
async function addYearsOfFamily(database: Database): Promise<void> {
  const child = sql`(select child_id from guardianships join users on users.id = guardian_id where subject = ${demoSubject(login)} order by child_id limit 1)`
  const numbers = sql`generate_series(1, ${years - 1}) as year, generate_series(0, 9) as course`
  const statements = [
    sql`insert into grade_books (id, student_id, campaign_id, title)
      select bulk_id('own book', year), ${child}, bulk_id('campaign', year), 'Дневник' from generate_series(1, ${years - 1}) as year`,
    sql`insert into courses (id, campaign_id, title) select bulk_id('own course', year * 10 + course), bulk_id('campaign', year), 'Курс ' || course from ${numbers}`,
    sql`insert into grade_book_courses (book_id, course_id) select bulk_id('own book', year), bulk_id('own course', year * 10 + course) from ${numbers}`,
    sql`insert into journal_columns (id, course_id, term_id, held_on, topic, branch, mark_type, max)
      select bulk_id('own column', year * 100 + course * 10 + day), bulk_id('own course', year * 10 + course), bulk_id('term', year), starts_on + day, 'Тема', branch, code, 5
      from ${numbers}, generate_series(0, 9) as day, lateral (select starts_on from terms where id = bulk_id('term', year)) as term, (select * from mark_types where branch = 'school' limit 1) as model`,
    sql`insert into marks (id, book_id, column_id, value, score, given_at)
      select id_of_year(school_year_of(now()) - year), bulk_id('own book', year), bulk_id('own column', year * 100 + course * 10 + day), '5', 5, now() - year * interval '1 year'
      from ${numbers}, generate_series(0, 9) as day`,
  ]
  for (const statement of statements) await database.execute(statement)
}

/** Makes a request and returns its milliseconds. */
async function clientOf(server: ServerProcess): Promise<School['ask']> {
  const headers = { ...(await headersAt(server)), 'x-requested-with': 'lk' }
  return async (path) => {
    const began = performance.now()
    const answer = await fetch(server.address + path, { headers })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return performance.now() - began
  }
}

async function compare(schools: readonly School[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const [what, path] of Object.entries(calls())) {
    const taken = new Map(schools.map(({ name }) => [name, [] as number[]]))
    // The first turn warms up.
    for (let asked = -turn; asked < requests; asked += turn) {
      for (const { name, ask } of schools) {
        const times = await askAtOnce(() => ask(path))
        if (asked >= 0) taken.get(name)?.push(...times)
      }
    }
    const row: Row = { what }
    for (const part of [0.5, 0.99]) {
      const [less = Number.NaN, more = Number.NaN] = [...taken.values()].map((times) => quantile(times, part))
      row[`p${part * 100}, ms`] = `${less.toFixed(1)} → ${more.toFixed(1)}`
      row[`p${part * 100}`] = Number((more / less).toFixed(2))
    }
    rows.push(row)
  }
  return rows
}

async function askAtOnce(ask: () => Promise<number>): Promise<number[]> {
  const lane = async () => {
    const times: number[] = []
    for (let count = 0; count < turn / connections; count += 1) times.push(await ask())
    return times
  }
  return (await Promise.all(Array.from({ length: connections }, lane))).flat()
}

/** Sizes with all partitions, and what vacuum had to do. */
async function sizesOf(database: Database): Promise<Row[]> {
  const { rows } = await database.execute<Row>(sql`
    select coalesce(inhparent, relid)::regclass::text as "table", sum(n_live_tup)::bigint::float8 as rows, sum(n_dead_tup)::bigint::float8 as dead,
      round(sum(pg_table_size(relid)) / 1e6)::float8 as "MB", round(sum(pg_indexes_size(relid)) / 1e6)::float8 as "MB of indexes",
      sum(autovacuum_count)::float8 as autovacuums
    from pg_stat_user_tables left join pg_inherits on inhrelid = relid
    where schemaname = 'public' group by 1 order by sum(pg_total_relation_size(relid)) desc limit 12`)
  return rows
}

/**
 * A tenth of the marks and results of lessons is added month by month, a tenth of these marks is changed; each person
 * gets a notification, most are read, and those of the year before deleted; entries are added to the audit log, and its
 * old rejections deleted.
 */
async function writeYear(database: Database, count: number): Promise<Row[]> {
  const before = await sizesOf(database)
  const began = performance.now()
  const each = Math.floor(count / months)
  for (let month = 1; month <= months; month += 1) {
    const people = sql.raw(`generate_series(${(month - 1) * each}, ${month * each - 1}) as n`)
    // In columns of the next group.
    await database.execute(sql`
      insert into marks (book_id, column_id, value, score, given_at)
      select bulk_id('book', n), bulk_id('column', ((n / 25 + 1) * 10 + 7) % ${sql.raw(String(Math.ceil(count / 25) * 10))}), '4', 4, now() from ${people}`)
    await database.execute(sql`
      with changed as (update marks set value = '5', score = 5, given_at = now() where book_id in (select bulk_id('book', n) from ${people} where n % 10 = 0) and value = '4' returning id)
      insert into mark_history (mark_id, at, value) select id, now() - interval '1 day', '4' from changed`)
    await database.execute(sql`
      update lesson_results set comment = 'Молодец' where student_id in (select bulk_id('person', n) from ${people} where n % 3 = 0)`)
    await database.execute(sql`
      insert into notifications (user_id, category, kind, "values", path, key, group_key, at)
      select bulk_id('person', n), 'news', 'school-news', '{"ru": {"title": "Новость", "text": "Текст"}, "en": {"title": "News", "text": "Text"}}', '/news', 'newer ' || n, 'newer ' || n, now() from ${people}`)
    await database.execute(
      sql`update notifications set read_at = now() where read_at is null and user_id in (select bulk_id('person', n) from ${people} where n % 10 > 0)`,
    )
    await database.execute(
      sql`delete from notifications where at < now() - interval '1 year' + ${sql.raw(String(month))} * interval '30 days' and key like 'news %'`,
    )
    await database.execute(sql`
      insert into audit_entries (at, action, actor_id, subject_id, address, browser, system, problem)
      select now() - ${sql.raw(String(months - month))} * interval '30 days', case when n % 3 = 0 then 'sign-in.password' else 'session.opened' end, case when n % 3 > 0 then bulk_id('person', n) end, bulk_id('person', n), '10.0.0.1', 'Chrome', 'Windows', case when n % 3 = 0 then 'wrong-password' end
      from ${people} where n % 5 = 0`)
    await applyRetention(database, {}, { now: new Date(), timeZone: 'Europe/Moscow' })
  }
  console.log(`${Math.round((performance.now() - began) / 1000)} s; a minute later:`)
  await pause(60_000)
  const after = await sizesOf(database)
  return after.map((row) => {
    const former = before.find(({ table }) => table === row.table)
    const grown = (name: string) => `${former?.[name] ?? 0} → ${row[name]}`
    return {
      table: String(row.table),
      rows: grown('rows'),
      dead: Number(row.dead),
      MB: grown('MB'),
      'MB of indexes': grown('MB of indexes'),
      autovacuums: Number(row.autovacuums) - Number(former?.autovacuums ?? 0),
    }
  })
}
