import { expect, test } from 'vitest'
import { recoveryMachine } from '#src/machines/recovery.ts'
import { answer, atWork, pass, refuse, startOnStage, tell } from '#tests/models/machine-level.ts'

const back = [{ action: 'returnToWork', params: { from: '/schedule?view=week' } }]
const onErrorPage = () => startOnStage(recoveryMachine, { from: '/schedule?view=week' })

test('A silent server is asked again every three seconds, and the person returns when it answers (D-14)', async () => {
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

test('A server that answers is not asked in a circle: there the person decides', async () => {
  const stage = onErrorPage()
  await answer(stage, 'checkServer', true)
  await pass(stage, 60_000)
  expect([stage.actor.getSnapshot().value, atWork(stage), stage.wishes]).toEqual(['answering', [], []])
  await tell(stage, { type: 'recovery.retry' })
  expect(stage.wishes).toEqual(back)
})

test('A person who does not want to wait returns at once', async () => {
  const stage = onErrorPage()
  await tell(stage, { type: 'recovery.retry' })
  expect(stage.wishes).toEqual(back)
  expect(stage.actor.getSnapshot().status).toBe('done')
})
