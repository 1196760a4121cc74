import { eq } from 'drizzle-orm'
import { sessions } from '#server/db/schema/identity.ts'
import { type CodePurpose, codeEvents, codeLocks } from '#server/db/schema/one-time-codes.ts'
import type { CodeError } from '#src/machines/one-time-code.ts'
import { button } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { StepWithRest } from '#tests/model-runner/e2e/e2e-level.ts'
import { oneOf, passTime } from '#tests/model-runner/e2e/e2e-stage.ts'
import type { Level } from '#tests/model-runner/model.ts'
import {
  isClosed,
  says as saysOnPage,
  showsCode,
  showsDeadEnd,
  showsPause,
} from '#tests/models/one-time-code-dialog.ts'
import { codePage } from '#tests/support/pages/one-time-code-page.ts'
import type { Person } from '#tests/support/server/app.ts'
import { codeSentTo, otherThan } from '#tests/support/server/codes.ts'
import { fillDisk, repair, tooOften } from './fault-injection.ts'
import type { ProductDriver, ProductLevel, ProductStage } from './test-server.ts'

/** A user with an open code dialog; `target` is the phone or email that receives codes. */
export type CodeData = {
  person: Person & { userId: string; sessionId: string }
  target: string
  /** Number of tries of the last code sent. */
  tries: number
}
type Stage = ProductStage<CodeData>

type CodeFlow = {
  purpose: CodePurpose
  calls: { send: string; check: string }
  /** Fields of the requests besides the code. */
  address: (data: CodeData) => object
  /** The section of the profile that has the opener; that of the person by default. */
  page?: string
  opener: string
  title: string
}

const minute = 60
/** Five tries per code. */
const triesOfCode = 5

