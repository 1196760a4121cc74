import { equal } from 'node:assert/strict'
import { accountVerificationMachine } from '#src/machines/account-verification.ts'
import { type MachineLevel, onMachine, replied, told } from './machine-level.ts'
import type { Model } from './model.ts'
import { codeModel, codeOnMachine, isFinished, looksLike, refused } from './one-time-code.ts'
import { accountVerificationRules } from './rules/account-verification.ts'

export const newEmail = { channel: 'email', value: 'novaya.pochta@example.org' } as const

export const accountVerificationModel: Model = {
  machine: accountVerificationMachine,
  rules: accountVerificationRules,
  title: 'Новая почта',
  input: { channel: newEmail.channel },
  ...codeModel,
  events: {
    'value.submit': [{ title: 'введён новый адрес', with: { value: newEmail.value } }],
    'value.edit': [{ title: 'нажато «Изменить адрес»' }],
    'value.save': [{ title: 'нажато «Сохранить ещё раз»' }],
    'xstate.done.actor.sendCode': [{ title: 'код отправлен', with: { output: { noResendExpiresIn: 60 } } }],
    ...codeModel.events,
    'xstate.error.actor.sendCode': [
      ...codeModel.events['xstate.error.actor.sendCode'],
      refused('подтвердить, что это он, человек не захотел', 'two-factor-required'),
    ],
    'xstate.done.actor.saveContact': [{ title: 'адрес сохранён' }],
    'xstate.error.actor.saveContact': [
      refused('нет связи с сервером', 'offline'),
      refused('сервер не принял адрес', 'invalid-values'),
    ],
  },
  states: {
    editing: 'вводят новый адрес',
    ...codeModel.states,
    saving: 'адрес подтверждён и сохраняется',
    unsaved: 'адрес подтверждён, сохранить не удалось',
    locked: 'подтверждение закрыто на сутки',
    saved: 'адрес сохранён',
  },
}

const code = codeOnMachine(newEmail)

export const accountVerificationOnMachine: MachineLevel = onMachine(accountVerificationModel, {
  ...code,
  events: {
    ...code.events,
    'value.submit': told,
    'value.edit': told,
    'value.save': told,
    'xstate.done.actor.saveContact': replied,
    'xstate.error.actor.saveContact': replied,
  },
  states: {
    ...code.states,
    editing: (stage, { context }) => {
      looksLike(stage, {})
      equal(context.code, 'none')
    },
    saving: (stage) => looksLike(stage, { working: { saveContact: newEmail } }),
    unsaved: (stage, { context }) => {
      looksLike(stage, {})
      equal(context.value, newEmail.value)
    },
    saved: isFinished,
  },
})
