// Database: none.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { lockDirectory } from '#server/db/directory-lock.ts'
import { deliveryVariables, payeeVariables } from '#tests/support/documents/payee.ts'
import { makeDataDirectory } from '#tests/support/server/database.ts'
import { loaderEnv } from '#tests/support/server/server-process.ts'
import { canMount, mountSmallDisk } from '#tests/support/server/small-disk.ts'

// The tests start whole processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'personal-account-start-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

function start(env: Record<string, string>) {
  const quiet = { LOG_LEVEL: 'warn', DEMO: 'off', PORT: '0', IDP_PORT: '0', DATA_DIR: join(directory, 'data') }
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      PATH: process.env.PATH ?? '',
      LANG: 'en_US.UTF-8',
      ...loaderEnv,
      ...quiet,
      ...payeeVariables,
      ...deliveryVariables,
      ...env,
    },
  })
  const printed = { out: '', err: '' }
  child.stdout.on('data', (text) => (printed.out += text))
  child.stderr.on('data', (text) => (printed.err += text))
  return { child, printed, ended: once(child, 'exit') }
}

async function failureOf(env: Record<string, string>) {
  const { printed, ended } = start(env)
  const [code] = await ended
  return { code, ...printed }
}

async function portInUse() {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  const port = String(typeof address === 'object' ? address?.port : '')
  return { port, free: () => new Promise((resolve) => server.close(resolve)) }
}

describe('A server that cannot start prints the reason in one line and exits with 1', () => {
  it('an invalid value, in the language of the terminal', async () => {
    const said = {
      'en_US.UTF-8': 'PORT: must be a port from 0 to 65535, such as 3000.\n',
      'C.UTF-8': 'PORT: нужен номер порта от 0 до 65535, например 3000.\n',
    }
    for (const [LANG, err] of Object.entries(said))
      expect(await failureOf({ LANG, PORT: 'three thousand' })).toEqual({ code: 1, out: '', err })
  })

  it('a data directory in use', { tags: ['nightly'] }, async () => {
    const DATA_DIR = join(directory, 'data')
    const lock = lockDirectory(DATA_DIR)
    const { code, out, err } = await failureOf({ DATA_DIR })
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^The data directory .+ is in use by process \d+.*\.\nStop that process, .+\.\n$/)
    lock.release()
  })

  it.runIf(canMount)('a disk that is too small for the database or its data', { tags: ['nightly'] }, async () => {
    const disk = mountSmallDisk(30)
    onTestFinished(() => disk.unmount())
    const DATA_DIR = join(disk.directory, 'data')
    const line = `The embedded database in ${join(DATA_DIR, 'database')} does not open (its disk has 0 MB left).\n`
    expect(await failureOf({ DATA_DIR })).toEqual({ code: 1, out: '', err: line })
    disk.resize(45)
    expect(await failureOf({ DATA_DIR, DEMO: 'on' })).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^The database [^\n]+No space left on device[^\n]+\n$/),
    })
  })

  it('a database that does not answer', { tags: ['nightly'] }, async () => {
    const { code, out, err } = await failureOf({ DATABASE_URL: 'postgres://lk:hush@localhost:9/lk' })
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^DATABASE_URL: the database does not answer \(.*ECONNREFUSED.*\)\.\n$/)
  })

  it('a port that is in use; the directory is unlocked again', { tags: ['nightly'] }, async () => {
    await makeDataDirectory(join(directory, 'data'))
    const { port, free } = await portInUse()
    const { code, err } = await failureOf({ PORT: port })
    expect([code, err]).toEqual([1, `Port ${port} is taken: set PORT to a free one.\n`])
    lockDirectory(join(directory, 'data')).release()
    await free()
  })
})

it('A server finishes pending requests on SIGTERM, releases its lock and exits with 0', async () => {
  const [one, two] = [await portInUse(), await portInUse()]
  await Promise.all([one.free(), two.free()])
  await makeDataDirectory(join(directory, 'data'))
  const server = start({ PORT: one.port, IDP_PORT: two.port, LOG_LEVEL: 'info' })
  const address = `http://localhost:${one.port}`
  while ((await fetch(`${address}/readyz`).catch(() => null))?.status !== 200) await pause(50)

  const body = JSON.stringify({ state: 'nobody gave this' })
  const asked = request(`${address}/api/v1/auth/oauth-result`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'sec-fetch-site': 'same-origin',
      'x-requested-with': 'lk',
      expect: '100-continue',
    },
  })
  asked.flushHeaders()
  await once(asked, 'continue')
  server.child.kill('SIGTERM')
  while (!server.printed.out.includes('"stopping"')) await pause(20)
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  expect([answer.statusCode, answer.headers.connection]).toEqual([409, 'close'])
  const [code] = await server.ended
  expect({ code, err: server.printed.err }).toEqual({ code: 0, err: '' })
  expect(server.printed.out).toContain(address)
  lockDirectory(join(directory, 'data')).release()
})
