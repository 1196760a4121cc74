import { expect, it } from 'vitest'
import { openTestApp } from '#tests/support/server/app.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'

it('A server whose database answers is alive and ready; without it, alive and not ready', async () => {
  const opened = await openTestDatabase()
  const server = await openTestApp({ opened })
  const ask = async (path: string) => {
    const answer = await server.visitor.open(path)
    return [answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]
  }
  const json = 'application/json; charset=utf-8'
  expect(await ask('/healthz')).toEqual([200, json, 'no-store'])
  expect(await ask('/readyz')).toEqual([200, json, 'no-store'])
  await opened.close()
  expect(await ask('/healthz')).toEqual([200, json, 'no-store'])
  expect(await ask('/readyz')).toEqual([503, 'application/problem+json', 'no-store'])
  await server.close()
})
