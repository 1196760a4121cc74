import { expect, test } from 'vitest'
import { signOutMachine } from '#src/machines/sign-out.ts'
import {
  advanceClock,
  rejectActor,
  resolveActor,
  runningActors,
  sendEvent,
  startOnStage,
} from '#tests/model-runner/machine-level.ts'

const link = '/api/v1/auth/logout/one-time'

test('requests the sign-out link and replaces the page by it (D-4)', async () => {
  const stage = startOnStage(signOutMachine)
  await resolveActor(stage, 'requestLogoutLink', link)
  expect(stage.effects).toEqual([{ action: 'replacePage', params: { location: link } }])
})

test('shows the message of a long wait after five seconds', async () => {
  const stage = startOnStage(signOutMachine)
  await advanceClock(stage, 4999)
  expect(stage.actor.getSnapshot().hasTag('slow')).toBe(false)
  await advanceClock(stage, 1)
  expect(stage.actor.getSnapshot().hasTag('slow')).toBe(true)
})

test('shows an error, and two presses on retry send one request', async () => {
  const stage = startOnStage(signOutMachine)
  await rejectActor(stage, 'requestLogoutLink')
  expect([stage.actor.getSnapshot().hasTag('failed'), stage.effects]).toEqual([true, []])
  await sendEvent(stage, { type: 'signOut.retry' })
  await sendEvent(stage, { type: 'signOut.retry' })
  expect([stage.actor.getSnapshot().value, runningActors(stage)]).toEqual([{ asking: 'prompt' }, ['requestLogoutLink']])
})
