import { expect, test } from 'vitest'
import { notificationsMachine } from '#src/machines/notifications.ts'
import { advanceClock, type MachineStage, sendEvent, startOnStage } from '#tests/model-runner/machine-level.ts'

const show = { type: 'notification.show', kind: 'endImpersonationFailed', tone: 'error' }
const shown = ({ actor }: MachineStage) => actor.getSnapshot().context.shown

test('shows a notification for exactly 10 000 ms (S9)', async () => {
  const stage = startOnStage(notificationsMachine)
  await sendEvent(stage, show)
  await advanceClock(stage, 9999)
  expect(shown(stage)).toEqual([{ id: 1, kind: 'endImpersonationFailed', tone: 'error' }])
  await advanceClock(stage, 1)
  expect(shown(stage)).toEqual([])
})

test('removes two notifications independently', async () => {
  const stage = startOnStage(notificationsMachine)
  await sendEvent(stage, show)
  await advanceClock(stage, 4000)
  await sendEvent(stage, show)
  await advanceClock(stage, 6000)
  expect(shown(stage)).toEqual([{ id: 2, kind: 'endImpersonationFailed', tone: 'error' }])
  await advanceClock(stage, 4000)
  expect(shown(stage)).toEqual([])
})

test('removes a closed notification at once, and its timer removes no other', async () => {
  const stage = startOnStage(notificationsMachine)
  await sendEvent(stage, show)
  await sendEvent(stage, { type: 'notification.close', id: 1 })
  expect(shown(stage)).toEqual([])
  await advanceClock(stage, 5000)
  await sendEvent(stage, show)
  await advanceClock(stage, 5000)
  expect(shown(stage)).toEqual([{ id: 2, kind: 'endImpersonationFailed', tone: 'error' }])
})
