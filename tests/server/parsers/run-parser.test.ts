// Database: none.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { ParserKilled, runParser } from '#server/parsers/run-parser.ts'

const parser = (name: string) => ({
  limits: 'pdf' as const,
  module: new URL('../../support/documents/hostile-parsers.ts', import.meta.url),
  name,
})

describe('The process of a parser', () => {
  test.each(['takeTime', 'takeBuffers', 'die'])(
    'is killed past its limits, and the server goes on: %s',
    async (name) => {
      await expect(runParser(parser(name), null)).rejects.toThrow(ParserKilled)
      expect(await runParser(parser('processId'), null)).not.toBe(process.pid)
    },
  )

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

  test('waits for one of two places; too many files are refused', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 50 }, () => runParser(parser('processId'), null)))
    const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason.type] : []))
    expect(refused).toEqual(Array(18).fill('unavailable'))
  })
})
