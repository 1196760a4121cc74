import { deepEqual, equal } from 'node:assert/strict'
import type { AnyMachineSnapshot } from 'xstate'
import { type SentCode, twoFactorMachine } from '#src/machines/two-factor.ts'
import { codeRefusals, endOfPause, placeWithCode, refused, rightCode, sendingRefusals } from './code-refusals.ts'
import { atWork, heardBy, type MachineStage, onMachine, replied, told } from './machine-level.ts'
import type { Level, Model } from './model.ts'

export const sentCode: SentCode = { noResendExpiresIn: 60, channel: 'phone', target: '+7***1234' }

export const twoFactorModel: Model = {
  machine: twoFactorMachine,
  title: 'Подтверждение кодом',
  events: {
    'xstate.done.actor.sendCode': [{ title: 'код отправлен', with: { output: sentCode } }],
    'xstate.error.actor.sendCode': [...sendingRefusals, refused('код отправить некуда', 'no-second-factor')],
    'xstate.done.actor.checkCode': [{ title: 'код верный' }],
    'xstate.error.actor.checkCode': codeRefusals,
    'code.submit': [{ title: 'введён код', with: { code: rightCode } }],
    'code.resend': [{ title: 'запрошен новый код' }],
    'code.cancel': [{ title: 'нажато «Отменить»' }],
    'pause.ticked': endOfPause,
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
    unsent: 'код не отправлен, можно попробовать ещё раз',
    hopeless: 'кода сейчас не будет',
    locked: 'вход по коду закрыт на сутки',
    passed: 'подтверждено',
    cancelled: 'человек передумал',
  },
  placeOf: placeWithCode,
  paths: 39,
}

export const twoFactorOnMachine: Level<MachineStage> = onMachine(twoFactorModel, {
  listeners: ['countPause'],
  events: {
    'xstate.done.actor.sendCode': replied,
    'xstate.error.actor.sendCode': replied,
    'xstate.done.actor.checkCode': replied,
    'xstate.error.actor.checkCode': replied,
    'code.submit': told,
    'code.resend': told,
    'code.cancel': told,
    'pause.ticked': heardBy('countPause'),
  },
  states: {
    sending: (stage) => looksLike(stage, { working: ['sendCode'], counting: false }),
    'awaiting.entering': (stage) => looksLike(stage, { working: [], counting: true }),
    'awaiting.checking': (stage) => {
      looksLike(stage, { working: ['checkCode'], counting: true })
      deepEqual(stage.working.get('checkCode')?.input, { code: rightCode })
    },
    'awaiting.over': (stage, { context }) => {
      looksLike(stage, { working: [], counting: true })
      equal(context.code, 'over')
    },
    unsent: (stage) => looksLike(stage, { working: [], counting: false }),
    hopeless: (stage) => looksLike(stage, { working: [], counting: false }),
    locked: (stage, { context }) => {
      looksLike(stage, { working: [], counting: false })
      equal(context.refusal?.type, 'factor-locked')
    },
    passed: isOver,
    cancelled: isOver,
  },
})

function looksLike(stage: MachineStage, { working, counting }: { working: string[]; counting: boolean }): void {
  deepEqual(atWork(stage), working)
  equal(stage.working.has('countPause'), counting)
  equal(stage.actor.getSnapshot().hasTag('busy'), working.length > 0)
}

function isOver(stage: MachineStage, snapshot: AnyMachineSnapshot): void {
  looksLike(stage, { working: [], counting: false })
  equal(snapshot.status, 'done')
}
