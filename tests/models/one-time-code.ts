import type { AnyMachineSnapshot } from 'xstate'
import type { CodeContext, CodeError } from '#src/machines/one-time-code.ts'
import type { Case, Model } from '#tests/model-runner/model.ts'

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
  listeners: { countPause: ['pause.ticked'] },
  stateKey: placeWithCode,
} satisfies Partial<Model>

export function refused(title: string, ...why: Parameters<typeof refusal>): Case {
  return { title, with: { error: refusal(...why) } }
}

export function refusal(type: CodeError['type'], rest: Partial<CodeError> = {}): CodeError {
  return { type, triesLeft: null, retryAfter: null, ...rest }
}

/** Shared declarations of the dialogs that prove a contact by a code. */
export const contactModel = {
  listeners: { ...codeModel.listeners, recallSent: ['sent.recalled', 'verified.recalled'] },
  impossible: {
    ...codeModel.impossible,
    'xstate.done.actor.recallSent': 'отправленное раньше только вспоминается',
    'xstate.error.actor.recallSent': 'закрытое хранилище — это ничего не отправлено',
  },
  /** A contact to which a code was sent is no longer refused. */
  sendingRefusals: (notAccepted: string) => (snapshot: AnyMachineSnapshot) => [
    ...codeModel.events['xstate.error.actor.sendCode'],
    refused('подтвердить, что это он, человек не захотел', 'two-factor-required'),
    ...(snapshot.context.code === 'none' ? [refused(notAccepted, 'invalid-values')] : []),
  ],
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
