import { expect, test } from 'vitest'
import { scheduleChangeSearch, scheduleChangeStepOf } from '#contract/screen-search.ts'
import { isSameLocation } from '#src/machines/locations/schedule-change-location.ts'
import { ids } from '#tests/support/samples/transfer-samples.ts'

const { contract, sokol: territory, evening: group } = ids
const confirm = { contract, territory, group, step: 'confirm' } as const

test.each<[string, object, string]>([
  ['nothing', {}, 'choosingGroup'],
  ['a group without a contract', { group }, 'choosingGroup'],
  ['a step without a contract', { step: 'done' }, 'choosingGroup'],
  ['a contract', { contract }, 'choosingTerritory'],
  ['a contract and a step too early', { contract, step: 'confirm' }, 'choosingTerritory'],
  ['a territory', { contract, territory }, 'choosingNewGroup'],
  ['a group', { contract, territory, group }, 'comparing'],
  ['a group whose place is held, wherever it meets', { contract, group }, 'comparing'],
  ['all of it', confirm, 'confirming'],
  ['what was done', { contract, step: 'done' }, 'done'],
  ['what is no id', { contract: 'x', step: 'y' }, 'choosingGroup'],
])('An address that says %s stands for one step', (_, raw, step) => {
  expect(scheduleChangeStepOf(scheduleChangeSearch(raw))).toBe(step)
})

test('A URL with the same parts in another order is the same', () => {
  expect(isSameLocation(Object.fromEntries(Object.entries(confirm).reverse()), confirm)).toBe(true)
})
