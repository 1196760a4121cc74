import { expect, test } from 'vitest'
import { changeStepOf } from '#contract/change-steps.ts'
import { scheduleChangeSearch } from '#contract/screen-searches.ts'
import type { ChangePlace } from '#src/machines/change-places.ts'
import { scheduleChangeMachine } from '#src/machines/schedule-change.ts'
import { answer, atWork, hear, type MachineStage, refuse, startOnStage, tell } from '#tests/models/machine-level.ts'
import { ids } from '#tests/support/move-samples.ts'

const { contract, sokol: territory, evening: group, full } = ids
const confirm: ChangePlace = { contract, territory, group, step: 'confirm' }
const open = (place: ChangePlace) => startOnStage(scheduleChangeMachine, { place }, ['followAddress'])
const stateOf = ({ actor }: MachineStage) => actor.getSnapshot().value
const contextOf = ({ actor }: MachineStage) => actor.getSnapshot().context

async function arrived(place: ChangePlace): Promise<MachineStage> {
  const stage = open(place)
  await answer(stage, 'judge', { place, refusal: null })
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
  expect(changeStepOf(scheduleChangeSearch(raw))).toBe(step)
})

test('A second press on the button that moves sends nothing: one move is under way', async () => {
  const stage = await arrived(confirm)
  await tell(stage, { type: 'move.confirm' })
  await tell(stage, { type: 'move.confirm' })
  expect([stateOf(stage), stage.started.filter((id) => id === 'changeGroup')]).toEqual(['moving', ['changeGroup']])
})

test('Whoever goes back while the move is sent is shown the step that its answer belongs to', async () => {
  const stage = await arrived(confirm)
  await tell(stage, { type: 'move.confirm' })
  await hear(stage, 'followAddress', { type: 'address.changed', place: { contract, territory, group } })
  expect([stateOf(stage), stage.wishes]).toEqual(['moving', [{ action: 'show', params: { place: confirm } }]])
})

test('A reason is said until the next choice', async () => {
  const stage = await arrived(confirm)
  await tell(stage, { type: 'move.confirm' })
  await refuse(stage, 'changeGroup', { refusal: 'no-place-left' })
  expect(contextOf(stage)).toEqual({ place: { contract, territory }, queue: null, refusal: 'no-place-left' })
  await tell(stage, { type: 'group.choose', group })
  expect(contextOf(stage)).toMatchObject({ place: { contract, territory, group }, refusal: null })
})

test('What was refused of one waiting list is not said of another', async () => {
  const stage = await arrived({ contract, territory })
  await tell(stage, { type: 'queue.join', group: full })
  await refuse(stage, 'joinQueue', { refusal: 'state-conflict' })
  expect(contextOf(stage)).toMatchObject({ queue: full, refusal: 'state-conflict' })
  await tell(stage, { type: 'queue.join', group })
  expect(contextOf(stage)).toMatchObject({ queue: group, refusal: null })
})

test('An address that comes while another is judged is judged in its place', async () => {
  const stage = open({ contract })
  await hear(stage, 'followAddress', { type: 'address.changed', place: confirm })
  expect([stateOf(stage), atWork(stage), stage.working.get('judge')?.input]).toEqual(['arriving', ['judge'], confirm])
})

test('An address that says more than can be had is put right without a step in the history', async () => {
  const stage = open({ contract, territory, group })
  await answer(stage, 'judge', { place: { contract, territory }, refusal: 'not-found' })
  expect([stateOf(stage), stage.wishes]).toEqual([
    'choosingNewGroup',
    [{ action: 'showInstead', params: { place: { contract, territory } } }],
  ])
})
