// Database: none.
import { join } from 'node:path'
import pino from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type OpenDatabase, openDatabase, openPostgres } from '#server/db/client.ts'
import { readEnv } from '#server/environment/env.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { makeDataDirectory } from '#tests/support/server/database.ts'
import { postgresUrl, startPostgres } from '#tests/support/server/postgres-server.ts'
import { canMount, mountSmallDisk } from '#tests/support/server/small-disk.ts'

vi.setConfig({ testTimeout: 60_000 })

const rounds = process.env.TEST_ALL ? 50 : 1

const log = pino({ level: 'silent' })

/** A disk with a database that a server uses. */
type OnDisk = { disk: ReturnType<typeof mountSmallDisk>; opened: OpenDatabase }

async function onEmbedded(): Promise<OnDisk> {
  const disk = mountSmallDisk(150)
  onTestFinished(() => disk.unmount())
  const DATA_DIR = join(disk.directory, 'data')
  await makeDataDirectory(DATA_DIR)
  const opened = await openDatabase(readEnv({ DATA_DIR }), log)
  onTestFinished(() => opened.close())
  return { disk, opened }
}

async function onPostgres(): Promise<OnDisk> {
  const disk = mountSmallDisk(80)
  onTestFinished(() => disk.unmount())
  const postgres = await startPostgres({ data: disk.directory })
  onTestFinished(() => postgres.stop())
  const opened = await openPostgres(postgresUrl(postgres.socket, 'postgres'), 4, log)
  onTestFinished(() => opened.close())
  return { disk, opened }
}

async function serverOn(opened: OpenDatabase) {
  const server = await openTestApp({ opened, env: { LOG_LEVEL: 'silent' } })
  onTestFinished(() => server.close())
  const person = await server.signInAs({ roles: ['parent'] })
  return {
    /** Each round has another author: a person may write only so many messages an hour. */
    signIn: () => server.signInAs({ roles: ['parent'] }),
    read: async () => (await person.call('GET /v1/profile/children')).statusCode,
    ready: async () => {
      const { statusCode, headers } = await server.visitor.open('/readyz')
      return [statusCode, headers['retry-after']]
    },
    /** A message larger than the free space of any page of its table. */
    async write(author: Person) {
      const words = Array.from({ length: 500 }, () => crypto.randomUUID()).join(' ')
      const { statusCode, headers } = await author.call('POST /v1/schedule/ticket/create', {
        body: { contentHtml: `<p>${words}</p>` },
        headers: { 'idempotency-key': crypto.randomUUID() },
      })
      return [statusCode, headers['retry-after']]
    },
  }
}

/** The environment of a server that starts on it. */
async function startOn(url: string): Promise<unknown> {
  return openPostgres(url, 1, log).then(
    ({ close }) => close(),
    ({ name, message }: Error) => `${name}: ${message}`,
  )
}

test.runIf(canMount)(
  'A PostgreSQL without space for the tables, or a read-only one, is reported in one line at start',
  { tags: ['nightly'] },
  async () => {
    const disk = mountSmallDisk(50)
    onTestFinished(() => disk.unmount())
    const postgres = await startPostgres({ data: disk.directory })
    onTestFinished(() => postgres.stop())
    const url = postgresUrl(postgres.socket, 'postgres')
    const reason = (why: string) =>
      expect.stringMatching(
        new RegExp(
          `^StartFailure: The database could not be brought up to date \\([^\n]*${why}\\)\\. No data is lost: [^\n]+\\.$`,
        ),
      )
    disk.fill()
    expect(await startOn(url)).toEqual(reason('No space left on device'))
    disk.free()
    const readOnly = `${url}&options=${encodeURIComponent('-c default_transaction_read_only=on')}`
    expect(await startOn(readOnly)).toEqual(reason('read-only transaction'))
    expect(await startOn(url)).toBeUndefined()
  },
)

describe.runIf(canMount).each([
  ['the embedded database', onEmbedded],
  ['PostgreSQL', onPostgres],
])('A server whose disk is full under %s', (_, open) => {
  test('is not ready, answers 503 to writes, keeps reading, and writes again once there is space', {
    tags: ['nightly'],
  }, async () => {
    const { disk, opened } = await open()
    const { read, write, ready, signIn } = await serverOn(opened)
    for (let round = 0; round < rounds; round += 1) {
      const author = await signIn()
      expect(await write(author)).toEqual([201, undefined])
      disk.fill()
      expect(await write(author)).toEqual([503, '5'])
      expect(await ready()).toEqual([503, '5'])
      expect(await read()).toBe(200)
      disk.free()
      expect(await write(author)).toEqual([201, undefined])
      expect(await ready()).toEqual([200, undefined])
    }
  })
})
