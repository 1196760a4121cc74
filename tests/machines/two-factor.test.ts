import { describe, expect, test } from 'vitest'
import type { CodeRefusal } from '#src/machines/one-time-code.ts'
import { twoFactorMachine } from '#src/machines/two-factor.ts'
import { answer, atWork, hear, type MachineStage, refuse, startOnStage, tell } from '#tests/models/machine-level.ts'

const sent = { noResendExpiresIn: 60, channel: 'phone', target: '+7***1234' } as const
const open = () => startOnStage(twoFactorMachine, undefined, ['countPause'])
const stateOf = ({ actor }: MachineStage) => actor.getSnapshot().value
const contextOf = ({ actor }: MachineStage) => actor.getSnapshot().context
const refusal = (type: CodeRefusal['type'], rest: Partial<CodeRefusal> = {}): CodeRefusal => ({
  type,
  triesLeft: null,
  retryAfter: null,
  ...rest,
})
const submit = { type: 'code.submit', code: '123456' }

async function awaiting(): Promise<MachineStage> {
  const stage = open()
  await answer(stage, 'sendCode', sent)
  return stage
}

async function afterPause(): Promise<MachineStage> {
  const stage = await awaiting()
  await hear(stage, 'countPause', { type: 'pause.ticked', secondsLeft: 0 })
  return stage
}

describe('A code that is sent', () => {
  test('is told with where it went and when the next one may be asked for (D-26)', async () => {
    const stage = await awaiting()
    expect([stateOf(stage), contextOf(stage)]).toEqual([
      { awaiting: 'entering' },
      { code: 'alive', refusal: null, pause: 60, channel: 'phone', target: '+7***1234' },
    ])
    expect(stage.working.get('countPause')).toBeDefined()
  })

  test('confirms when it is right', async () => {
    const stage = await awaiting()
    await tell(stage, submit)
    expect(stage.working.get('checkCode')?.input).toEqual({ code: '123456' })
    await answer(stage, 'checkCode')
    expect(stage.wishes).toEqual([{ action: 'settle', params: { isConfirmed: true } }])
    expect(stage.actor.getSnapshot().status).toBe('done')
  })

  test('is checked once, however often it is submitted', async () => {
    const stage = await awaiting()
    await tell(stage, submit)
    await tell(stage, { ...submit, code: '654321' })
    expect(stage.started.filter((id) => id === 'checkCode')).toHaveLength(1)
  })

  test('and was entered wrong may be entered again, and the person knows how often', async () => {
    const stage = await awaiting()
    await tell(stage, submit)
    await refuse(stage, 'checkCode', refusal('code-wrong', { triesLeft: 4 }))
    expect([stateOf(stage), contextOf(stage).refusal]).toEqual([
      { awaiting: 'entering' },
      { type: 'code-wrong', triesLeft: 4, retryAfter: null },
    ])
    await tell(stage, submit)
    expect(atWork(stage)).toEqual(['checkCode'])
  })

  test.each(['offline', 'timeout', 'internal-error', 'too-many-requests'] as const)(
    'and could not be checked (%s) is still good',
    async (type) => {
      const stage = await awaiting()
      await tell(stage, submit)
      await refuse(stage, 'checkCode', refusal(type))
      expect([stateOf(stage), contextOf(stage).code]).toEqual([{ awaiting: 'entering' }, 'alive'])
    },
  )

  test('and is over has to be replaced: it cannot be entered any more', async () => {
    const stage = await awaiting()
    await tell(stage, submit)
    await refuse(stage, 'checkCode', refusal('code-over'))
    expect(stateOf(stage)).toEqual({ awaiting: 'over' })
    await tell(stage, submit)
    expect(atWork(stage)).toEqual([])
  })

  test('and was guessed at too often locks the factor, and only leaving is left (D-35)', async () => {
    const stage = await awaiting()
    await tell(stage, submit)
    await refuse(stage, 'checkCode', refusal('factor-locked', { retryAfter: 86_400 }))
    expect([stateOf(stage), contextOf(stage).refusal?.retryAfter]).toEqual(['locked', 86_400])
    await tell(stage, { type: 'code.resend' })
    expect(stateOf(stage)).toBe('locked')
  })
})

