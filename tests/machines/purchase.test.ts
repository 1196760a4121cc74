import { expect, test } from 'vitest'
import { purchaseStepOf } from '#contract/purchase-steps.ts'
import { purchaseSearch } from '#contract/screen-searches.ts'
import { purchaseMachine } from '#src/machines/purchase.ts'
import { type PurchasePlace, placeBefore } from '#src/machines/purchase-places.ts'
import { answer, hear, type MachineStage, refuse, startOnStage, tell } from '#tests/models/machine-level.ts'
import { ids } from '#tests/support/purchase-samples.ts'

const { course, artem: child, free: group, full, basket, contract } = ids
const scheme = 'StepByStep'
const review: PurchasePlace = { course, child, group, scheme, basket }
const open = (place: PurchasePlace) => startOnStage(purchaseMachine, { place }, ['followAddress'])
const stateOf = ({ actor }: MachineStage) => actor.getSnapshot().value
const contextOf = ({ actor }: MachineStage) => actor.getSnapshot().context

async function arrived(place: PurchasePlace): Promise<MachineStage> {
  const stage = open(place)
  await answer(stage, 'judge', { place, refusal: null })
  return stage
}

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

test('What is chosen stands in the order of the address, whichever was chosen first', async () => {
  const stage = await arrived({ course, group })
  await tell(stage, { type: 'child.choose', child })
  expect(JSON.stringify(contextOf(stage).place)).toBe(JSON.stringify({ course, child, group }))
})

test('The step before is the place without its last choice', () => {
  expect([placeBefore({ course, child, group }), placeBefore({ course, group })]).toEqual([
    { course, child },
    { course },
  ])
})

test('An address that says all but has no basket gets one before it is looked at', async () => {
  const stage = await arrived({ course, child, group, scheme })
  expect([stateOf(stage), stage.working.get('fillBasket')?.input]).toEqual(['filling', { child, group, scheme }])
  await answer(stage, 'fillBasket', basket)
  expect([stateOf(stage), stage.wishes]).toEqual(['reviewing', [{ action: 'showInstead', params: { place: review } }]])
})

test('A second press on the button that makes the contract sends nothing', async () => {
  const stage = await arrived(review)
  await tell(stage, { type: 'contract.make' })
  await tell(stage, { type: 'contract.make' })
  expect([stateOf(stage), stage.started.filter((id) => id === 'makeContract')]).toEqual(['making', ['makeContract']])
})

test('Whoever goes back while the contract is made is shown the step that its answer belongs to', async () => {
  const stage = await arrived(review)
  await tell(stage, { type: 'contract.make' })
  await hear(stage, 'followAddress', { type: 'address.changed', place: { course, child, group } })
  expect([stateOf(stage), stage.wishes]).toEqual(['making', [{ action: 'show', params: { place: review } }]])
})

test('A changed price is said beside the basket as it now is, and agreed to by filling it again', async () => {
  const stage = await arrived(review)
  await tell(stage, { type: 'contract.make' })
  await refuse(stage, 'makeContract', { refusal: 'price-changed' })
  expect(stateOf(stage)).toBe('arriving')
  await answer(stage, 'judge', { place: review, refusal: null })
  expect([stateOf(stage), contextOf(stage).refusal]).toEqual(['reviewing', 'price-changed'])
  await tell(stage, { type: 'basket.refill' })
  expect([stateOf(stage), contextOf(stage)]).toEqual([
    'filling',
    { place: { course, child, group, scheme }, queue: null, refusal: null },
  ])
})

test('A contract that another tab has made is shown, and nothing is said against it', async () => {
  const stage = await arrived(review)
  await tell(stage, { type: 'basket.giveUp' })
  await refuse(stage, 'dropBasket', { refusal: 'state-conflict' })
  await answer(stage, 'judge', { place: { course, contract }, refusal: null })
  expect([stateOf(stage), contextOf(stage).refusal]).toEqual(['done', null])
})

test('What was refused of one waiting list is not said of another', async () => {
  const stage = await arrived({ course, child })
  await tell(stage, { type: 'queue.join', group: full })
  await refuse(stage, 'joinQueue', { refusal: 'state-conflict' })
  expect(contextOf(stage)).toMatchObject({ queue: full, refusal: 'state-conflict' })
  await tell(stage, { type: 'queue.join', group })
  expect(contextOf(stage)).toMatchObject({ queue: group, refusal: null })
})
