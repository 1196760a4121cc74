import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { type OpenDatabase, openDatabase } from '#server/db/client.ts'
import { enqueue } from '#server/db/queues.ts'
import { schoolNews } from '#server/db/schema/content.ts'
import { readEnv } from '#server/env.ts'
import { queueMessage } from '#server/notifications/queue-message.ts'
import { type MailServer, startMailServer } from '#tests/support/server/mail-server.ts'
import { createDatabase, setup, teardown } from '#tests/support/server/postgres.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'

type Start = (env: Record<string, string>) => Promise<ServerProcess>
type Row = Record<string, string | number>

const people = 100_000
/** Of them, those who get emails at once: every twentieth. The others get a digest. */
const everyNth = 20
/** Milliseconds between two urgent messages. */
const urgentEvery = 250

/**
 * A news item for a hundred thousand people on PostgreSQL, with a real mail server: seconds until all are told in the
 * application and until the emails are handed over, and the time from commit to hand-over of urgent messages
 * meanwhile. Goal: 95 % of the urgent ones within 5 seconds.
 */
export async function measureFanOut(start: Start): Promise<Row[]> {
  await setup()
  const mail = await startMailServer()
  const DATABASE_URL = await createDatabase('fan_out')
  const server = await start({ DATABASE_URL, SMTP_URL: mail.url })
  const opened = await openDatabase(readEnv({ DATABASE_URL }), pino({ level: 'silent' }))
  try {
    await addPeople(opened)
    const alone = await sendUrgent(opened, mail, async () => await pause(10_000))
    const row: Row = { people, 'urgent alone, p95 ms': alone.p95 }
    const during = await sendUrgent(opened, mail, async () => {
      const began = performance.now()
      await publish(opened)
      const seconds = () => ((performance.now() - began) / 1000).toFixed(1)
      await until(async () => (await opened.database.$count(schoolNews, isTold)) === 1)
      row['told in the application, s'] = seconds()
      await until(async () => emailsOf(mail) >= people / everyNth)
      row['emails handed over, s'] = seconds()
    })
    return [
      {
        ...row,
        emails: emailsOf(mail),
        ...{ 'urgent messages': during.count, 'urgent median ms': during.median, 'urgent p95 ms': during.p95 },
        'urgent longest ms': during.longest,
      },
    ]
  } finally {
    await opened.close()
    await server.stop()
    await mail.close()
    await teardown()
  }
}

const isTold = sql`${schoolNews.toldAt} is not null`

async function addPeople({ pool }: OpenDatabase): Promise<void> {
  await pool.query(
    `with people as (
       insert into users (id, first_name, last_name, email, subject, language)
       select gen_random_uuid(), 'Мария', 'Смирнова', 'fan-out-' || number || '@mail.example', 'fan-out-' || number,
         case when number % 3 = 0 then 'en' else 'ru' end
       from generate_series(1, $1::int) as number returning id, email
     ), roles as (insert into user_roles (user_id, role) select id, 'parent' from people)
     insert into notification_settings (user_id, frequency, quiet_from, quiet_until)
     select id, 'at-once', null, null from people where substring(email from '\\d+')::int % $2 = 0`,
    [people, everyNth],
  )
  await pool.query('analyze users, user_roles, notification_settings')
}

async function publish({ database }: OpenDatabase): Promise<void> {
  const now = new Date()
  await database.transaction(async (transaction) => {
    await transaction.insert(schoolNews).values({
      ...{ title: 'Каникулы', contentHtml: '<p>Школа закрыта.</p>', preview: 'Школа закрыта.' },
      ...{ audience: 'role', roleGroup: 'parent', isImportant: false, publishAt: now, createdAt: now },
    })
    await enqueue(transaction, 'tell-school-news')
  })
}

/** Sends urgent messages one after another while the work runs, and waits for their arrival. */
async function sendUrgent({ database }: OpenDatabase, mail: MailServer, work: () => Promise<void>) {
  const committed = new Map<string, number>()
  const times: number[] = []
  let isOver = false
  let read = mail.letters.length
  const sending = (async () => {
    while (!isOver) {
      const email = `urgent-${randomUUID()}@mail.example`
      await queueMessage(database, {
        ...{ to: { email }, kind: 'verification-code', language: 'ru', values: { code: '123456' }, now: new Date() },
      })
      committed.set(email, performance.now())
      await pause(urgentEvery)
    }
  })()
  const receiving = (async () => {
    while (!isOver || times.length < committed.size) {
      for (; read < mail.letters.length; read += 1) {
        const began = committed.get(mail.letters[read]?.to[0] ?? '')
        if (began !== undefined) times.push(performance.now() - began)
      }
      await pause(5)
    }
  })()
  await work()
  isOver = true
  await Promise.all([sending, receiving])
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { count: sorted.length, median: at(0.5), p95: at(0.95), longest: at(1) }
}

function emailsOf({ letters }: MailServer): number {
  return letters.filter(({ to }) => to[0]?.startsWith('fan-out-')).length
}

async function until(isSo: () => Promise<boolean>, every = 100): Promise<void> {
  while (!(await isSo())) await pause(every)
}
