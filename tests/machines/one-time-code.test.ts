import { describe, expect, test } from 'vitest'
import { accountVerificationMachine } from '#src/machines/account-verification.ts'
import { twoFactorMachine } from '#src/machines/two-factor.ts'
import { answer, atWork, hear, type MachineStage, refuse, startOnStage, tell } from '#tests/models/machine-level.ts'
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
      await tell(stage, { type: 'value.submit', value: contact.value })
      return stage
    },
  },
])('The code $flow', ({ address, sending }) => {
  async function awaiting(): Promise<MachineStage> {
    const stage = await sending()
    await answer(stage, 'sendCode', sent)
    return stage
  }

  async function refused(...why: Parameters<typeof refusal>): Promise<MachineStage> {
    const stage = await awaiting()
    await tell(stage, submit)
    await refuse(stage, 'checkCode', refusal(...why))
    return stage
  }

  async function afterPause(stage: MachineStage): Promise<MachineStage> {
    await hear(stage, 'countPause', { type: 'pause.ticked', secondsLeft: 0 })
    await tell(stage, { type: 'code.resend' })
    return stage
  }

  test('is awaited, and the pause before the next one is counted (D-26)', async () => {
    const stage = await awaiting()
    expect([stateOf(stage), contextOf(stage)]).toMatchObject([
      { awaiting: 'entering' },
      { code: 'alive', refusal: null, pause: 60 },
    ])
    expect(stage.working.get('countPause')).toBeDefined()
  })

  test('is checked once, however often it is submitted', async () => {
    const stage = await awaiting()
    await tell(stage, submit)
    await tell(stage, { ...submit, code: '654321' })
    expect(stage.working.get('checkCode')?.input).toEqual({ ...address, code: '123456' })
    expect(timesStarted(stage, 'checkCode')).toBe(1)
  })

  test('may be entered again when it was wrong, and the person knows how often', async () => {
    const stage = await refused('code-wrong', { triesLeft: 4 })
    expect([stateOf(stage), contextOf(stage).refusal]).toEqual([
      { awaiting: 'entering' },
      { type: 'code-wrong', triesLeft: 4, retryAfter: null },
    ])
    await tell(stage, { ...submit, code: '654321' })
    expect(atWork(stage)).toEqual(['checkCode'])
  })

  test('that was wrong costs one try, however often it is submitted', async () => {
    const stage = await refused('code-wrong', { triesLeft: 4 })
    await tell(stage, submit)
    expect([stateOf(stage), timesStarted(stage, 'checkCode')]).toEqual([{ awaiting: 'entering' }, 1])
  })

  test('that could not be checked may be submitted as it stands', async () => {
    const stage = await refused('offline')
    await tell(stage, submit)
    expect(timesStarted(stage, 'checkCode')).toBe(2)
  })

  test.each(['offline', 'timeout', 'internal-error', 'too-many-requests'] as const)(
    'is still good when it could not be checked (%s)',
    async (type) => {
      const stage = await refused(type)
      expect([stateOf(stage), contextOf(stage).code]).toEqual([{ awaiting: 'entering' }, 'alive'])
    },
  )

  test('has to be replaced when it is over: it cannot be entered any more', async () => {
    const stage = await refused('code-over')
    expect(stateOf(stage)).toEqual({ awaiting: 'over' })
    await tell(stage, submit)
    expect(atWork(stage)).toEqual([])
  })

  test('that is over is replaced only when the pause is over, too', async () => {
    const stage = await refused('code-over')
    await tell(stage, { type: 'code.resend' })
    expect([stateOf(stage), atWork(stage)]).toEqual([{ awaiting: 'over' }, []])
    await afterPause(stage)
    await answer(stage, 'sendCode', sent)
    expect([stateOf(stage), contextOf(stage)]).toMatchObject([{ awaiting: 'entering' }, { code: 'alive', pause: 60 }])
  })

  test('guessed at too often locks the way, and only leaving is left (D-35)', async () => {
    const stage = await refused('factor-locked', { retryAfter: 86_400 })
    expect([stateOf(stage), contextOf(stage).refusal?.retryAfter]).toEqual(['locked', 86_400])
    await tell(stage, { type: 'code.resend' })
    expect(stateOf(stage)).toBe('locked')
  })

  test('is sent again only when the pause is over', async () => {
    const stage = await awaiting()
    await tell(stage, { type: 'code.resend' })
    expect(atWork(stage)).toEqual([])
    await hear(stage, 'countPause', { type: 'pause.ticked', secondsLeft: 1 })
    await tell(stage, { type: 'code.resend' })
    expect([atWork(stage), contextOf(stage).pause]).toEqual([[], 1])
    await afterPause(stage)
    await tell(stage, { type: 'code.resend' })
    expect(timesStarted(stage, 'sendCode')).toBe(2)
  })

  test('begins a pause of its own when it is sent again', async () => {
    const stage = await afterPause(await awaiting())
    await answer(stage, 'sendCode', { ...sent, noResendExpiresIn: 45 })
    expect([stateOf(stage), contextOf(stage).pause]).toEqual([{ awaiting: 'entering' }, 45])
  })

  test('asked for before its time by the server’s clock waits as long as the server says', async () => {
    const stage = await afterPause(await awaiting())
    await refuse(stage, 'sendCode', refusal('code-too-soon', { retryAfter: 7 }))
    expect([stateOf(stage), contextOf(stage)]).toMatchObject([{ awaiting: 'entering' }, { code: 'alive', pause: 7 }])
  })

  test.each(['offline', 'codes-spent'] as const)('stays good when another cannot be sent (%s)', async (type) => {
    const stage = await afterPause(await awaiting())
    await refuse(stage, 'sendCode', refusal(type, { retryAfter: 600 }))
    expect([stateOf(stage), contextOf(stage)]).toMatchObject([
      { awaiting: 'entering' },
      { code: 'alive', pause: 600, refusal: { type } },
    ])
  })

  test('that is over stays over when another cannot be sent: there is nothing to enter', async () => {
    const stage = await afterPause(await refused('code-over'))
    await refuse(stage, 'sendCode', refusal('offline'))
    expect([stateOf(stage), contextOf(stage).refusal?.type]).toEqual([{ awaiting: 'over' }, 'offline'])
  })

  test('that is on its way already can be entered', async () => {
    const stage = await sending()
    await refuse(stage, 'sendCode', refusal('code-too-soon', { retryAfter: 30 }))
    expect([stateOf(stage), contextOf(stage)]).toMatchObject([{ awaiting: 'entering' }, { code: 'alive', pause: 30 }])
  })

  test('that is not sent because the factor is locked says so at once', async () => {
    const stage = await sending()
    await refuse(stage, 'sendCode', refusal('factor-locked', { retryAfter: 3600 }))
    expect([stateOf(stage), contextOf(stage).refusal?.retryAfter]).toEqual(['locked', 3600])
  })

  test.each([
    ['while it is sent', sending],
    ['while it is awaited', awaiting],
    [
      'while it is checked',
      async () => {
        const stage = await awaiting()
        await tell(stage, submit)
        return stage
      },
    ],
  ])('may be given up %s, and nobody goes on working', async (_, arrive) => {
    const stage = await arrive()
    await tell(stage, { type: 'code.cancel' })
    expect([stateOf(stage), atWork(stage)]).toEqual(['cancelled', []])
  })
})
