import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'

/** Inserts in bulk and without constraint checks: a million rows take a minute instead of hours. */
export async function addLargeSchool(database: Database, count: number): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`set local session_replication_role = replica`)
    await transaction.execute(sql`set local statement_timeout = 0`)
    for (const statement of statementsFor(count)) await transaction.execute(sql.raw(statement))
  })
  await database.execute(sql`set statement_timeout = 0`)
  await database.execute(sql`vacuum analyze`)
}

function statementsFor(count: number): string[] {
  const groups = Math.ceil(count / 500)
  return [
    `create temporary table added on commit drop as
      select n, gen_random_uuid() as person, gen_random_uuid() as contract, gen_random_uuid() as book
      from generate_series(1, ${count}) as n`,
    `create temporary table added_groups on commit drop as
      select n, gen_random_uuid() as id from generate_series(0, ${groups - 1}) as n`,
    `insert into users (id, first_name, last_name, grade)
      select person, 'Имя', 'Фамилия' || n, 1 + n % 11 from added`,
    `insert into study_groups (id, program_id, campaign_id, title, format, starts_on, ends_on, price, payment_schemes, places_total)
      select g.id, program_id, campaign_id, 'Группа-' || n, format, starts_on, ends_on, price, payment_schemes, places_total
      from added_groups as g, (select * from study_groups limit 1) as model`,
    `insert into group_memberships (group_id, student_id, joined_on)
      select id, person, current_date - 90 from added join added_groups as g on g.n = added.n % ${groups}`,
    `insert into lessons (group_id, topic, format, starts_at, ends_at)
      select id, 'Тема', 'offline', at, at + interval '1 hour' from added join added_groups as g on g.n = added.n % ${groups},
      lateral (select now() + (added.n / ${groups} - 250) * interval '1 day' as at) as moment`,
    `insert into contracts (id, number, status, student_id, customer_id, campaign_id, program_id, format, payment_scheme, total, created_at)
      select contract, 'B-' || n, 'Concluded', person, person, campaign_id, program_id, format, payment_scheme, 500000, now()
      from added, (select * from contracts limit 1) as model where n % 5 = 0`,
    `insert into payments (contract_id, position, title, due_on, amount, status)
      select contract, position, 'Платёж', current_date, 100000, 'Open'
      from added, generate_series(1, 5) as position where n % 5 = 0`,
    `insert into grade_books (id, student_id, campaign_id, title)
      select book, person, campaign_id, 'Дневник' from added, (select * from grade_books limit 1) as model where n % 20 = 0`,
    `insert into marks (book_id, column_id, value, score, given_at)
      select book, model.id, '5', 5, now() - n * interval '1 minute'
      from added, (select id from journal_columns limit 20) as model where n % 20 = 0`,
  ]
}
