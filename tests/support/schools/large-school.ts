import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'

const groupSize = 25
/** Of one person, in one school year. */
const perPerson = { marks: 10, lessons: 4, audit: 2 }

/** Partitions of a database without rows, as if it had had one for each of these years up to the present one. */
export async function beginSchoolYears(database: Database, years: number): Promise<void> {
  const first = sql`school_year_of(now()) - ${years - 1}::integer`
  const stored = {
    mark_history: 'uuid',
    marks: 'uuid',
    lesson_results: 'uuid',
    operations: 'uuid',
    audit_entries: 'timestamptz',
  }
  for (const table of Object.keys(stored))
    await database.execute(
      sql.raw(`alter table ${table} detach partition ${table}_earlier; drop table ${table}_earlier`),
    )
  for (const [table, type] of Object.entries(stored)) {
    const bounds = sql`format('for values from (minvalue) to (%s)', school_year_bound(${first}, ${type}::regtype))`
    await database.execute(sql`select add_partition(${table}, ${`${table}_earlier`}, ${`${table}_default`}, ${bounds})`)
  }
  await database.execute(
    sql`select add_school_year(year) from generate_series(${first}, school_year_of(now())) as year`,
  )
}

/**
 * Adds people with groups, lessons, attendance, grade books, marks, contracts with payments and operations, notifications
 * and audit entries, spread over the last school years, by SQL and as superuser: constraints are not checked, and the
 * indexes of a table are built after its rows.
 */
export async function addLargeSchool(database: Database, people: number, yearCount = 1): Promise<void> {
  const { rows } = await database.execute<{ year: number; parts: string[] }>(
    sql`select school_year_of(now()) as year, array_agg(relname::text) as parts from pg_class where relispartition`,
  )
  const [present, parts] = [Number(rows[0]?.year), new Set(rows[0]?.parts)]
  const years = Array.from({ length: yearCount }, (_, index) => present - index)
  const partOf = (table: string, year: number) => {
    const own = table.replace('of_year', String(year))
    return parts.has(own) ? own : table.replace('of_year', 'earlier')
  }
  await inBulk(database, ...prepare(years))
  const fills = Object.entries(fillsOf(people, years.length)).flatMap(([table, select]) =>
    table.endsWith('_of_year')
      ? years.map((year, index) => [partOf(table, year), inYear(select, year, index)] as const)
      : [[table, select] as const],
  )
  // With several connections two tables are filled at once.
  const next = fills.values()
  const fillTables = async () => {
    for (const [table, select] of next)
      await inBulk(
        database,
        `update pg_index set indisready = false, indisvalid = false where indrelid = '${table}'::regclass`,
        `insert into ${table} ${select}`,
        `reindex table ${table}`,
      )
  }
  await Promise.all([fillTables(), fillTables()])
  // What belongs to the marks of a year.
  for (const year of years)
    await inBulk(
      database,
      `insert into mark_history_${year} select id, given_at - interval '1 day', '4' from marks_${year}
       where get_byte(uuid_send(id), 15) < 13`,
    )
}

async function inBulk(database: Database, ...statements: readonly string[]): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`set local session_replication_role = replica`)
    await transaction.execute(sql`set local statement_timeout = 0`)
    await transaction.execute(sql`set local maintenance_work_mem = '512MB'`)
    for (const statement of statements) await transaction.execute(sql.raw(statement))
  })
}

/** A campaign and its term of each year, and ids that any statement can compute. */
function prepare(years: readonly number[]): string[] {
  return [
    `create function bulk_id(kind text, n bigint) returns uuid language sql immutable as $$ select md5(kind || n)::uuid $$`,
    `create function bulk_id(kind text, n bigint, year integer) returns uuid language sql immutable as
      $$ select ('ffffffff-ffff-8' || lpad((year % 1000)::text, 3, '0') || '-8' || substr(md5(kind || n), 1, 3) || '-' || substr(md5(kind || n), 4, 12))::uuid $$`,
    ...years.flatMap((year, index) => [
      `insert into campaigns (id, kind, branch, title, description, school_year, starts_on, ends_on, enrol_until)
        values (bulk_id('campaign', ${index}), 'year', 'school', 'Большая школа', '', '${year}/${year + 1}', '${year}-09-01', '${year + 1}-05-31', '${year + 1}-05-31')`,
      `insert into terms (id, campaign_id, title, starts_on, ends_on)
        values (bulk_id('term', ${index}), bulk_id('campaign', ${index}), 'I', '${year}-09-01', '${year}-12-31')`,
    ]),
  ]
}

/** The statement of one year: `{year}`, and `{index}`, its distance from the present one. */
function inYear(select: string, year: number, index: number): string {
  return select.replaceAll('{year}', String(year)).replaceAll('{index}', String(index))
}

