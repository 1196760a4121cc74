import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { notifyOfSchoolNews } from '#server/content/school-news/notify-of-news.ts'
import { schoolNews } from '#server/db/schema/content.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { postgresUrl } from '#tests/support/server/postgres-server.ts'
import { loaderEnv } from '#tests/support/server/server-process.ts'

// The test starts a process, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const people = 6_000

/** Sends the notifications of the news as a server does, in a process that the test kills. */
const program = `
  import pino from 'pino'
  import { notifyOfSchoolNews } from '#server/content/school-news/notify-of-news.ts'
  import { openDatabase } from '#server/db/client.ts'
  import { readEnv } from '#server/environment/env.ts'
  const { database } = await openDatabase(readEnv(process.env), pino({ level: 'silent' }))
  await notifyOfSchoolNews(database, { clock: () => new Date(), timeZone: 'Europe/Moscow', texts: [] })
`

// The test reads the database beside the process that it kills; the embedded one admits a single process.
test.skipIf(process.env.TEST_DATABASE !== 'postgres')(
  'everyone is notified once of news whose job is killed with the server',
  { tags: ['nightly'] },
  async () => {
    const opened = await openTestDatabase()
    try {
      const { database, pool } = opened
      await pool.query(
        `with people as (
         insert into users (id, first_name, last_name, email, subject)
         select gen_random_uuid(), 'Мария', 'Смирнова', 'p' || number || '@mail.example', 'p' || number
         from generate_series(1, $1::int) as number returning id
       ) insert into notification_settings (user_id, frequency) select id, 'at-once' from people`,
        [people],
      )
      const at = new Date()
      await database.insert(schoolNews).values({
        title: 'Каникулы',
        contentHtml: '<p>Школа закрыта.</p>',
        preview: 'Школа закрыта.',
        audience: 'everyone',
        isImportant: false,
        publishAt: at,
        createdAt: at,
      })
      const { rows } = await database.execute<{ name: string }>(sql`select current_database() as name`)
      const DATABASE_URL = postgresUrl(process.env.TEST_POSTGRES_SOCKET ?? '', String(rows[0]?.name))
      const notified = async () => (await database.select().from(schoolNews))[0]

      const killed = spawn(process.execPath, ['--input-type=module', '--eval', program], {
        env: { PATH: process.env.PATH ?? '', ...loaderEnv, DATABASE_URL },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      await vi.waitFor(async () => expect((await notified())?.notifiedCount).toBeGreaterThan(0), {
        timeout: 60_000,
        interval: 5,
      })
      killed.kill('SIGKILL')
      expect(await once(killed, 'exit')).toEqual([null, 'SIGKILL'])
      const half = await notified()
      expect(half).toMatchObject({ notifiedAt: null })
      expect(half?.notifiedCount).toBeLessThan(people)

      await notifyOfSchoolNews(database, { clock: () => new Date(), timeZone: 'Europe/Moscow', texts: [] })
      expect(await notified()).toMatchObject({ notifiedCount: people, notifiedAt: expect.any(Date) })
      const { rows: found } = await database.execute(sql`
      select (select count(*)::int from notifications) as notifications,
        (select count(distinct user_id)::int from notifications) as people,
        (select count(*)::int from deliveries) as emails,
        (select count(distinct target)::int from deliveries) as targets,
        (select count(*)::int from pgboss.job where name = 'send-message') as jobs
    `)
      expect(found).toEqual([{ notifications: people, people, emails: people, targets: people, jobs: people }])
    } finally {
      await opened.close()
    }
  },
)
