import { describe, expect, test } from 'vitest'
import { accountVerificationMachine } from '#src/machines/account-verification.ts'
import {
  type MachineStage,
  rejectActor,
  resolveActor,
  runningActors,
  sendEvent,
  startOnStage,
} from '#tests/model-runner/machine-level.ts'
import { refusal } from '#tests/models/one-time-code.ts'

const contact = { channel: 'email', value: 'new@example.org' } as const
const open = () => startOnStage(accountVerificationMachine, { channel: 'email' }, ['countPause'])
const stateOf = ({ actor }: MachineStage) => actor.getSnapshot().value
const contextOf = ({ actor }: MachineStage) => actor.getSnapshot().context
const submit = { type: 'code.submit', code: '123456' }

async function sending(): Promise<MachineStage> {
  const stage = open()
  await sendEvent(stage, { type: 'value.submit', value: contact.value })
  return stage
}

async function awaiting(): Promise<MachineStage> {
  const stage = await sending()
  await resolveActor(stage, 'sendCode', { noResendExpiresIn: 60 })
  return stage
}

async function saving(): Promise<MachineStage> {
  const stage = await awaiting()
  await sendEvent(stage, submit)
  await resolveActor(stage, 'checkCode')
  return stage
}

describe('A new email', () => {
  test('is verified by a code before it is saved (D-27)', async () => {
    const stage = await sending()
    expect(stage.working.get('sendCode')?.input).toEqual(contact)
    await resolveActor(stage, 'sendCode', { noResendExpiresIn: 60 })
    await sendEvent(stage, submit)
    expect(stage.working.get('checkCode')?.input).toEqual({ ...contact, code: '123456' })
    expect(stage.started).not.toContain('saveContact')
    await resolveActor(stage, 'checkCode')
    expect(stage.working.get('saveContact')?.input).toEqual(contact)
    await resolveActor(stage, 'saveContact')
    expect([stateOf(stage), stage.effects]).toEqual(['saved', [{ action: 'notifySaved' }, { action: 'close' }]])
  })

  test.each(['offline', 'two-factor-required', 'codes-spent', 'invalid-values'] as const)(
    'to which no code can be sent (%s) stays in the form',
    async (type) => {
      const stage = await sending()
      await rejectActor(stage, 'sendCode', refusal(type))
      expect([stateOf(stage), contextOf(stage)]).toMatchObject(['editing', { value: contact.value, refusal: { type } }])
    },
  )

  test('can be corrected while its code is awaited, and keeps the typed value', async () => {
    const stage = await awaiting()
    await sendEvent(stage, { type: 'value.edit' })
    expect([stateOf(stage), contextOf(stage)]).toMatchObject(['editing', { value: contact.value, code: 'none' }])
    await sendEvent(stage, { type: 'value.submit', value: 'other@example.org' })
    expect(stage.working.get('sendCode')?.input).toEqual({ ...contact, value: 'other@example.org' })
  })

  test('is saved without another code if saving failed after verification', async () => {
    const stage = await saving()
    await rejectActor(stage, 'saveContact', refusal('offline'))
    expect(stateOf(stage)).toBe('unsaved')
    await sendEvent(stage, { type: 'value.save' })
    expect(runningActors(stage)).toEqual(['saveContact'])
  })

  test('that the server rejects is corrected in the form', async () => {
    const stage = await saving()
    await rejectActor(stage, 'saveContact', refusal('invalid-values'))
    expect([stateOf(stage), contextOf(stage).value]).toEqual(['editing', contact.value])
  })
})

test.each([
  ['before anything is sent', open],
  ['while the code is sent', sending],
  ['while the code is awaited', awaiting],
  ['while it is saved', saving],
])('A person may give up %s, and nothing is said', async (_, arrive) => {
  const stage = await arrive()
  await sendEvent(stage, { type: 'code.cancel' })
  expect([stateOf(stage), stage.effects, runningActors(stage)]).toEqual(['cancelled', [{ action: 'close' }], []])
})