describe('Another code', () => {
  test('may be asked for only when the pause is over', async () => {
    const stage = await awaiting()
    await tell(stage, { type: 'code.resend' })
    expect(atWork(stage)).toEqual([])
    await hear(stage, 'countPause', { type: 'pause.ticked', secondsLeft: 1 })
    await tell(stage, { type: 'code.resend' })
    expect([atWork(stage), contextOf(stage).pause]).toEqual([[], 1])
    await hear(stage, 'countPause', { type: 'pause.ticked', secondsLeft: 0 })
    await tell(stage, { type: 'code.resend' })
    await tell(stage, { type: 'code.resend' })
    expect(stage.started.filter((id) => id === 'sendCode')).toHaveLength(2)
  })

  test('begins a pause of its own', async () => {
    const stage = await afterPause()
    await tell(stage, { type: 'code.resend' })
    await answer(stage, 'sendCode', { ...sent, noResendExpiresIn: 45 })
    expect([stateOf(stage), contextOf(stage).pause]).toEqual([{ awaiting: 'entering' }, 45])
  })

  test('asked for before its time by the server’s clock waits as long as the server says', async () => {
    const stage = await afterPause()
    await tell(stage, { type: 'code.resend' })
    await refuse(stage, 'sendCode', refusal('code-too-soon', { retryAfter: 7 }))
    expect([stateOf(stage), contextOf(stage)]).toMatchObject([{ awaiting: 'entering' }, { code: 'alive', pause: 7 }])
  })

  test.each(['offline', 'codes-spent'] as const)(
    'that cannot be sent (%s) leaves the one before good',
    async (type) => {
      const stage = await afterPause()
      await tell(stage, { type: 'code.resend' })
      await refuse(stage, 'sendCode', refusal(type, { retryAfter: 600 }))
      expect([stateOf(stage), contextOf(stage)]).toMatchObject([
        { awaiting: 'entering' },
        { code: 'alive', pause: 600, refusal: { type } },
      ])
    },
  )

  test('that cannot be sent in place of one that is over leaves nothing to enter', async () => {
    const stage = await afterPause()
    await tell(stage, submit)
    await refuse(stage, 'checkCode', refusal('code-over'))
    await tell(stage, { type: 'code.resend' })
    await refuse(stage, 'sendCode', refusal('offline'))
    expect([stateOf(stage), contextOf(stage).refusal?.type]).toEqual([{ awaiting: 'over' }, 'offline'])
  })
})

describe('A code that is not sent', () => {
  test('may be asked for again', async () => {
    const stage = open()
    await refuse(stage, 'sendCode', refusal('unavailable'))
    expect(stateOf(stage)).toBe('unsent')
    await tell(stage, { type: 'code.resend' })
    expect(atWork(stage)).toEqual(['sendCode'])
  })

  test('because one is on its way already can be entered', async () => {
    const stage = open()
    await refuse(stage, 'sendCode', refusal('code-too-soon', { retryAfter: 30 }))
    expect([stateOf(stage), contextOf(stage)]).toMatchObject([{ awaiting: 'entering' }, { code: 'alive', pause: 30 }])
  })

  test.each(['no-second-factor', 'codes-spent'] as const)(
    'and never will be now (%s) leaves only the way out',
    async (type) => {
      const stage = open()
      await refuse(stage, 'sendCode', refusal(type))
      await tell(stage, { type: 'code.resend' })
      expect([stateOf(stage), atWork(stage)]).toEqual(['hopeless', []])
    },
  )

  test('because the factor is locked says so at once', async () => {
    const stage = open()
    await refuse(stage, 'sendCode', refusal('factor-locked', { retryAfter: 3600 }))
    expect(stateOf(stage)).toBe('locked')
  })
})

test.each([
  ['while the code is sent', open],
  ['while the code is awaited', awaiting],
  [
    'while it is checked',
    async () => {
      const stage = await awaiting()
      await tell(stage, submit)
      return stage
    },
  ],
])('A person may give up %s', async (_, arrive) => {
  const stage = await arrive()
  await tell(stage, { type: 'code.cancel' })
  expect([stage.wishes, atWork(stage)]).toEqual([[{ action: 'settle', params: { isConfirmed: false } }], []])
})
