import { type SentCode, twoFactorMachine } from '#src/machines/two-factor.ts'
import { type MachineStage, onMachine } from './machine-level.ts'
import type { Level, Model } from './model.ts'
import { codeModel, codeOnMachine, isFinished, looksLike, refused } from './one-time-code.ts'

export const sentCode: SentCode = { noResendExpiresIn: 60, channel: 'phone', target: '+7 ••• •••-12-34' }

export const twoFactorModel: Model = {
  machine: twoFactorMachine,
  title: 'Подтверждение кодом',
  ...codeModel,
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
  paths: 39,
}

const code = codeOnMachine({})

export const twoFactorOnMachine: Level<MachineStage> = onMachine(twoFactorModel, {
  ...code,
  states: {
    ...code.states,
    unsent: (stage) => looksLike(stage, {}),
    hopeless: (stage) => looksLike(stage, {}),
    passed: isFinished,
  },
})
