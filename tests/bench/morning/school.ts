import { openPostgres } from '#server/db/client.ts'
import { seedDemoIfEmpty } from '#server/demo/seed.ts'
import { issuerKey } from '#server/environment/oidc-settings.ts'
import { hashToken } from '#server/security/tokens.ts'
import { createLog } from '#server/terminal/log.ts'
import { startOidcProvider } from '#tests/support/providers/oidc-provider.ts'
import { postgresUrl, startPostgres } from '#tests/support/server/postgres-server.ts'
import { freePorts, type ServerProcess } from '#tests/support/server/server-process.ts'
import { visitorAt } from '#tests/support/server/sign-in.ts'

export type Start = (env: Record<string, string>, wishes?: { ports?: [number, number] }) => Promise<ServerProcess>

export type Parent = { token: string; subject: string; hasBill: boolean }
export type School = Awaited<ReturnType<typeof openSchool>>

/**
 * A server on a primary with one replica, with parents who are signed in since yesterday and have an unread notification of
 * the school's news. The provider runs in this process: a school has its own elsewhere.
 */
export async function openSchool(start: Start, parentsNeeded: number) {
  // Four parents in three families.
  const families = Math.ceil(parentsNeeded * 0.77)
  const ports = await freePorts()
  const provider = await startOidcProvider(`http://localhost:${ports[0]}`)
  const primary = await startPostgres()
  const url = postgresUrl(primary.socket, 'postgres')
  const log = createLog({ LOG_LEVEL: 'fatal' })
  const { database, pool, close } = await openPostgres(url, 1, log)
  await pool.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`)
  // Images of pages depend on when the last checkpoint was; they are measured apart.
  await pool.query('alter system set full_page_writes = off')
  await seedDemoIfEmpty(database, { clock: () => new Date(), families })
  const { rows } = await pool.query<{ id: string; subject: string; has_bill: boolean }>(parentRows)
  const parents = rows.map(({ subject, has_bill }, number) => ({
    token: `morning-${number}-`.padEnd(43, 'x'),
    subject,
    hasBill: has_bill,
  }))
  await pool.query(addSessions, [
    rows.map(({ id }) => id),
    parents.map(({ token }) => hashToken(token)),
    issuerKey(provider.issuer),
  ])
  await pool.query(addNotifications)
  await pool.query('vacuum analyze')
  await close()
  await primary.restart('fast')
  const again = await openPostgres(url, 1, log)
  await again.pool.query('create extension pg_stat_statements')
  await again.close()
  const replica = await startPostgres({ primary: primary.socket })

  const env = {
    DATABASE_URL: url,
    DATABASE_READ_URL: postgresUrl(replica.socket, 'postgres'),
    ...provider.variables,
    RENDER_TIMEOUT_MS: '10000',
    DEMO: 'on',
    DELIVERY: 'off',
  }
  const server = await start({ ...env, SIGN_INS_PER_MINUTE: '100000' }, { ports })
  let lastSignIn: Promise<unknown> = Promise.resolve()

  return {
    primary,
    replica,
    server,
    parents,
    env,
    /** The provider signs in one person after another: it asks no questions. */
    authorize({ subject }: Parent) {
      return (location: string): Promise<string> => {
        const next = lastSignIn.then(() => {
          provider.behaviour.subject = subject
          return visitorAt(server.address).signInAtProvider(location, subject)
        })
        lastSignIn = next.catch(() => undefined)
        return next
      }
    },
    /** They were last here ten minutes before these moments, in milliseconds from now: sessions end after half an hour. */
    async wake(some: readonly Parent[], moments: readonly number[] = some.map(() => 0)): Promise<void> {
      const { pool, close } = await openPostgres(url, 1, log)
      await pool.query(
        `update sessions set last_seen_at = now() - interval '10 minutes' + moment * interval '1 millisecond'
         from unnest($1::text[], $2::float8[]) as given (hash, moment) where token_hash = hash`,
        [some.map(({ token }) => hashToken(token)), moments],
      )
      await close()
    },
    async close(): Promise<void> {
      await server.stop()
      await provider.stop()
      await replica.stop()
      await primary.stop()
    },
  }
}

const parentRows = `
  select id, subject, exists (
    select from contracts join payments on contract_id = contracts.id
    where customer_id = users.id and contracts.status = 'Concluded' and payments.status = 'Open' and due_on < current_date + 20
  ) as has_bill
  from users where subject like 'crm-%' order by md5(subject)`

const addSessions = `
  insert into sessions (token_hash, user_id, issuer, id_token, created_at, last_seen_at, expires_at)
  select hash, id, $3, 'none', now() - interval '1 day', now() - interval '10 minutes', now() + interval '10 hours'
  from unnest($1::uuid[], $2::text[]) as given (id, hash)`

const addNotifications = `
  insert into notifications (user_id, category, kind, news_id, values, path, key, group_key, at)
  select users.id, 'news', 'news-published', news.id, '{"ru":{},"en":{}}', '/news?item=' || news.id, 'morning', 'morning', now()
  from users, (select id from school_news where audience = 'everyone' and publish_at < now() limit 1) as news
  where subject like 'crm-%'`