/** Drivers for sending and entering a code, and for concurrent changes at the server. */
export function codeEndToEnd({ purpose, calls, address, page = '/profile', opener, title }: CodeFlow) {
  /** The same user in another tab, by the calls of its page. */
  const elsewhere = {
    asksForCode: ({ data }: Stage) => expectOk(data.person.call(calls.send, { body: address(data) })),
    enters: ({ data }: Stage, code: string) => data.person.call(calls.check, { body: { ...address(data), code } }),
  }

  const lastCode = ({ server, data }: Stage) => codeSentTo(server.database, data.target)
  const database = ({ server }: Stage) => server.database
  const now = ({ server }: Stage) => server.server.clock.now

  async function addEvents(stage: Stage, kind: 'sent' | 'wrong', count: number, secondsAgo: number): Promise<void> {
    const { userId } = stage.data.person
    const at = new Date(now(stage).getTime() - secondsAgo * 1000)
    const event = { kind, userId, purpose, target: stage.data.target, at }
    await database(stage)
      .insert(codeEvents)
      .values(Array.from({ length: count }, () => event))
  }

  /** Advances the clock by the lifetime of a code, without user input. */
  const expires = (stage: Stage) => stage.server.passTime(5 * minute)
  /** In another session: this one may repeat its code. */
  const isSpentElsewhere = async (stage: Stage) => {
    const { data, server } = stage
    const other = await server.server.signInAs({ roles: [], userId: data.person.userId })
    const body = { ...address(data), code: await lastCode(stage) }
    await expectOk(other.call(calls.check, { body }))
  }
  /** All tries except the pending one. */
  const isGuessedAt = async (stage: Stage) => {
    const wrong = otherThan(await lastCode(stage))
    for (let left = triesOfCode - stage.data.tries; left > 0; left -= 1) await elsewhere.enters(stage, wrong)
  }
  const endOf = (stage: Stage) => oneOf(stage, [expires, isSpentElsewhere, isGuessedAt])

  const send: ProductDriver<CodeData> = async (stage) => {
    await stage.server.proxy.pass(calls.send)
  }
  const check: ProductDriver<CodeData> = async (stage) => {
    stage.data.tries += 1
    await stage.server.proxy.pass(calls.check)
  }
  const after =
    (happens: (stage: Stage) => unknown, then: ProductDriver<CodeData>): ProductDriver<CodeData> =>
    async (stage, turn) => {
      await happens(stage)
      await then(stage, turn)
      await repair(stage)
    }

  const events = {
    'xstate.done.actor.sendCode': async (stage, turn) => {
      await send(stage, turn)
      stage.data.tries = 0
    },
    'xstate.error.actor.sendCode': {
      'код отправлен только что': after(elsewhere.asksForCode, send),
      // The oldest of them is half a minute younger than an hour.
      'кодов отправлено слишком много': after((stage) => addEvents(stage, 'sent', 5, 59.5 * minute), send),
      'вход по коду закрыт на сутки': after(async (stage) => {
        const until = new Date(now(stage).getTime() + 24 * 60 * minute * 1000)
        await database(stage).insert(codeLocks).values({ userId: stage.data.person.userId, purpose, until })
      }, send),
      'запросов слишком много': tooOften(calls.send),
      'нет связи с сервером': ({ server }) => server.proxy.cut(calls.send),
    },
    'xstate.done.actor.checkCode': check,
    'xstate.error.actor.checkCode': {
      'код не подошёл': check,
      'код больше не действует': after((stage) => endOf(stage)(stage), check),
      // This code is the twentieth within a day.
      'неверных кодов слишком много': after((stage) => addEvents(stage, 'wrong', 19, 60 * minute), check),
      'запросов слишком много': tooOften(calls.check),
      'сервер не смог проверить код': after((stage) => fillDisk(stage, 'one_time_codes'), check),
    },
    'code.submit': async (stage, { rest, taken }) => {
      const { page } = stage
      const right = await lastCode(stage)
      // The rejected code has no effect.
      const code = taken.length > 0 && isRight(stage, rest) ? right : otherThan(right)
      // The sixth digit submits; a code that is already entered is submitted by Enter.
      const { field } = codePage(page)
      if ((await field.inputValue()) === code) await field.press('Enter')
      else await field.fill(code)
    },
    'code.resend': async ({ page }, { taken }) => {
      const { resend } = codePage(page)
      if (taken.length > 0) await resend.click()
      else await soon(resend).toHaveCount(0)
    },
    'code.cancel': async (stage) => {
      const { page } = stage
      const { cancel, discard } = codePage(page)
      const contact = page.getByLabel(/^Новый (адрес|номер)/)
      const isUnsaved =
        (await contact.count()) > 0 && (await contact.inputValue()) !== '' && (await contact.isEditable())
      await oneOf(stage, [
        () => cancel.click(),
        () => page.getByRole('button', { name: 'Закрыть' }).click(),
        () => page.keyboard.press('Escape'),
      ])()
      if (isUnsaved) await discard.click()
    },
    'pause.ticked': (stage) => passTime(stage, minute + 1),
  } satisfies ProductLevel<CodeData>['events']

  /** A wrong code is typed if the path expects a wrong code or exhausted tries. */
  function isRight(stage: Stage, rest: StepWithRest['rest']): boolean {
    const answer = rest.find(({ event: { type } }) => type.endsWith('.actor.checkCode') || type === 'code.submit')
    const { type } = (answer?.event.error ?? {}) as Partial<CodeError>
    return type === 'code-expired' ? endOf(stage) !== isGuessedAt : type !== 'code-wrong' && type !== 'factor-locked'
  }

  const dialog = ({ page }: Stage) => page.getByRole('dialog', { name: title })

  async function isBusy(stage: Stage, call: string): Promise<void> {
    await stage.server.proxy.isHeld(call)
    await soon(dialog(stage).getByRole('textbox')).toBeEditable({ editable: false })
  }

  const states = {
    sending: (stage) => isBusy(stage, calls.send),
    'awaiting.entering': (stage, { context }) =>
      showsCode(stage, context, { open: true, says: (refusal) => says(stage, refusal) }),
    'awaiting.checking': async (stage, { context }) => {
      await isBusy(stage, calls.check)
      await showsPause(stage.page, context)
    },
    'awaiting.over': (stage, { context }) =>
      showsCode(stage, context, { open: false, says: (refusal) => says(stage, refusal) }),
    locked: showsDeadEnd,
    cancelled: (stage) => isClosed(stage, opener),
  } satisfies Level<Stage>['states']

  /** A code was sent, and the pause before the next one has begun. */
  async function wasSentBefore(stage: Stage): Promise<void> {
    stage.server.passTime(minute + 1)
    await elsewhere.asksForCode(stage)
    stage.data.tries = 0
  }

  async function begin(stage: Stage): Promise<void> {
    await stage.page.goto(page)
    await button(stage.page, opener).click()
  }

  return { events, states, calls, begin, wasSentBefore, dialog, after, send, check }
}

/** The message of a refusal; the server counts the remaining tries. */
export async function says({ page, data }: Stage, { type }: Pick<CodeError, 'type'>): Promise<void> {
  if (type !== 'code-wrong') return saysOnPage(page, { type })
  const left = triesOfCode - data.tries
  const ofTries = left === 1 ? 'Осталась 1 попытка' : `Осталось ${left} попытки`
  await soon(page.getByRole('dialog')).toContainText(ofTries)
}

/** The time of the last code confirmation of this session, from the server. */
export async function lastCheckOf({ server, data }: Stage): Promise<Date | null> {
  const isThis = eq(sessions.id, data.person.sessionId)
  const [row] = await server.database.select({ at: sessions.twoFactorLastCheck }).from(sessions).where(isThis)
  return row?.at ?? null
}

async function expectOk(answered: ReturnType<Person['call']>): Promise<void> {
  const { statusCode, body } = await answered
  if (statusCode >= 400) throw new Error(`the user was refused elsewhere: ${body}`)
}

/** The last two-factor check is too old for the call, and the user does not repeat it. */
export function declinesToConfirm(call: string) {
  return async ({ server, data, page }: Stage): Promise<void> => {
    const isThis = eq(sessions.id, data.person.sessionId)
    await server.database.update(sessions).set({ twoFactorLastCheck: null }).where(isThis)
    await server.proxy.pass(call)
    const { question } = codePage(page)
    await question.getByRole('button', { name: 'Отменить' }).click()
    await soon(question).toHaveCount(0)
  }
}
