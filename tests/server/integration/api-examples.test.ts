import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { runServiceAccount } from '#server/integration/service-accounts/run-service-account.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp({ now: new Date('2026-11-20T09:00:00Z') }))
const text = readFileSync('docs/integration-api.md', 'utf8')
const examples = [...text.matchAll(/```sh\n(curl[\s\S]*?)```/g)].map(([, example = '']) => example)
const answers = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, answer = '']) => JSON.parse(answer) as unknown)

it('The examples of docs/integration-api.md work as they are written', async () => {
  const URL = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const context = { database: server.opened.database, now: server.clock.now, env: server.env }
  const { en: account } = await runServiceAccount(
    { name: 'crm', scopes: 'people:write,lessons:read,all:read,all:write' },
    context,
  )
  const [, CLIENT_ID = '', CLIENT_SECRET = ''] = /client_id +(\S+)\nclient_secret +(\S+)\n/.exec(account) ?? []
  const env: Record<string, string> = { URL, API: `${URL}/api/integration/v1`, CLIENT_ID, CLIENT_SECRET }
  const run = async (example: string) => {
    const { stdout } = await promisify(execFile)('sh', ['-ec', example], { env: { ...process.env, ...env } })
    return stdout
  }
  const [token = '', batch = '', people = '', lists = '', single = ''] = examples
  expect(examples).toHaveLength(5)

  const issued = JSON.parse(await run(token)) as { access_token: string }
  expect(Object.keys(issued)).toEqual(Object.keys(answers[0] as object))
  env.TOKEN = issued.access_token
  expect(JSON.parse(await run(batch))).toEqual(answers[1])
  const results = JSON.parse(await run(people)) as { results: { result: string }[] }
  expect(results.results.map(({ result }) => result)).toEqual(['created', 'created', 'created'])
  const [territories, users] = (await run(lists)).split(/(?<=\})(?=\{"records")/).map((page) => JSON.parse(page))
  expect([territories.records, users.records.length]).toEqual([[expect.objectContaining({ sourcedId: 'house' })], 2])
  const [read, written] = (await run(single)).split(/(?<=\})(?=\{)/).map((record) => JSON.parse(record))
  expect([read.address, written.address]).toEqual(['1 School Street', '2 School Street'])
})
