import { describe, expect, test } from 'vitest'
import { accountVerificationMachine } from '#src/machines/account-verification.ts'
import { twoFactorMachine } from '#src/machines/two-factor.ts'
import {
  emitFromListener,
  type MachineStage,
  rejectActor,
  resolveActor,
  runningActors,
  sendEvent,
  startOnStage,
} from '#tests/model-runner/machine-level.ts'
import { refusal } from '#tests/models/one-time-code.ts'

const contact = { channel: 'email', value: 'new@example.org' }
const sent = { noResendExpiresIn: 60, channel: 'phone', target: '+7 ••• •••-12-34' }
const submit = { type: 'code.submit', code: '123456' }
const stateOf = ({ actor }: MachineStage) => actor.getSnapshot().value
const contextOf = ({ actor }: MachineStage) => actor.getSnapshot().context
const timesStarted = ({ started }: MachineStage, actor: string) => started.filter((id) => id === actor).length

describe.each([
  {
    flow: 'that confirms that it is the person',
    address: {},
    sending: async () => startOnStage(twoFactorMachine, undefined, ['countPause']),
  },
  {
    flow: 'that proves a new email',
    address: contact,
    sending: async () => {
      const stage = startOnStage(accountVerificationMachine, { channel: contact.channel }, ['countPause'])
      await sendEvent(stage, { type: 'value.submit', value: contact.value })
      return stage
    },
  },
])('The code $flow', ({ address, sending }) => {
  async function awaiting(): Promise<MachineStage> {
    const stage = await sending()
    await resolveActor(stage, 'sendCode', sent)
    return stage
  }

  async function refused(...why: Parameters<typeof refusal>): Promise<MachineStage> {
    const stage = await awaiting()
    await sendEvent(stage, submit)
    await rejectActor(stage, 'checkCode', refusal(...why))
    return stage
  }

  async function afterPause(stage: MachineStage): Promise<MachineStage> {
    await emitFromListener(stage, 'countPause', { type: 'pause.ticked', secondsLeft: 0 })
    await sendEvent(stage, { type: 'code.resend' })
    return stage
  }

  test('is awaited while the resend pause is counted (D-26)', async () => {
    const stage = await awaiting()
    expect([stateOf(stage), contextOf(stage)]).toMatchObject([
      { awaiting: 'entering' },
      { code: 'alive', refusal: null, pause: 60 },
    ])
    expect(stage.working.get('countPause')).toBeDefined()
  })

  test('is checked once if it is submitted repeatedly', async () => {
    const stage = await awaiting()
    await sendEvent(stage, submit)
    await sendEvent(stage, { ...submit, code: '654321' })
    expect(stage.working.get('checkCode')?.input).toEqual({ ...address, code: '123456' })
    expect(timesStarted(stage, 'checkCode')).toBe(1)
  })

  test('can be entered again after a wrong one, with the tries left', async () => {
    const stage = await refused('code-wrong', { triesLeft: 4 })
    expect([stateOf(stage), contextOf(stage).refusal]).toEqual([
      { awaiting: 'entering' },
      { type: 'code-wrong', triesLeft: 4, retryAfter: null },
    ])
    await sendEvent(stage, { ...submit, code: '654321' })
    expect(runningActors(stage)).toEqual(['checkCode'])
  })

  test('that is wrong costs one try if it is submitted repeatedly', async () => {
    const stage = await refused('code-wrong', { triesLeft: 4 })
    await sendEvent(stage, submit)
    expect([stateOf(stage), timesStarted(stage, 'checkCode')]).toEqual([{ awaiting: 'entering' }, 1])
  })

  test('can be submitted unchanged after a transport error', async () => {
    const stage = await refused('offline')
    await sendEvent(stage, submit)
    expect(timesStarted(stage, 'checkCode')).toBe(2)
  })

  test.each(['offline', 'timeout', 'internal-error', 'too-many-requests'] as const)(
    'is still good when it could not be checked (%s)',
    async (type) => {
      const stage = await refused(type)
      expect([stateOf(stage), contextOf(stage).code]).toEqual([{ awaiting: 'entering' }, 'alive'])
    },
  )

  test('cannot be entered after it has expired', async () => {
    const stage = await refused('code-over')
    expect(stateOf(stage)).toEqual({ awaiting: 'over' })
    await sendEvent(stage, submit)
    expect(runningActors(stage)).toEqual([])
  })

  test('is resent after its expiry only when the pause is over', async () => {
    const stage = await refused('code-over')
    await sendEvent(stage, { type: 'code.resend' })
    expect([stateOf(stage), runningActors(stage)]).toEqual([{ awaiting: 'over' }, []])
    await afterPause(stage)
    await resolveActor(stage, 'sendCode', sent)
    expect([stateOf(stage), contextOf(stage)]).toMatchObject([{ awaiting: 'entering' }, { code: 'alive', pause: 60 }])
  })

  test('locks the flow after too many wrong tries (D-35)', async () => {
    const stage = await refused('factor-locked', { retryAfter: 86_400 })
    expect([stateOf(stage), contextOf(stage).refusal?.retryAfter]).toEqual(['locked', 86_400])
    await sendEvent(stage, { type: 'code.resend' })
    expect(stateOf(stage)).toBe('locked')
  })

  test('is resent only when the pause is over', async () => {
    const stage = await awaiting()
    await sendEvent(stage, { type: 'code.resend' })
    expect(runningActors(stage)).toEqual([])
    await emitFromListener(stage, 'countPause', { type: 'pause.ticked', secondsLeft: 1 })
    await sendEvent(stage, { type: 'code.resend' })
    expect([runningActors(stage), contextOf(stage).pause]).toEqual([[], 1])
    await afterPause(stage)
    await sendEvent(stage, { type: 'code.resend' })
    expect(timesStarted(stage, 'sendCode')).toBe(2)
  })

  test('starts a new pause when it is resent', async () => {
    const stage = await afterPause(await awaiting())
    await resolveActor(stage, 'sendCode', { ...sent, noResendExpiresIn: 45 })
    expect([stateOf(stage), contextOf(stage).pause]).toEqual([{ awaiting: 'entering' }, 45])
  })

  test('requested too early waits as long as the server says', async () => {
    const stage = await afterPause(await awaiting())
    await rejectActor(stage, 'sendCode', refusal('code-too-soon', { retryAfter: 7 }))
    expect([stateOf(stage), contextOf(stage)]).toMatchObject([{ awaiting: 'entering' }, { code: 'alive', pause: 7 }])
  })

  test.each(['offline', 'codes-spent'] as const)('stays good when another cannot be sent (%s)', async (type) => {
    const stage = await afterPause(await awaiting())
    await rejectActor(stage, 'sendCode', refusal(type, { retryAfter: 600 }))
    expect([stateOf(stage), contextOf(stage)]).toMatchObject([
      { awaiting: 'entering' },
      { code: 'alive', pause: 600, refusal: { type } },
    ])
  })

  test('stays expired if the resend fails', async () => {
    const stage = await afterPause(await refused('code-over'))
    await rejectActor(stage, 'sendCode', refusal('offline'))
    expect([stateOf(stage), contextOf(stage).refusal?.type]).toEqual([{ awaiting: 'over' }, 'offline'])
  })

  test('can be entered if it was already sent', async () => {
    const stage = await sending()
    await rejectActor(stage, 'sendCode', refusal('code-too-soon', { retryAfter: 30 }))
    expect([stateOf(stage), contextOf(stage)]).toMatchObject([{ awaiting: 'entering' }, { code: 'alive', pause: 30 }])
  })

  test('reports a locked factor at once', async () => {
    const stage = await sending()
    await rejectActor(stage, 'sendCode', refusal('factor-locked', { retryAfter: 3600 }))
    expect([stateOf(stage), contextOf(stage).refusal?.retryAfter]).toEqual(['locked', 3600])
  })

  test.each([
    ['while it is sent', sending],
    ['while it is awaited', awaiting],
    [
      'while it is checked',
      async () => {
        const stage = await awaiting()
        await sendEvent(stage, submit)
        return stage
      },
    ],
  ])('may be given up %s, and nobody goes on working', async (_, arrive) => {
    const stage = await arrive()
    await sendEvent(stage, { type: 'code.cancel' })
    expect([stateOf(stage), runningActors(stage)]).toEqual(['cancelled', []])
  })
})
