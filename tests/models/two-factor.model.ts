import { type SentCode, twoFactorMachine } from '#src/machines/two-factor.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { declaredProblems } from './app/declared-problems.ts'
import { codeModel, refused } from './one-time-code.ts'
import { twoFactorRules } from './rules/two-factor.ts'

export const sentCode: SentCode = { noResendExpiresIn: 60, channel: 'phone', target: '+7 ••• •••-12-34' }

export const twoFactorModel: Model = {
  machine: twoFactorMachine,
  rules: twoFactorRules,
  title: 'Подтверждение кодом',
  ...codeModel,
  problems: declaredProblems({
    sendCode: 'POST /v1/profile/two-factor/send',
    checkCode: 'POST /v1/profile/two-factor/check',
  }),
  events: {
    'xstate.done.actor.sendCode': [{ title: 'код отправлен', with: { output: sentCode } }],
    ...codeModel.events,
    'xstate.error.actor.sendCode': [
      ...codeModel.events['xstate.error.actor.sendCode'],
      refused('код отправить некуда', 'no-second-factor'),
    ],
  },
  states: {
    ...codeModel.states,
    unsent: 'код не отправлен, можно попробовать ещё раз',
    hopeless: 'кода сейчас не будет',
    locked: 'вход по коду закрыт на сутки',
    passed: 'подтверждено',
  },
}