/** The rows of each table, the largest first. Group `n` has the people from `n * groupSize` on, and one school year. */
function fillsOf(people: number, years: number): Record<string, string> {
  const groups = Math.ceil(people / groupSize)
  /** Numbers of groups or people of a year. */
  const ofYear = (size = 1) =>
    `(select g, n from generate_series({index}, ${groups - 1}, ${years}) as g, generate_series(g * ${size}, g * ${size} + ${size} - 1) as n) as numbered`
  const day = `make_date({year}, 9, 1) + (n % 80)::integer`
  const lessonYear = `(select school_year_of(now()) - (g % ${years})::integer)`
  return {
    users: `(id, first_name, last_name, grade)
      select bulk_id('person', n), 'Имя', 'Фамилия' || n, 1 + n % 11 from generate_series(0, ${people - 1}) as n`,
    marks_of_year: `(id, book_id, column_id, value, score, given_at)
      select id_of_year({year}), bulk_id('book', n), bulk_id('column', g * ${perPerson.marks} + nth), '5', 5, ${day} + nth * interval '23 hours'
      from ${ofYear(groupSize)}, generate_series(0, ${perPerson.marks - 1}) as nth`,
    notifications: `(user_id, category, kind, "values", path, key, group_key, at, read_at)
      select bulk_id('person', n), 'news', 'school-news', '{"ru": {"title": "Новость", "text": "Текст"}, "en": {"title": "News", "text": "Text"}}', '/news', 'news ' || n, 'news ' || n, at, case when n % 5 > 0 then at end
      from generate_series(0, ${people - 1}) as n, lateral (select now() - n % 360 * interval '1 day') as moment (at)`,
    audit_entries_of_year: `(at, action, actor_id, subject_id, address, browser, system, problem)
      select ${day} + nth * interval '1 hour', case when n % 7 = 0 then 'sign-in.password' else 'session.opened' end, bulk_id('person', n), bulk_id('person', n), '10.0.0.1', 'Chrome', 'Windows', case when n % 7 = 0 then 'wrong-password' end
      from ${ofYear(groupSize)}, generate_series(1, ${perPerson.audit}) as nth`,
    lesson_results_of_year: `(lesson_id, student_id, attendance)
      select bulk_id('lesson', g * ${perPerson.lessons} + nth, {year}), bulk_id('person', n), 'present'
      from ${ofYear(groupSize)}, generate_series(0, ${perPerson.lessons - 1}) as nth`,
    grade_books: `(id, student_id, campaign_id, title)
      select bulk_id('book', n), bulk_id('person', n), bulk_id('campaign', n / ${groupSize} % ${years}), 'Дневник' from generate_series(0, ${people - 1}) as n`,
    operations_of_year: `(payment_id, id, kind, amount, at, payer_id, external_id)
      select bulk_id('payment', n * 5 + nth), id_of_year({year}), 'ReceivingDS', 100000, ${day}, bulk_id('person', n), n || '-' || nth
      from ${ofYear(groupSize)}, generate_series(1, 5) as nth where n % 5 = 0`,
    payments: `(id, contract_id, position, title, due_on, amount, status)
      select bulk_id('payment', n * 5 + nth), bulk_id('contract', n), nth, 'Платёж', current_date, 100000, 'Closed'
      from generate_series(0, ${people - 1}, 5) as n, generate_series(1, 5) as nth`,
    contracts: `(id, number, status, student_id, customer_id, campaign_id, program_id, format, payment_scheme, total, created_at)
      select bulk_id('contract', n), 'B-' || n, 'Concluded', bulk_id('person', n), bulk_id('person', n), bulk_id('campaign', n / ${groupSize} % ${years}), program_id, format, payment_scheme, 500000, now()
      from generate_series(0, ${people - 1}, 5) as n, (select * from contracts limit 1) as model`,
    group_memberships: `(group_id, student_id, joined_on)
      select bulk_id('group', n / ${groupSize}), bulk_id('person', n), current_date - 90 from generate_series(0, ${people - 1}) as n`,
    journal_columns: `(id, course_id, term_id, held_on, topic, branch, mark_type, max)
      select bulk_id('column', g * ${perPerson.marks} + nth), bulk_id('course', g), bulk_id('term', g % ${years}), current_date - 30 - nth, 'Тема', model.branch, model.code, 5
      from generate_series(0, ${groups - 1}) as g, generate_series(0, ${perPerson.marks - 1}) as nth, (select * from mark_types where branch = 'school' limit 1) as model`,
    lessons: `(id, group_id, topic, format, starts_at, ends_at)
      select bulk_id('lesson', g * ${perPerson.lessons} + nth, ${lessonYear}), bulk_id('group', g), 'Тема', 'offline', at, at + interval '1 hour'
      from generate_series(0, ${groups - 1}) as g, generate_series(0, ${perPerson.lessons - 1}) as nth, lateral (select make_timestamptz(${lessonYear}, 10, 1 + nth, 9, 0, 0)) as moment (at)`,
    courses: `(id, campaign_id, group_id, title)
      select bulk_id('course', g), bulk_id('campaign', g % ${years}), bulk_id('group', g), 'Курс' from generate_series(0, ${groups - 1}) as g`,
    study_groups: `(id, program_id, campaign_id, title, format, starts_on, ends_on, price, payment_schemes, places_total)
      select bulk_id('group', g), program_id, bulk_id('campaign', g % ${years}), 'Группа-' || g, format, starts_on, ends_on, price, payment_schemes, places_total
      from generate_series(0, ${groups - 1}) as g, (select * from study_groups limit 1) as model`,
    grade_book_courses: `(book_id, course_id)
      select bulk_id('book', n), bulk_id('course', n / ${groupSize}) from generate_series(0, ${people - 1}) as n`,
  }
}
