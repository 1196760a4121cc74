import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, isNotNull } from 'drizzle-orm'
import pino from 'pino'
import { type OpenDatabase, openDatabase } from '#server/db/client.ts'
import { knownDevices } from '#server/db/schema/account-security.ts'
import { schoolNews } from '#server/db/schema/content.ts'
import { pushSubscriptions } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { readEnv } from '#server/environment/env.ts'
import { type MessageTarget, queueMessage } from '#server/notifications/queue-message.ts'
import { enqueue } from '#server/queues/enqueue.ts'
import { quantile } from '#tests/bench/lines.ts'
import { type PushService, startPushService } from '#tests/support/notifications/push-service.ts'
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
 * A news item for a hundred thousand people on PostgreSQL, with a real mail server and a push service: seconds until all
 * are notified in the application and until the emails are handed over, and the time from commit to hand-over of urgent emails
 * and push notifications, alone and meanwhile. Goal: 95 % of each within 5 seconds.
 */
export async function measureFanOut(start: Start): Promise<Row[]> {
  await setup()
  const mail = await startMailServer()
  const push = await startPushService()
  const DATABASE_URL = await createDatabase('fan_out')
  const server = await start({ DATABASE_URL, SMTP_URL: mail.url, PUSH_ALLOW_PRIVATE: 'on' })
  const opened = await openDatabase(readEnv({ DATABASE_URL }), pino({ level: 'silent' }))
  try {
    await addPeople(opened)
    const urgent = { opened, mail, push, browser: await addBrowser(opened, push) }
    const alone = await sendUrgent(urgent, async () => await pause(10_000))
    const row: Row = { people, ...rowOf('alone', alone) }
    const during = await sendUrgent(urgent, async () => {
      const began = performance.now()
      await publish(opened)
      const seconds = () => ((performance.now() - began) / 1000).toFixed(1)
      await until(async () => (await opened.database.$count(schoolNews, isNotified)) === 1)
      row['notified in the application, s'] = seconds()
      await until(async () => emailsOf(mail) >= people / everyNth)
      row['emails handed over, s'] = seconds()
    })
    return [{ ...row, emails: emailsOf(mail), ...rowOf('meanwhile', during) }]
  } finally {
    await opened.close()
    await server.stop()
    await mail.close()
    await push.close()
    await teardown()
  }
}

const title = 'Каникулы в середине четверти'
/** The demo school has news of its own. */
const isNotified = and(eq(schoolNews.title, title), isNotNull(schoolNews.notifiedAt))

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
      title,
      contentHtml: '<p>Школа закрыта.</p>',
      preview: 'Школа закрыта.',
      audience: 'role',
      roleGroup: 'parent',
      isImportant: false,
      publishAt: now,
      createdAt: now,
    })
    await enqueue(transaction, 'notify-school-news')
  })
}

/** A browser that gets push notifications; returns the id of its subscription. */
async function addBrowser({ database }: OpenDatabase, push: PushService): Promise<string> {
  const [user] = await database.insert(users).values({ firstName: 'Анна', lastName: 'Белова' }).returning()
  const device = { userId: user?.id ?? '', secretHash: 'fan-out', seenAt: new Date() }
  const [known] = await database.insert(knownDevices).values(device).returning()
  const { endpoint, keys } = push.subscribe()
  const subscription = { userId: device.userId, knownDeviceId: known?.id ?? '', endpoint, ...keys }
  const [added] = await database
    .insert(pushSubscriptions)
    .values({ ...subscription, createdAt: new Date() })
    .returning()
  return added?.id ?? ''
}

type Urgent = { opened: OpenDatabase; mail: MailServer; push: PushService; browser: string }
type Times = Record<'email' | 'push', number[]>

/** Sends urgent emails and push notifications in turns while the work runs, and waits for their arrival. */
async function sendUrgent({ opened, mail, push, browser }: Urgent, work: () => Promise<void>): Promise<Times> {
  const started = new Map<string, number>()
  const times: Times = { email: [], push: [] }
  let isOver = false
  const read = { email: mail.emails.length, push: push.received.length }
  const sending = (async () => {
    for (let isPush = false; !isOver; isPush = !isPush) {
      const name = `urgent-${randomUUID()}`
      const to: MessageTarget = isPush ? { push: browser } : { email: `${name}@mail.example` }
      // Noted before the commit, so that an arrival is never earlier than its start.
      started.set(name, performance.now())
      await queueMessage(opened.database, {
        to,
        kind: 'ticket-answered',
        language: 'ru',
        values: { number: '1' },
        now: new Date(),
        path: `/${name}`,
      })
      await pause(urgentEvery)
    }
  })()
  const note = (channel: 'email' | 'push', name: string | undefined) => {
    const began = started.get(name ?? '')
    if (began !== undefined) times[channel].push(performance.now() - began)
  }
  const receiving = (async () => {
    while (!isOver || times.email.length + times.push.length < started.size) {
      for (; read.email < mail.emails.length; read.email += 1)
        note('email', mail.emails[read.email]?.to[0]?.split('@')[0])
      for (; read.push < push.received.length; read.push += 1)
        note('push', push.received[read.push]?.message.path.slice(1))
      await pause(5)
    }
  })()
  await work()
  isOver = true
  await Promise.all([sending, receiving])
  return times
}

function rowOf(when: string, times: Times): Row {
  return Object.fromEntries(
    (['email', 'push'] as const).flatMap((channel) => {
      const at = (share: number) => Math.round(quantile(times[channel], share))
      const shares = { median: at(0.5), p95: at(0.95), longest: at(1) }
      return [
        [`${channel} ${when}, messages`, times[channel].length],
        ...Object.entries(shares).map(([share, time]) => [`${channel} ${when}, ${share} ms`, time]),
      ]
    }),
  )
}

function emailsOf({ emails }: MailServer): number {
  return emails.filter(({ to }) => to[0]?.startsWith('fan-out-')).length
}

async function until(isSo: () => Promise<boolean>, every = 100): Promise<void> {
  while (!(await isSo())) await pause(every)
}
