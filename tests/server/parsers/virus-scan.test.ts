import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ticketFiles } from '#server/db/schema/schedule.ts'
import { picture } from '#tests/support/documents/pictures.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const socket = join(tmpdir(), `clamd-${process.pid}.sock`)
const server = openForSuite(() =>
  openTestApp({ env: { VIRUS_SCANNER: `unix://${socket}` }, log: pino({ level: 'silent' }) }),
)
let clamd: Server
let answer = 'stream: OK'
let received = Buffer.alloc(0)

beforeAll(async () => {
  clamd = createServer((connection) => {
    let all = Buffer.alloc(0)
    connection.on('data', (chunk: Buffer) => {
      all = Buffer.concat([all, chunk])
      if (!all.subarray(-4).equals(Buffer.alloc(4))) return
      received = all
      connection.end(`${answer}\0`)
    })
  }).listen(socket)
  await once(clamd, 'listening')
})
afterAll(() => {
  clamd.close()
})

async function upload(path: string, type: string, body: Buffer, headers: Record<string, string> = {}) {
  const person = await server.signInAs({ roles: ['administrator'] })
  const sent = await person.call(`POST ${path}` as never, { body, headers: { 'content-type': type, ...headers } })
  return [sent.statusCode, sent.json().type ?? 'stored', sent.json().errors, sent.headers['retry-after']]
}

const ticketFile = async () =>
  upload('/v1/storage/ticket-file', 'image/png', await picture('png', { width: 8, height: 8 }), {
    'x-file-name': 'a.png',
  })
const infected = [422, 'invalid-values', [{ path: 'file', message: 'infected' }], undefined]

describe('A virus scanner', () => {
  test('gets the whole file before it is stored', async () => {
    answer = 'stream: OK'
    const file = await picture('png', { width: 8, height: 8 })
    expect(await ticketFile()).toEqual([200, 'stored', undefined, undefined])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(file.length)
    expect(received.equals(Buffer.concat([Buffer.from('zINSTREAM\0'), length, file, Buffer.alloc(4)]))).toBe(true)
  })

  test('has infected files refused: of tickets, avatars and imports', async () => {
    answer = 'stream: Eicar-Test-Signature FOUND'
    const before = await server.opened.database.$count(ticketFiles)
    const file = await picture('png', { width: 8, height: 8 })
    expect(await ticketFile()).toEqual(infected)
    expect(await upload('/v1/storage/avatar', 'image/png', file, { 'x-file-extension': 'png' })).toEqual(infected)
    const zip = Buffer.from('PK\x03\x04')
    expect(await upload('/v1/admin/import', 'application/octet-stream', zip, { 'x-file-name': 'a.zip' })).toEqual(
      infected,
    )
    expect(await server.opened.database.$count(ticketFiles)).toBe(before)
  })

  test('that fails or is down lets no file in', async () => {
    answer = 'INSTREAM size limit exceeded. ERROR'
    expect(await ticketFile()).toEqual([503, 'unavailable', undefined, '5'])
    clamd.close()
    await once(clamd, 'close')
    expect(await ticketFile()).toEqual([503, 'unavailable', undefined, '5'])
    const person = await server.signInAs({ roles: ['administrator'] })
    expect((await person.call('GET /v1/profile')).statusCode).toBe(200)
  })
})
