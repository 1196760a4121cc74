// Database: none.
import { expect, test } from 'vitest'
import type { GetCall } from '#contract/call-changes.ts'
import { ChangeLog } from '#server/change-stream/change-log.ts'

const all = { calls: 'all', by: null }
const profile = 'GET /v1/profile'
const change = (id: string, users = ['anna'], calls: GetCall[] = [profile]) => ({
  id,
  users,
  calls,
  by: 'request',
  transaction: `70${id}`,
})

test('a page from before the first change has missed it', () => {
  const log = new ChangeLog(10)
  const { lastId: read } = log
  expect(log.missedSince(read, 'anna')).toBeNull()
  log.add(change('1'))
  log.add(change('2', ['boris'], ['GET /v1/profile/events']))
  expect(log.missedSince(read, 'anna')).toEqual({ calls: [profile], by: null })
  expect(log.missedSince('1', 'anna')).toBeNull()
  expect(log.missedSince('1', 'boris')).toEqual({ calls: ['GET /v1/profile/events'], by: null })
})

test('a page from before a gap may have missed everything, also when no change follows', () => {
  const log = new ChangeLog(10)
  log.add(change('1'))
  const { lastId: read } = log
  log.clear('800')
  expect(log.missedSince(read, 'anna')).toEqual(all)
  expect(log.missedSince(log.lastId, 'anna')).toBeNull()
  log.add(change('2'))
  expect(log.missedSince(read, 'anna')).toEqual(all)
})

test('a page from before the oldest change that is kept may have missed everything', () => {
  const log = new ChangeLog(2)
  const { lastId: read } = log
  for (const id of ['1', '2', '3']) log.add(change(id, ['boris']))
  expect(log.missedSince(read, 'anna')).toEqual(all)
  expect(log.missedSince('1', 'anna')).toBeNull()
})

test('a read for a person needs the last change of their data, also when it is not kept any more or was missed', () => {
  const log = new ChangeLog(2)
  expect(log.lastChangeOf('anna')).toBeNull()
  log.add(change('1'))
  log.add(change('2'))
  log.add(change('3', ['boris']))
  expect(['anna', 'boris', 'vera'].map((user) => log.lastChangeOf(user))).toEqual(['702', '703', '701'])
  log.add(change('4', ['boris']))
  expect(log.lastChangeOf('anna')).toBe('702')
  log.clear('800')
  expect(['anna', 'boris'].map((user) => log.lastChangeOf(user))).toEqual(['800', '800'])
})
