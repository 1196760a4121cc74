import { expect, test } from 'vitest'
import { purchaseSearch, purchaseStepOf } from '#contract/screen-search.ts'
import { previousLocation } from '#src/machines/locations/purchase-location.ts'
import { ids } from '#tests/support/samples/purchase-samples.ts'

const { course, artem: child, free: group, basket, contract } = ids
const scheme = 'StepByStep'

test.each<[string, object, string]>([
  ['nothing', {}, 'choosingChild'],
  ['a group that was chosen beside the course', { group }, 'choosingChild'],
  ['a child', { child }, 'choosingGroup'],
  ['a child and a scheme too early', { child, scheme }, 'choosingGroup'],
  ['a group for a child', { child, group }, 'choosingScheme'],
  ['all that is to be chosen', { child, group, scheme }, 'reviewing'],
  ['a basket alone', { basket }, 'reviewing'],
  ['what came of it', { child, group, scheme, basket, contract }, 'done'],
  ['what is no id', { child: 'x', scheme: 'y' }, 'choosingChild'],
])('An address that says %s stands for one step', (_, raw, step) => {
  expect(purchaseStepOf(purchaseSearch(raw))).toBe(step)
})

test('goes back by removing the last choice', () => {
  expect([previousLocation({ course, child, group }), previousLocation({ course, group })]).toEqual([
    { course, child },
    { course },
  ])
})
