import { deepEqual, equal } from 'node:assert/strict'
import type { AnyMachineSnapshot } from 'xstate'
import { accountVerificationMachine } from '#src/machines/account-verification.ts'
import { codeRefusals, endOfPause, placeWithCode, refused, rightCode, sendingRefusals } from './code-refusals.ts'
import { atWork, heardBy, type MachineStage, onMachine, replied, told } from './machine-level.ts'
import type { Level, Model } from './model.ts'

export const newEmail = { channel: 'email', value: 'novaya.pochta@example.org' } as const

export const accountVerificationModel: Model = {
  machine: accountVerificationMachine,
  title: 'Новая почта',
  input: { channel: newEmail.channel },
  events: {
    'value.submit': [{ title: 'введён новый адрес', with: { value: newEmail.value } }],
    'value.edit': [{ title: 'нажато «Изменить адрес»' }],
    'value.save': [{ title: 'нажато «Сохранить ещё раз»' }],
    'xstate.done.actor.sendCode': [{ title: 'код отправлен', with: { output: { noResendExpiresIn: 60 } } }],
    'xstate.error.actor.sendCode': [
      ...sendingRefusals,
      refused('подтвердить, что это он, человек не захотел', 'two-factor-required'),
    ],
    'xstate.done.actor.checkCode': [{ title: 'код верный' }],
    'xstate.error.actor.checkCode': codeRefusals,
    'xstate.done.actor.saveContact': [{ title: 'адрес сохранён' }],
    'xstate.error.actor.saveContact': [
      refused('нет связи с сервером', 'offline'),
      refused('сервер не принял адрес', 'invalid-values'),
    ],
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
    editing: 'вводят новый адрес',
    sending: 'код отправляется',
    awaiting: 'код отправлен',
    'awaiting.entering': 'код вводят',
    'awaiting.checking': 'код проверяется',
    'awaiting.over': 'код больше не действует, нужен новый',
    saving: 'адрес подтверждён и сохраняется',
    unsaved: 'адрес подтверждён, сохранить не удалось',
    locked: 'подтверждение закрыто на сутки',
    saved: 'адрес сохранён',
    cancelled: 'человек передумал',
  },
  placeOf: placeWithCode,
  paths: 53,
}

export const accountVerificationOnMachine: Level<MachineStage> = onMachine(accountVerificationModel, {
  listeners: ['countPause'],
  events: {
    'value.submit': told,
    'value.edit': told,
    'value.save': told,
    'xstate.done.actor.sendCode': replied,
    'xstate.error.actor.sendCode': replied,
    'xstate.done.actor.checkCode': replied,
    'xstate.error.actor.checkCode': replied,
    'xstate.done.actor.saveContact': replied,
    'xstate.error.actor.saveContact': replied,
    'code.submit': told,
    'code.resend': told,
    'code.cancel': told,
    'pause.ticked': heardBy('countPause'),
  },
  states: {
    editing: (stage, { context }) => {
      looksLike(stage, {})
      equal(context.code, 'none')
    },
    sending: (stage) => looksLike(stage, { working: { sendCode: newEmail } }),
    'awaiting.entering': (stage) => looksLike(stage, { counting: true }),
    'awaiting.checking': (stage) =>
      looksLike(stage, { working: { checkCode: { ...newEmail, code: rightCode } }, counting: true }),
    'awaiting.over': (stage, { context }) => {
      looksLike(stage, { counting: true })
      equal(context.code, 'over')
    },
    saving: (stage) => looksLike(stage, { working: { saveContact: newEmail } }),
    unsaved: (stage, { context }) => {
      looksLike(stage, {})
      equal(context.value, newEmail.value)
    },
    locked: (stage) => looksLike(stage, {}),
    saved: isOver,
    cancelled: isOver,
  },
})

type Look = { working?: Record<string, unknown>; counting?: boolean }

function looksLike(stage: MachineStage, { working = {}, counting = false }: Look): void {
  deepEqual(Object.fromEntries(atWork(stage).map((id) => [id, stage.working.get(id)?.input])), working)
  equal(stage.working.has('countPause'), counting)
  equal(stage.actor.getSnapshot().hasTag('busy'), Object.keys(working).length > 0)
}

function isOver(stage: MachineStage, snapshot: AnyMachineSnapshot): void {
  looksLike(stage, {})
  equal(snapshot.status, 'done')
}
