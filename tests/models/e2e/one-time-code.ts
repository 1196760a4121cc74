import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import type { AnyMachineSnapshot } from 'xstate'
import { sessions } from '#server/db/schema/identity.ts'
import { type CodePurpose, codeEvents, codeLocks } from '#server/db/schema/one-time-codes.ts'
import type { CodeContext, CodeError } from '#src/machines/one-time-code.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { Drive, Reality, Turn } from '#tests/model-runner/e2e/e2e-level.ts'
import { oneOf, passTime, type RealStage } from '#tests/model-runner/e2e/e2e-stage.ts'
import type { Level } from '#tests/model-runner/model.ts'
import type { Person } from '#tests/support/server/app.ts'
import { codeSentTo, otherThan } from '#tests/support/server/codes.ts'
import { fillDisk, repair, tooOften } from './fault-injection.ts'

/** A user with an open code dialog; `target` is the phone or email that receives codes. */
export type CodeWorld = {
  person: Person & { userId: string; sessionId: string }
  target: string
  /** Number of tries of the last code sent. */
  tries: number
}
type Stage = RealStage<CodeWorld>

type CodeFlow = {
  purpose: CodePurpose
  calls: { send: string; check: string }
  /** Fields of the requests besides the code. */
  address: (world: CodeWorld) => object
  opener: string
  title: string
}

const minute = 60
/** D-35: five tries per code. */
const triesOfCode = 5

/** Drivers for sending and entering a code, and for concurrent changes at the server. */
export function realCode({ purpose, calls, address, opener, title }: CodeFlow) {
  /** The same user in another tab, by the calls of its page. */
  const elsewhere = {
    asksForCode: ({ world }: Stage) => expectOk(world.person.call(calls.send, { body: address(world) })),
    enters: ({ world }: Stage, code: string) => world.person.call(calls.check, { body: { ...address(world), code } }),
  }

  const lastCode = ({ server, world }: Stage) => codeSentTo(server.database, world.target)
  const database = ({ server }: Stage) => server.database
  const now = ({ server }: Stage) => server.server.clock.now

  async function addEvents(stage: Stage, kind: 'sent' | 'wrong', count: number, secondsAgo: number): Promise<void> {
    const { userId } = stage.world.person
    const at = new Date(now(stage).getTime() - secondsAgo * 1000)
    const event = { kind, userId, purpose, target: stage.world.target, at }
    await database(stage)
      .insert(codeEvents)
      .values(Array.from({ length: count }, () => event))
  }

  /** Advances the clock by the lifetime of a code, without user input. */
  const expires = (stage: Stage) => stage.server.passOnServer(5 * minute)
  const isSpentElsewhere = async (stage: Stage) => {
    const answer = await elsewhere.enters(stage, await lastCode(stage))
    if (answer.statusCode !== 200) throw new Error(`the other tab could not use the code: ${answer.body}`)
  }
  /** All tries except the pending one. */
  const isGuessedAt = async (stage: Stage) => {
    const wrong = otherThan(await lastCode(stage))
    for (let left = triesOfCode - stage.world.tries; left > 0; left -= 1) await elsewhere.enters(stage, wrong)
  }
  const endOf = (stage: Stage) => oneOf(stage, [expires, isSpentElsewhere, isGuessedAt])

  const send: Drive<CodeWorld> = async (stage) => {
    await stage.server.edge.pass(calls.send)
  }
  const check: Drive<CodeWorld> = async (stage) => {
    stage.world.tries += 1
    await stage.server.edge.pass(calls.check)
  }
  const after =
    (happens: (stage: Stage) => unknown, then: Drive<CodeWorld>): Drive<CodeWorld> =>
    async (stage, turn) => {
      await happens(stage)
      await then(stage, turn)
      await repair(stage)
    }

  const events = {
    'xstate.done.actor.sendCode': async (stage, turn) => {
      await send(stage, turn)
      stage.world.tries = 0
    },
    'xstate.error.actor.sendCode': {
      'код отправлен только что': after(elsewhere.asksForCode, send),
      // The oldest of them is half a minute younger than an hour.
      'кодов отправлено слишком много': after((stage) => addEvents(stage, 'sent', 5, 59.5 * minute), send),
      'вход по коду закрыт на сутки': after(async (stage) => {
        const until = new Date(now(stage).getTime() + 24 * 60 * minute * 1000)
        await database(stage).insert(codeLocks).values({ userId: stage.world.person.userId, purpose, until })
      }, send),
      'запросов слишком много': tooOften(calls.send),
      'нет связи с сервером': ({ server }) => server.edge.cut(calls.send),
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
      if ((await codeField(page).inputValue()) === code) await codeField(page).press('Enter')
      else await codeField(page).fill(code)
    },
    'code.resend': async ({ page }, { taken }) => {
      if (taken.length > 0) await button(page, 'Отправить новый код').click()
      else await soon(button(page, 'Отправить новый код')).toHaveCount(0)
    },
    'code.cancel': async (stage) => {
      const { page } = stage
      const contact = page.getByLabel(/^Новый (адрес|номер)/)
      const isUnsaved =
        (await contact.count()) > 0 && (await contact.inputValue()) !== '' && (await contact.isEditable())
      await oneOf(stage, [
        () => page.getByRole('button', { name: /^(Отменить|Понятно)$/ }).click(),
        () => page.getByRole('button', { name: 'Закрыть' }).click(),
        () => page.keyboard.press('Escape'),
      ])()
      if (isUnsaved) await button(page, 'Закрыть без сохранения').click()
    },
    'pause.ticked': (stage) => passTime(stage, minute + 1),
  } satisfies Reality<CodeWorld>['events']

  /** A wrong code is typed if the path expects a wrong code or exhausted tries. */
  function isRight(stage: Stage, rest: Turn['rest']): boolean {
    const answer = rest.find(({ event: { type } }) => type.endsWith('.actor.checkCode') || type === 'code.submit')
    const { type } = (answer?.event.error ?? {}) as Partial<CodeError>
    return type === 'code-over' ? endOf(stage) !== isGuessedAt : type !== 'code-wrong' && type !== 'factor-locked'
  }

  const dialog = ({ page }: Stage) => page.getByRole('dialog', { name: title })

  async function isBusy(stage: Stage, call: string): Promise<void> {
    await stage.server.edge.isHeld(call)
    await soon(dialog(stage).getByRole('textbox')).toBeEditable({ editable: false })
  }

  async function showsDeadEnd(stage: Stage, { context }: AnyMachineSnapshot): Promise<void> {
    await showsNoCode(stage, context)
    await soon(dialog(stage).getByRole('button')).toHaveText(['Понятно', ''])
  }

  async function showsCode(stage: Stage, known: CodeContext, open: boolean): Promise<void> {
    const { page } = stage
    await soon(codeField(page)).toBeEditable({ editable: open })
    await showsPause(page, known)
    await soon(button(page, 'Отправить новый код')).toHaveCount(known.pause > 0 ? 0 : 1)
    if (known.refusal !== null && known.refusal.type !== 'code-too-soon') await says(stage, known.refusal)
  }

  const states = {
    sending: (stage) => isBusy(stage, calls.send),
    'awaiting.entering': (stage, { context }) => showsCode(stage, context, true),
    'awaiting.checking': async (stage, { context }) => {
      await isBusy(stage, calls.check)
      await showsPause(stage.page, context)
    },
    'awaiting.over': (stage, { context }) => showsCode(stage, context, false),
    locked: showsDeadEnd,
    cancelled: (stage) => isClosed(stage),
  } satisfies Level<Stage>['states']

  /** The dialog is closed and the profile shows the button that opens it, with its current label. */
  async function isClosed({ page }: Stage, name = opener): Promise<void> {
    await soon(page.getByRole('dialog')).toHaveCount(0)
    await soon(button(page, name)).toBeEnabled()
  }

  async function begin(stage: Stage): Promise<void> {
    await stage.page.goto('/profile')
    await button(stage.page, opener).click()
  }

  return { events, states, calls, begin, dialog, isClosed, showsDeadEnd, after, send, check }
}

