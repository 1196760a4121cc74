// Database: none.
import pino from 'pino'
import { expect, test } from 'vitest'
import { createPageErrorLog } from '#server/system/page-error-log.ts'

test('Errors of pages are a limited number of lines, and the others are counted', () => {
  let now = new Date('2026-10-14T09:00:00Z')
  const lines: { pageError?: { name: string }; omitted?: number; numbers?: string[] }[] = []
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) })
  const write = createPageErrorLog(() => now)
  const error = (at: number, name = 'TypeError') => ({ number: `${at}`.padStart(8, '0'), name, page: '/', frames: [] })
  for (let at = 0; at < 7; at += 1) write(log, error(at), '192.0.2.1')
  expect(lines).toHaveLength(5)
  for (let at = 7; at < 50; at += 1) write(log, error(at, `Error${at}`), '192.0.2.1')
  // Those of one network, which leave lines to the others.
  expect(lines).toHaveLength(20)
  for (let at = 50; at < 100; at += 1) write(log, error(at, `Error${at}`), `192.0.2.${at}`)
  expect(lines).toHaveLength(60)
  now = new Date(now.getTime() + 60_000)
  write(log, error(100), '192.0.2.1')
  expect(lines.slice(60)).toMatchObject([
    { omitted: 40, numbers: expect.arrayContaining(['00000005', '00000006', '00000099']) },
    { pageError: { number: '00000100' } },
  ])
})
