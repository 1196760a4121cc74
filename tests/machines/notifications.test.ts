import { expect, test } from 'vitest'
import { notificationsMachine } from '#src/machines/notifications.ts'
import { type MachineStage, pass, startOnStage, tell } from '#tests/model-runner/machine-level.ts'

const show = { type: 'notification.show', kind: 'endImpersonationFailed', tone: 'error' }
const shown = ({ actor }: MachineStage) => actor.getSnapshot().context.shown

test('shows a notification for exactly 10 000 ms (S9)', async () => {
  const stage = startOnStage(notificationsMachine)
  await tell(stage, show)
  await pass(stage, 9999)
  expect(shown(stage)).toEqual([{ id: 1, kind: 'endImpersonationFailed', tone: 'error' }])
  await pass(stage, 1)
  expect(shown(stage)).toEqual([])
})

test('removes two notifications independently', async () => {
  const stage = startOnStage(notificationsMachine)
  await tell(stage, show)
  await pass(stage, 4000)
  await tell(stage, show)
  await pass(stage, 6000)
  expect(shown(stage)).toEqual([{ id: 2, kind: 'endImpersonationFailed', tone: 'error' }])
  await pass(stage, 4000)
  expect(shown(stage)).toEqual([])
})

test('removes a closed notification at once, and its timer removes no other', async () => {
  const stage = startOnStage(notificationsMachine)
  await tell(stage, show)
  await tell(stage, { type: 'notification.close', id: 1 })
  expect(shown(stage)).toEqual([])
  await pass(stage, 5000)
  await tell(stage, show)
  await pass(stage, 5000)
  expect(shown(stage)).toEqual([{ id: 2, kind: 'endImpersonationFailed', tone: 'error' }])
})
