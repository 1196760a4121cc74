import { expect, test } from 'vitest'
import { recoveryMachine } from '#src/machines/recovery.ts'
import { answer, atWork, pass, refuse, startOnStage, tell } from '#tests/model-runner/machine-level.ts'

const back = [{ action: 'returnToWork', params: { from: '/schedule?view=week' } }]
const onErrorPage = () => startOnStage(recoveryMachine, { from: '/schedule?view=week' })

test('retries an unreachable server every three seconds and returns when it answers (D-14)', async () => {
  const stage = onErrorPage()
  await refuse(stage, 'checkServer')
  await pass(stage, 2999)
  expect(atWork(stage)).toEqual([])
  await pass(stage, 1)
  expect(atWork(stage)).toEqual(['checkServerAgain'])
  await answer(stage, 'checkServerAgain', false)
  await pass(stage, 3000)
  await answer(stage, 'checkServerAgain', true)
  expect(stage.wishes).toEqual(back)
})

test('does not retry a server that answers: the user decides', async () => {
  const stage = onErrorPage()
  await answer(stage, 'checkServer', true)
  await pass(stage, 60_000)
  expect([stage.actor.getSnapshot().value, atWork(stage), stage.wishes]).toEqual(['answering', [], []])
  await tell(stage, { type: 'recovery.retry' })
  expect(stage.wishes).toEqual(back)
})

test('returns at once on request', async () => {
  const stage = onErrorPage()
  await tell(stage, { type: 'recovery.retry' })
  expect(stage.wishes).toEqual(back)
  expect(stage.actor.getSnapshot().status).toBe('done')
})
