import { deepEqual, equal } from 'node:assert/strict'
import type { AnyMachineSnapshot } from 'xstate'
import type { CodeContext, CodeError } from '#src/machines/one-time-code.ts'
import { type MachineStage, runningActors, sentByListener } from '#tests/model-runner/machine-level.ts'
import type { Case, Level, Model } from '#tests/model-runner/model.ts'

const rightCode = '271828'
const anotherCode = '314159'

/** Shared declarations of the models of flows with a code. */
export const codeModel = {
  events: {
    // Reasons why a code was not sent, for the report.
    'xstate.error.actor.sendCode': [
      refused('код отправлен только что', 'code-too-soon', { retryAfter: 30 }),
      refused('кодов отправлено слишком много', 'code-limit-reached', { retryAfter: 600 }),
      refused('вход по коду закрыт на сутки', 'factor-locked', { retryAfter: 86_400 }),
      refused('запросов слишком много', 'too-many-requests', { retryAfter: 60 }),
      refused('нет связи с сервером', 'offline'),
    ],
    'xstate.done.actor.checkCode': [{ title: 'код верный' }],
    'xstate.error.actor.checkCode': [
      refused('код не подошёл', 'code-wrong', { triesLeft: 3 }),
      refused('код больше не действует', 'code-expired'),
      refused('неверных кодов слишком много', 'factor-locked', { retryAfter: 86_400 }),
      refused('сервер не смог проверить код', 'unavailable'),
      refused('запросов слишком много', 'too-many-requests', { retryAfter: 60 }),
    ],
    'code.submit': typedCodes,
    'code.resend': [{ title: 'запрошен новый код' }],
    'code.cancel': [{ title: 'нажато «Отменить»' }],
    'pause.ticked': endOfPause,
  },
  impossibleProblems: {
    'checkCode | invalid-values': 'в поле кода нельзя ввести ничего, кроме шести цифр',
  },
  impossible: {
    'xstate.done.actor.countPause': 'отсчёт паузы только сообщает, сколько осталось',
    'xstate.error.actor.countPause': 'отсчёт паузы ничего не вызывает и не может отказать',
  },
  states: {
    sending: 'код отправляется',
    awaiting: 'код отправлен',
    'awaiting.entering': 'код вводят',
    'awaiting.checking': 'код проверяется',
    'awaiting.over': 'код больше не действует, нужен новый',
    cancelled: 'человек передумал',
  },
  stateKey: placeWithCode,
} satisfies Partial<Model>

/** Machine level of such flows; `address` is the target of the code in the request. */
export function codeOnMachine(address: object) {
  return {
    listeners: ['countPause'],
    events: {
      'pause.ticked': sentByListener('countPause'),
    },
    states: {
      sending: (stage) => looksLike(stage, { working: { sendCode: address } }),
      'awaiting.entering': (stage) => looksLike(stage, { counting: true }),
      'awaiting.checking': (stage, { context }) =>
        looksLike(stage, { working: { checkCode: { ...address, code: context.tried } }, counting: true }),
      'awaiting.over': (stage, { context }) => {
        looksLike(stage, { counting: true })
        equal(context.code, 'over')
      },
      locked: (stage, { context }) => {
        looksLike(stage, {})
        equal(context.refusal?.type, 'factor-locked')
      },
      cancelled: isFinished,
    },
  } satisfies Partial<Level<MachineStage>> & { listeners: string[] }
}

type Look = { working?: Record<string, unknown>; counting?: boolean }

/** Asserts the running actors with their input, and whether the pause before the next code is counted. */
export function looksLike(stage: MachineStage, { working = {}, counting = false }: Look): void {
  deepEqual(Object.fromEntries(runningActors(stage).map((id) => [id, stage.working.get(id)?.input])), working)
  equal(stage.working.has('countPause'), counting)
  equal(stage.actor.getSnapshot().hasTag('busy'), Object.keys(working).length > 0)
}

export function isFinished(stage: MachineStage, { status }: AnyMachineSnapshot): void {
  looksLike(stage, {})
  equal(status, 'done')
}

export function refused(title: string, ...why: Parameters<typeof refusal>): Case {
  return { title, with: { error: refusal(...why) } }
}

export function refusal(type: CodeError['type'], rest: Partial<CodeError> = {}): CodeError {
  return { type, triesLeft: null, retryAfter: null, ...rest }
}

/** A wrong code is not sent twice, although the user may press the button again. */
function typedCodes({ context }: AnyMachineSnapshot): Case[] {
  const { tried } = context as CodeContext
  const other: Case = { title: 'введён код', with: { code: tried === rightCode ? anotherCode : rightCode } }
  return tried === null ? [other] : [other, { title: 'тот же код отправлен ещё раз', with: { code: tried } }]
}

/** The pause ends once. */
function endOfPause({ context }: AnyMachineSnapshot): Case[] {
  const { pause } = context as CodeContext
  return pause > 0 ? [{ title: 'пауза перед новым кодом кончилась', with: { secondsLeft: 0 } }] : []
}

/** The last refusal is asserted at each step; it does not distinguish places. */
function placeWithCode({ value, context }: AnyMachineSnapshot): string {
  const { code, pause } = context as CodeContext
  return JSON.stringify([value, code, pause > 0])
}
