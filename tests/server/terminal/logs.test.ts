import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createLog } from '#server/terminal/log.ts'
import { openTestApp } from '#tests/support/server/app.ts'

function recorder() {
  let text = ''
  const write = (line: string) => {
    text += line
  }
  const log = createLog({ LOG_LEVEL: 'trace' }, { write })
  const lines = () =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  return { log, text: () => text, lines }
}

it('A log line per response has route, status, time and user, and no secrets', async () => {
  const { log, text, lines } = recorder()
  const server = await openTestApp({ log })
  const person = await server.signInAs({ roles: ['parent'] })
  const secret = 'SECRET0123456789'

  await person.call('GET /v1/profile', { headers: { authorization: `Bearer ${secret}` } })
  await person.call('POST /v1/auth/oauth-result', { body: { code: secret, state: secret } })
  await person.call('GET /v1/auth/redirect-to-oauth-provider', { query: `from_url=/${secret}` })
  await person.open(`/auth/oauth-result?code=${secret}&state=${secret}`)
  await person.open(`/auth/sign-out/${secret}`)
  await person.call(`GET /${secret}ABCDEF`)
  await server.close()

  expect(text()).not.toContain(secret)
  for (const value of Object.values(person.cookies)) expect(text()).not.toContain(value)
  const answered = lines().filter(({ msg }) => msg === 'answered')
  expect(answered[0]).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    method: 'GET',
    route: '/api/v1/profile',
    status: 200,
    ms: expect.any(Number),
    user: person.userId,
    msg: 'answered',
  })
})

it('A failed statement is logged without its values', async () => {
  const { log, text, lines } = recorder()
  const server = await openTestApp({ log })
  const failing = server.opened.database.execute(sql`insert into users (id) values (${'hidden-value'})`)
  await failing.catch((error: unknown) => log.error({ err: error }, 'failed'))
  await server.close()

  expect(text()).not.toContain('hidden-value')
  expect(lines().at(-1)).toMatchObject({
    err: {
      message: 'Failed query: insert into users (id) values ($1)',
      cause: { message: 'PostgreSQL refused with 22P02' },
    },
  })
})

it('An object logged whole has its secrets redacted, two levels deep', () => {
  const { log, lines } = recorder()
  log.info({ code: '1', headers: { cookie: '2', authorization: '3', 'set-cookie': '4' }, body: { password: '5' } }, 'x')
  expect(lines()[0]).toMatchObject({
    code: '[redacted]',
    headers: { cookie: '[redacted]', authorization: '[redacted]', 'set-cookie': '[redacted]' },
    body: { password: '[redacted]' },
  })
})
