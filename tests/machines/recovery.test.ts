import { expect, test } from 'vitest'
import { recoveryMachine } from '#src/machines/recovery.ts'
import {
  advanceClock,
  rejectActor,
  resolveActor,
  runningActors,
  sendEvent,
  startOnStage,
} from '#tests/model-runner/machine-level.ts'

const back = [{ action: 'returnToWork', params: { from: '/schedule?view=week' } }]
const onErrorPage = () => startOnStage(recoveryMachine, { from: '/schedule?view=week' })

test('retries an unreachable server every three seconds and returns when it answers (D-14)', async () => {
  const stage = onErrorPage()
  await rejectActor(stage, 'checkServer')
  await advanceClock(stage, 2999)
  expect(runningActors(stage)).toEqual([])
  await advanceClock(stage, 1)
  expect(runningActors(stage)).toEqual(['checkServerAgain'])
  await resolveActor(stage, 'checkServerAgain', false)
  await advanceClock(stage, 3000)
  await resolveActor(stage, 'checkServerAgain', true)
  expect(stage.effects).toEqual(back)
})

test('does not retry a server that answers: the user decides', async () => {
  const stage = onErrorPage()
  await resolveActor(stage, 'checkServer', true)
  await advanceClock(stage, 60_000)
  expect([stage.actor.getSnapshot().value, runningActors(stage), stage.effects]).toEqual(['answering', [], []])
  await sendEvent(stage, { type: 'recovery.retry' })
  expect(stage.effects).toEqual(back)
})

test('returns at once on request', async () => {
  const stage = onErrorPage()
  await sendEvent(stage, { type: 'recovery.retry' })
  expect(stage.effects).toEqual(back)
  expect(stage.actor.getSnapshot().status).toBe('done')
})
