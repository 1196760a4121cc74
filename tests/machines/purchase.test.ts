import { expect, test } from 'vitest'
import { purchaseSearch, purchaseStepOf } from '#contract/screen-search.ts'
import { purchaseMachine } from '#src/machines/purchase.ts'
import { type PurchaseLocation, previousLocation } from '#src/machines/purchase-location.ts'
import {
  emitFromListener,
  type MachineStage,
  rejectActor,
  resolveActor,
  sendEvent,
  startOnStage,
} from '#tests/model-runner/machine-level.ts'
import { ids } from '#tests/support/samples/purchase-samples.ts'

const { course, artem: child, free: group, full, basket, contract } = ids
const scheme = 'StepByStep'
const review: PurchaseLocation = { course, child, group, scheme, basket }
const open = (place: PurchaseLocation) => startOnStage(purchaseMachine, { place }, ['followAddress'])
const stateOf = ({ actor }: MachineStage) => actor.getSnapshot().value
const contextOf = ({ actor }: MachineStage) => actor.getSnapshot().context

async function arrived(place: PurchaseLocation): Promise<MachineStage> {
  const stage = open(place)
  await resolveActor(stage, 'judge', { place, refusal: null })
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

test('keeps the choices in the order of the URL', async () => {
  const stage = await arrived({ course, group })
  await sendEvent(stage, { type: 'child.choose', child })
  expect(JSON.stringify(contextOf(stage).place)).toBe(JSON.stringify({ course, child, group }))
})

test('goes back by removing the last choice', () => {
  expect([previousLocation({ course, child, group }), previousLocation({ course, group })]).toEqual([
    { course, child },
    { course },
  ])
})

test('creates a basket for a complete URL without one', async () => {
  const stage = await arrived({ course, child, group, scheme })
  expect([stateOf(stage), stage.working.get('fillBasket')?.input]).toEqual(['filling', { child, group, scheme }])
  await resolveActor(stage, 'fillBasket', basket)
  expect([stateOf(stage), stage.effects]).toEqual(['reviewing', [{ action: 'showInstead', params: { place: review } }]])
})

test('sends one call when the contract button is pressed twice', async () => {
  const stage = await arrived(review)
  await sendEvent(stage, { type: 'contract.make' })
  await sendEvent(stage, { type: 'contract.make' })
  expect([stateOf(stage), stage.started.filter((id) => id === 'makeContract')]).toEqual(['making', ['makeContract']])
})

test('keeps the step when the user goes back while the contract is being created', async () => {
  const stage = await arrived(review)
  await sendEvent(stage, { type: 'contract.make' })
  await emitFromListener(stage, 'followAddress', { type: 'address.changed', place: { course, child, group } })
  expect([stateOf(stage), stage.effects]).toEqual(['making', [{ action: 'show', params: { place: review } }]])
})

test('shows a changed price with the current basket and accepts it by creating the basket again', async () => {
  const stage = await arrived(review)
  await sendEvent(stage, { type: 'contract.make' })
  await rejectActor(stage, 'makeContract', { refusal: 'price-changed' })
  expect(stateOf(stage)).toBe('arriving')
  await resolveActor(stage, 'judge', { place: review, refusal: null })
  expect([stateOf(stage), contextOf(stage).refusal]).toEqual(['reviewing', 'price-changed'])
  await sendEvent(stage, { type: 'basket.refill' })
  expect([stateOf(stage), contextOf(stage)]).toEqual([
    'filling',
    { place: { course, child, group, scheme }, queue: null, refusal: null },
  ])
})

test('shows a contract that another tab created, without an error', async () => {
  const stage = await arrived(review)
  await sendEvent(stage, { type: 'basket.giveUp' })
  await rejectActor(stage, 'dropBasket', { refusal: 'state-conflict' })
  await resolveActor(stage, 'judge', { place: { course, contract }, refusal: null })
  expect([stateOf(stage), contextOf(stage).refusal]).toEqual(['done', null])
})

test('does not show the refusal of one waiting list at another', async () => {
  const stage = await arrived({ course, child })
  await sendEvent(stage, { type: 'queue.join', group: full })
  await rejectActor(stage, 'joinQueue', { refusal: 'state-conflict' })
  expect(contextOf(stage)).toMatchObject({ queue: full, refusal: 'state-conflict' })
  await sendEvent(stage, { type: 'queue.join', group })
  expect(contextOf(stage)).toMatchObject({ queue: group, refusal: null })
})
