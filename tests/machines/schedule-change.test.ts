import { expect, test } from 'vitest'
import { scheduleChangeSearch, scheduleChangeStepOf } from '#contract/screen-search.ts'
import { scheduleChangeMachine } from '#src/machines/schedule-change.ts'
import type { ScheduleChangeLocation } from '#src/machines/schedule-change-location.ts'
import {
  emitFromListener,
  type MachineStage,
  rejectActor,
  resolveActor,
  runningActors,
  sendEvent,
  startOnStage,
} from '#tests/model-runner/machine-level.ts'
import { ids } from '#tests/support/samples/transfer-samples.ts'

const { contract, sokol: territory, evening: group, full } = ids
const confirm: ScheduleChangeLocation = { contract, territory, group, step: 'confirm' }
const open = (place: ScheduleChangeLocation) => startOnStage(scheduleChangeMachine, { place }, ['followAddress'])
const stateOf = ({ actor }: MachineStage) => actor.getSnapshot().value
const contextOf = ({ actor }: MachineStage) => actor.getSnapshot().context

async function arrived(place: ScheduleChangeLocation): Promise<MachineStage> {
  const stage = open(place)
  await resolveActor(stage, 'judge', { place, refusal: null })
  return stage
}

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

test('ignores a URL with the same parts in another order', async () => {
  const stage = await arrived(confirm)
  const reordered = Object.fromEntries(Object.entries(confirm).reverse())
  await sendEvent(stage, { type: 'address.changed', place: reordered })
  expect(stateOf(stage)).toBe('confirming')
})

test('sends one call when the button is pressed twice', async () => {
  const stage = await arrived(confirm)
  await sendEvent(stage, { type: 'move.confirm' })
  await sendEvent(stage, { type: 'move.confirm' })
  expect([stateOf(stage), stage.started.filter((id) => id === 'changeGroup')]).toEqual(['moving', ['changeGroup']])
})

test('keeps the step when the user goes back while the transfer is being sent', async () => {
  const stage = await arrived(confirm)
  await sendEvent(stage, { type: 'move.confirm' })
  await emitFromListener(stage, 'followAddress', { type: 'address.changed', place: { contract, territory, group } })
  expect([stateOf(stage), stage.effects]).toEqual(['moving', [{ action: 'show', params: { place: confirm } }]])
})

test('shows a refusal until the next choice', async () => {
  const stage = await arrived(confirm)
  await sendEvent(stage, { type: 'move.confirm' })
  await rejectActor(stage, 'changeGroup', { refusal: 'no-place-left' })
  expect(contextOf(stage)).toEqual({ place: { contract, territory }, queue: null, refusal: 'no-place-left' })
  await sendEvent(stage, { type: 'group.choose', group })
  expect(contextOf(stage)).toMatchObject({ place: { contract, territory, group }, refusal: null })
})

test('does not show the refusal of one waiting list at another', async () => {
  const stage = await arrived({ contract, territory })
  await sendEvent(stage, { type: 'queue.join', group: full })
  await rejectActor(stage, 'joinQueue', { refusal: 'state-conflict' })
  expect(contextOf(stage)).toMatchObject({ queue: full, refusal: 'state-conflict' })
  await sendEvent(stage, { type: 'queue.join', group })
  expect(contextOf(stage)).toMatchObject({ queue: group, refusal: null })
})

test('validates the latest URL if it changes during validation', async () => {
  const stage = open({ contract })
  await emitFromListener(stage, 'followAddress', { type: 'address.changed', place: confirm })
  expect([stateOf(stage), runningActors(stage), stage.working.get('judge')?.input]).toEqual([
    'arriving',
    ['judge'],
    confirm,
  ])
})

test('corrects an unreachable URL without a history entry', async () => {
  const stage = open({ contract, territory, group })
  await resolveActor(stage, 'judge', { place: { contract, territory }, refusal: 'not-found' })
  expect([stateOf(stage), stage.effects]).toEqual([
    'choosingNewGroup',
    [{ action: 'showInstead', params: { place: { contract, territory } } }],
  ])
})
