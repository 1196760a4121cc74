import { expect, test } from 'vitest'
import { oauthResultMachine } from '#src/machines/oauth-result.ts'
import { answer, pass, refuse, startOnStage } from '#tests/models/machine-level.ts'

const result = { code: 'c0de', state: 'st4te', iss: 'https://identity.example', fromUrl: '/schedule' }
const comeBack = () => startOnStage(oauthResultMachine, result)

test('What the provider brought is sent as it is, once, however long the answer takes', async () => {
  const stage = comeBack()
  expect(stage.working.get('sendResult')?.input).toEqual(result)
  await pass(stage, 60_000)
  expect([...stage.working.keys()]).toEqual(['sendResult'])
})

test('A person who waits is told that it takes longer after five seconds, not before', async () => {
  const stage = comeBack()
  await pass(stage, 4999)
  expect(stage.actor.getSnapshot().hasTag('slow')).toBe(false)
  await pass(stage, 1)
  expect(stage.actor.getSnapshot().hasTag('slow')).toBe(true)
})

test('The page is replaced by where the server sends the person, also after a long wait', async () => {
  const stage = comeBack()
  await pass(stage, 10_000)
  await answer(stage, 'sendResult', '/schedule')
  expect(stage.wishes).toEqual([{ action: 'replacePage', params: { location: '/schedule' } }])
})

test('An answer without an address leads home (D-3)', async () => {
  const stage = comeBack()
  await answer(stage, 'sendResult', null)
  expect(stage.wishes).toEqual([{ action: 'openHome' }])
})

test('Any failure leads to the 500 page, and nothing is sent again (D-3)', async () => {
  const stage = comeBack()
  await refuse(stage, 'sendResult')
  expect(stage.wishes).toEqual([{ action: 'showBroken' }])
  await pass(stage, 60_000)
  expect([stage.actor.getSnapshot().value, [...stage.working.keys()]]).toEqual(['failed', []])
})
