import { parseArgs } from 'node:util'
import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { Client, type Pool, type QueryConfig } from 'pg'
import { type OpenDatabase, openDatabase } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { readEnv } from '#server/environment/env.ts'
import { demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { createLog } from '#server/terminal/log.ts'
import { openTestApp } from '#tests/support/server/app.ts'

// A separate process: answers URLs of our calls with a minimal handler, which runs the one statement that reads the
// rows of the call as a prepared statement and serialises them. It authenticates, validates, counts, logs and shapes
// nothing. The statements are those of the real server, so the difference is the cost of everything around them.
const { values, positionals: paths } = parseArgs({ options: { login: { type: 'string' } }, allowPositionals: true })

const env = readEnv(process.env)
const opened = await openDatabase(env, createLog(env))
const statements = await statementsOf(opened, demoSubject(values.login ?? ''))
const pool = (opened.database as typeof opened.database & { $client: Pool }).$client

const app = Fastify()
for (const { path, statement } of statements) {
  // The query string is part of the key: its params are already values of the statement.
  app.get(path, async () => (await pool.query(statement)).rows)
}
console.log(await app.listen({ port: 0, host: 'localhost' }))

/** The last statement of each call for a signed-in user; the profile is the session itself. */
async function statementsOf(
  opened: OpenDatabase,
  subject: string,
): Promise<{ path: string; statement: QueryConfig }[]> {
  const testApp = await openTestApp({ opened, now: new Date(), env: { CHECK_ANSWERS: 'off' } })
  const [user] = await opened.database.select({ id: users.id }).from(users).where(eq(users.subject, subject))
  if (!user) throw new Error(`No account has the subject ${subject}`)
  const person = await testApp.signInAs({ roles: [], userId: user.id })
  const recorded: { path: string; statement: QueryConfig }[] = []
  const query = Client.prototype.query
  let last: QueryConfig | undefined
  Client.prototype.query = function (this: Client, config: QueryConfig, values: unknown[], ...more: unknown[]) {
    last = { text: config.text, ...(config.name && { name: config.name }), values }
    return Reflect.apply(query, this, [config, values, ...more])
  } as typeof query
  for (const path of paths) {
    const { statusCode } = await person.call(`GET ${path.replace('/api', '')}`)
    if (statusCode !== 200 || !last) throw new Error(`${path} answered ${statusCode} while recording statements`)
    recorded.push({ path: path.split('?')[0] ?? path, statement: { name: `statement_of_${recorded.length}`, ...last } })
  }
  Client.prototype.query = query
  await testApp.app.close()
  return recorded
}
