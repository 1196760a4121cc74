// Database: none.
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type OpenDatabase, openPostgres } from '#server/db/client.ts'
import { deliveries, notifications } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { startJobs } from '#server/jobs/job-queue.ts'
import { createSmtpChannel } from '#server/notifications/email.ts'
import { notifyUsers } from '#server/notifications/notify-users.ts'
import { jobContext } from '#tests/support/server/jobs.ts'
import { type MailServer, startMailServer } from '#tests/support/server/mail-server.ts'
import { type PostgresServer, postgresUrl, startPostgres } from '#tests/support/server/postgres-server.ts'

vi.setConfig({ testTimeout: 120_000 })

const people = 120
/** Noon in Moscow: outside of the quiet hours. */
const noon = new Date('2026-10-14T09:00:00Z')

let postgres: PostgresServer
let opened: OpenDatabase
let mail: MailServer
beforeAll(async () => {
  postgres = await startPostgres()
  opened = await openPostgres(postgresUrl(postgres.socket, 'postgres'), 8, pino({ level: 'silent' }))
  mail = await startMailServer()
})
afterAll(async () => {
  await mail.close()
  await opened.close()
  await postgres.stop()
})

function startServerJobs() {
  const email = createSmtpChannel({
    url: mail.url,
    host: 'lk.school.example',
    from: { name: { ru: '', en: '' }, address: 'no-reply@school.example' },
  })
  const channels = { email, phone: async () => {}, push: async () => {} }
  const context = jobContext({ database: opened.database, clock: () => noon, channels })
  return startJobs(opened.pool, context, { jobs: [], poll: 1, supervise: 1 })
}

/** Notifies a person of the answer, again until it has succeeded, as a job of the school does. */
async function notify(recipient: { id: string; email: string | null }): Promise<void> {
  for (;;) {
    try {
      const notice = { kind: 'ticket-answered', values: { number: '1' }, once: recipient.id } as const
      await notifyUsers(opened.database, noon, [
        { ...notice, recipient: { ...recipient, phone: null, language: null } },
      ])
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

test('a crash of the database and a restart of the server lose and repeat no notification', {
  tags: ['nightly'],
}, async () => {
  const { database } = opened
  const rows = Array.from({ length: people }, (_, at) => {
    return { firstName: 'Мария', lastName: 'Смирнова', email: `p${at}@mail.example`, subject: `p${at}` }
  })
  const persons = await database.insert(users).values(rows).returning({ id: users.id, email: users.email })

  const first = await startServerJobs()
  const notifying = (async () => {
    for (const person of persons) await notify(person)
  })()
  await vi.waitFor(() => expect(mail.emails.length).toBeGreaterThan(5), { timeout: 30_000, interval: 5 })
  await postgres.restart('immediate')
  await notifying
  await first.stop()
  const second = await startServerJobs()
  onTestFinished(() => second.stop())

  await vi.waitFor(
    async () => {
      // What was being sent is repeated after two minutes, and after a failure with a delay.
      await database.execute(sql`
        update pgboss.job set started_on = started_on - interval '3 minutes', start_after = now()
        where name = 'send-message' and state in ('active', 'retry')
      `)
      const pending = await database.$count(deliveries, sql`${deliveries.deliveredAt} is null`)
      expect(pending).toBe(0)
    },
    { timeout: 90_000, interval: 2_000 },
  )
  expect(await database.$count(notifications)).toBe(people)
  expect(await database.$count(deliveries)).toBe(people)
  // A message that was accepted but not noted is sent again under its id, and shown once.
  const ids = new Map(mail.emails.map(({ to, source }) => [/^message-id: *(\S+)/im.exec(source)?.[1], to[0]]))
  expect([...ids.values()].sort()).toEqual(persons.map(({ email }) => email).sort())
})
