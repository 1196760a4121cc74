import { recoveryMachine } from '#src/machines/recovery.ts'
import type { Case, Model } from '#tests/model-runner/model.ts'
import { recoveryRules } from './rules/auth.ts'

export const work = '/schedule?view=week'

const answers: readonly Case[] = [
  { title: 'сервер отвечает', with: { output: true } },
  { title: 'сервер не готов', with: { output: false } },
]
const noAnswer: readonly Case[] = [{ title: 'сервер молчит', with: { error: 'нет' } }]

export const recoveryModel: Model = {
  machine: recoveryMachine,
  rules: recoveryRules,
  title: 'Страница 500: возвращение к работе',
  input: { from: work },
  events: {
    'xstate.done.actor.checkServer': answers,
    'xstate.error.actor.checkServer': noAnswer,
    'xstate.done.actor.checkServerAgain': answers,
    'xstate.error.actor.checkServerAgain': noAnswer,
    'xstate.after.pause.recovery.silent': [{ title: 'прошло 3 секунды' }],
    'recovery.retry': [{ title: 'нажато «Попробовать снова»' }],
  },
  states: {
    checking: 'проверяется, отвечает ли сервер',
    answering: 'сервер отвечает, не удался один вызов',
    silent: 'сервер молчит',
    checkingAgain: 'молчавший сервер проверяется ещё раз',
    returning: 'возвращение туда, где был человек',
  },
}
