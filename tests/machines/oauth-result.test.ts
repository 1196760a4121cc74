import { expect, test } from 'vitest'
import { oauthResultMachine } from '#src/machines/oauth-result.ts'
import { advanceClock, rejectActor, resolveActor, startOnStage } from '#tests/model-runner/machine-level.ts'

const result = { code: 'c0de', state: 'st4te', iss: 'https://identity.example', fromUrl: '/schedule' }
const comeBack = () => startOnStage(oauthResultMachine, result)

test('sends the callback parameters unchanged and once, however long the answer takes', async () => {
  const stage = comeBack()
  expect(stage.working.get('sendResult')?.input).toEqual(result)
  await advanceClock(stage, 60_000)
  expect([...stage.working.keys()]).toEqual(['sendResult'])
})

test('shows the message of a long wait after five seconds, not before', async () => {
  const stage = comeBack()
  await advanceClock(stage, 4999)
  expect(stage.actor.getSnapshot().hasTag('slow')).toBe(false)
  await advanceClock(stage, 1)
  expect(stage.actor.getSnapshot().hasTag('slow')).toBe(true)
})

test('replaces the page by the target of the server, also after a long wait', async () => {
  const stage = comeBack()
  await advanceClock(stage, 10_000)
  await resolveActor(stage, 'sendResult', '/schedule')
  expect(stage.effects).toEqual([{ action: 'replacePage', params: { location: '/schedule' } }])
})

test('opens the home page if the answer has no target (D-3)', async () => {
  const stage = comeBack()
  await resolveActor(stage, 'sendResult', null)
  expect(stage.effects).toEqual([{ action: 'openHome' }])
})

test('opens the 500 page after any error and does not retry (D-3)', async () => {
  const stage = comeBack()
  await rejectActor(stage, 'sendResult')
  expect(stage.effects).toEqual([{ action: 'showBroken' }])
  await advanceClock(stage, 60_000)
  expect([stage.actor.getSnapshot().value, [...stage.working.keys()]]).toEqual(['failed', []])
})
