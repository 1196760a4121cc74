import { expect, test } from 'vitest'
import { signOutMachine } from '#src/machines/sign-out.ts'
import { answer, atWork, pass, refuse, startOnStage, tell } from '#tests/model-runner/machine-level.ts'

const link = '/api/v1/auth/logout/one-time'

test('requests the sign-out link and replaces the page by it (D-4)', async () => {
  const stage = startOnStage(signOutMachine)
  await answer(stage, 'requestLogoutLink', link)
  expect(stage.wishes).toEqual([{ action: 'replacePage', params: { location: link } }])
})

test('shows the message of a long wait after five seconds', async () => {
  const stage = startOnStage(signOutMachine)
  await pass(stage, 4999)
  expect(stage.actor.getSnapshot().hasTag('slow')).toBe(false)
  await pass(stage, 1)
  expect(stage.actor.getSnapshot().hasTag('slow')).toBe(true)
})

test('shows an error, and two presses on retry send one request', async () => {
  const stage = startOnStage(signOutMachine)
  await refuse(stage, 'requestLogoutLink')
  expect([stage.actor.getSnapshot().hasTag('failed'), stage.wishes]).toEqual([true, []])
  await tell(stage, { type: 'signOut.retry' })
  await tell(stage, { type: 'signOut.retry' })
  expect([stage.actor.getSnapshot().value, atWork(stage)]).toEqual([{ asking: 'prompt' }, ['requestLogoutLink']])
})
