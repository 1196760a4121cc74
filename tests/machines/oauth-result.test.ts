import { expect, test } from 'vitest'
import { oauthResultMachine } from '#src/machines/oauth-result.ts'
import { answer, pass, refuse, startOnStage } from '#tests/model-runner/machine-level.ts'

const result = { code: 'c0de', state: 'st4te', iss: 'https://identity.example', fromUrl: '/schedule' }
const comeBack = () => startOnStage(oauthResultMachine, result)

test('sends the callback parameters unchanged and once, however long the answer takes', async () => {
  const stage = comeBack()
  expect(stage.working.get('sendResult')?.input).toEqual(result)
  await pass(stage, 60_000)
  expect([...stage.working.keys()]).toEqual(['sendResult'])
})

test('shows the message of a long wait after five seconds, not before', async () => {
  const stage = comeBack()
  await pass(stage, 4999)
  expect(stage.actor.getSnapshot().hasTag('slow')).toBe(false)
  await pass(stage, 1)
  expect(stage.actor.getSnapshot().hasTag('slow')).toBe(true)
})

test('replaces the page by the target of the server, also after a long wait', async () => {
  const stage = comeBack()
  await pass(stage, 10_000)
  await answer(stage, 'sendResult', '/schedule')
  expect(stage.wishes).toEqual([{ action: 'replacePage', params: { location: '/schedule' } }])
})

test('opens the home page if the answer has no target (D-3)', async () => {
  const stage = comeBack()
  await answer(stage, 'sendResult', null)
  expect(stage.wishes).toEqual([{ action: 'openHome' }])
})

test('opens the 500 page after any error and does not retry (D-3)', async () => {
  const stage = comeBack()
  await refuse(stage, 'sendResult')
  expect(stage.wishes).toEqual([{ action: 'showBroken' }])
  await pass(stage, 60_000)
  expect([stage.actor.getSnapshot().value, [...stage.working.keys()]]).toEqual(['failed', []])
})
