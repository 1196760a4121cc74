import { expect, test } from 'vitest'
import { twoFactorMachine } from '#src/machines/two-factor.ts'
import {
  type MachineStage,
  rejectActor,
  resolveActor,
  runningActors,
  sendEvent,
  startOnStage,
} from '#tests/model-runner/machine-level.ts'
import { refusal } from '#tests/models/one-time-code.ts'

const sent = { noResendExpiresIn: 60, channel: 'phone', target: '+7 ••• •••-12-34' } as const
const open = () => startOnStage(twoFactorMachine, undefined, ['countPause'])
const stateOf = ({ actor }: MachineStage) => actor.getSnapshot().value

async function awaiting(): Promise<MachineStage> {
  const stage = open()
  await resolveActor(stage, 'sendCode', sent)
  return stage
}

test('shows where the code was sent (D-26)', async () => {
  const { actor } = await awaiting()
  expect(actor.getSnapshot().context).toEqual({
    code: 'alive',
    refusal: null,
    pause: 60,
    tried: null,
    channel: 'phone',
    target: '+7 ••• •••-12-34',
  })
})

test('confirms after a correct code', async () => {
  const stage = await awaiting()
  await sendEvent(stage, { type: 'code.submit', code: '123456' })
  await resolveActor(stage, 'checkCode')
  expect(stage.effects).toEqual([{ action: 'settle', params: { isConfirmed: true } }])
  expect(stage.actor.getSnapshot().status).toBe('done')
})

test('retries a code that could not be sent', async () => {
  const stage = open()
  await rejectActor(stage, 'sendCode', refusal('unavailable'))
  expect(stateOf(stage)).toBe('unsent')
  await sendEvent(stage, { type: 'code.resend' })
  expect(runningActors(stage)).toEqual(['sendCode'])
})

test.each(['no-second-factor', 'codes-spent'] as const)(
  'A code that never will be sent now (%s) leaves only the way out',
  async (type) => {
    const stage = open()
    await rejectActor(stage, 'sendCode', refusal(type))
    await sendEvent(stage, { type: 'code.resend' })
    expect([stateOf(stage), runningActors(stage)]).toEqual(['hopeless', []])
  },
)

test('does not confirm after cancelling', async () => {
  const stage = await awaiting()
  await sendEvent(stage, { type: 'code.cancel' })
  expect(stage.effects).toEqual([{ action: 'settle', params: { isConfirmed: false } }])
})
