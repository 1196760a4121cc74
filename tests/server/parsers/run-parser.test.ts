// Database: none.
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { readGivenRecords } from '#server/integration/api/given-records.ts'
import { listBundle } from '#server/integration/bundle/read-bundle.ts'
import { ParserKilled, runParser } from '#server/parsers/run-parser.ts'
import { zipOf } from '#tests/support/integration/zip.ts'

const parser = (name: string) => ({
  limits: 'pdf' as const,
  module: new URL('../../support/documents/hostile-parsers.ts', import.meta.url),
  name,
})

describe('The process of a parser', () => {
  for (const [name, tags] of [
    ['takeTime', ['nightly']],
    ['takeBuffers', []],
    ['die', []],
  ] as const)
    test(`is killed past its limits, and the server goes on: ${name}`, { tags: [...tags] }, async () => {
      await expect(runParser(parser(name), null)).rejects.toThrow(ParserKilled)
      expect(await runParser(parser('processId'), null)).not.toBe(process.pid)
    })

  test('reads the next file as well, but not after a killed one', async () => {
    const first = await runParser(parser('processId'), null)
    expect(await runParser(parser('processId'), null)).toBe(first)
    await expect(runParser(parser('die'), null)).rejects.toThrow(ParserKilled)
    expect(await runParser(parser('processId'), null)).not.toBe(first)
  })

  test('has no variables of the server and no network', async () => {
    expect(await runParser(parser('readEnvironment'), null)).toEqual([])
    const server = createServer((_, response) => response.end()).listen(0, 'localhost')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect(await runParser(parser('connect'), `http://localhost:${port}`)).toBe('refused')
    server.close()
  })
})

describe('While slow files of users are read', () => {
  const directory = mkdtempSync(join(tmpdir(), 'personal-account-places-'))
  afterAll(() => rmSync(directory, { recursive: true }))

  /** One file of each owner, read until `end` is called, with the types of the refusals. */
  function slowFiles(owners: readonly string[]) {
    const path = join(mkdtempSync(join(directory, 'slow-')), 'end')
    const read = owners.map((owner) => runParser(parser('waitForFile'), path, owner))
    const settled = Promise.allSettled(read)
    const end = async () => {
      writeFileSync(path, '')
      return (await settled).flatMap((one) => (one.status === 'rejected' ? [one.reason.type] : []))
    }
    return { end }
  }

  const users = (count: number) => Array.from({ length: count }, (_, at) => `user ${at}`)

  test('thirty wait, and more are refused', async () => {
    const slow = slowFiles(users(50))
    expect(await slow.end()).toEqual(Array(18).fill('unavailable'))
  })

  test('those of one user leave a place to others, and five of them are taken', async () => {
    const slow = slowFiles(Array(20).fill('user'))
    expect(await runParser(parser('processId'), null, 'another')).not.toBe(process.pid)
    expect(await slow.end()).toEqual(Array(15).fill('unavailable'))
  })

  test('imports of the school and records of its other systems are read', async () => {
    const slow = slowFiles(users(32))
    await expect(runParser(parser('processId'), null, 'one more')).rejects.toThrow('unavailable')
    const path = join(directory, 'school.zip')
    writeFileSync(path, await zipOf({ 'orgs.csv': 'sourcedId,name,type\n1,School,school\n' }))
    const bundle = await listBundle(path, ['orgs.csv'])
    expect([...bundle.files]).toEqual([['orgs.csv', 36]])
    const body = Buffer.from(`[{"sourcedId":"1","name":"${'a'.repeat(300_000)}"}]`)
    const source = { owner: 'crm', log: pino({ level: 'silent' }) }
    expect(await readGivenRecords({ body, collection: 'orgs', isNdjson: false }, source)).toHaveLength(1)
    expect(await slow.end()).toEqual([])
  })
})