const words: Partial<Record<CodeError['type'], string>> = {
  'code-over': 'Этот код больше не действует',
  'codes-spent': 'Кодов отправлено слишком много',
  'factor-locked': 'Слишком много неверных кодов',
  'no-second-factor': 'Код некуда отправить',
  'two-factor-required': 'Подтвердите действие кодом',
  'invalid-values': 'Это значение не принято',
  offline: 'Нет связи с сервером',
  'too-many-requests': 'Слишком много попыток',
  unavailable: 'Сервер временно недоступен',
}

/** The message of a refusal; the server counts the remaining tries. */
export async function says({ page, world }: Stage, { type }: CodeError): Promise<void> {
  const left = triesOfCode - world.tries
  const ofTries = left === 1 ? 'Осталась 1 попытка' : `Осталось ${left} попытки`
  await soon(page.getByRole('dialog')).toContainText(type === 'code-wrong' ? ofTries : (words[type] ?? type))
}

/** No code can be entered: the dialog shows the reason. */
export async function showsNoCode(stage: Stage, { refusal }: CodeContext): Promise<void> {
  await soon(codeField(stage.page)).toHaveCount(0)
  if (refusal !== null) await says(stage, refusal)
}

async function showsPause(page: Page, { pause }: CodeContext): Promise<void> {
  await soon(page.getByText('Новый код можно запросить через')).toHaveCount(pause > 0 ? 1 : 0)
}

/** The time of the last code confirmation of this session, from the server. */
export async function lastCheckOf({ server, world }: Stage): Promise<Date | null> {
  const isThis = eq(sessions.id, world.person.sessionId)
  const [row] = await server.database.select({ at: sessions.twoFactorLastCheck }).from(sessions).where(isThis)
  return row?.at ?? null
}

async function expectOk(answered: ReturnType<Person['call']>): Promise<void> {
  const { statusCode, body } = await answered
  if (statusCode >= 400) throw new Error(`the other tab was refused: ${body}`)
}

const codeField = (page: Page) => page.getByLabel('Код подтверждения')
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
