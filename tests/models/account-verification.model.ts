import { equal } from 'node:assert/strict'
import type { AnyMachineSnapshot } from 'xstate'
import { accountVerificationMachine } from '#src/machines/account-verification.ts'
import { type MachineLevel, type MachineStage, onMachine, sentByListener } from '#tests/model-runner/machine-level.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { declaredProblems } from './app/declared-problems.ts'
import { codeModel, codeOnMachine, isFinished, looksLike, refused } from './one-time-code.ts'
import { accountVerificationRules } from './rules/account-verification.ts'

export const newEmail = { channel: 'email', value: 'novaya.pochta@example.org' } as const
export const newPhone = { channel: 'phone', value: '+79997654321' } as const

export const accountVerificationModel: Model = {
  machine: accountVerificationMachine,
  rules: accountVerificationRules,
  title: 'Новая почта',
  input: { channel: newEmail.channel },
  ...codeModel,
  problems: declaredProblems({
    sendCode: 'POST /v1/profile/account/verification/send',
    checkCode: 'POST /v1/profile/account/verification/verify',
    saveContact: 'PATCH /v1/profile',
  }),
  events: {
    'value.submit': [{ title: 'введён новый адрес', with: { value: newEmail.value } }],
    'value.edit': [{ title: 'нажато «Изменить адрес»' }],
    'sent.recalled': [
      { title: 'окно открыто заново, а код уже отправлен', with: { value: newEmail.value, pause: 30 } },
    ],
    'verified.recalled': [{ title: 'окно открыто заново, а адрес уже подтверждён', with: { value: newEmail.value } }],
    'value.save': [{ title: 'нажато «Сохранить»' }],
    'xstate.done.actor.sendCode': [{ title: 'код отправлен', with: { output: { noResendExpiresIn: 60 } } }],
    ...codeModel.events,
    // An address to which a code was sent is no longer refused.
    'xstate.error.actor.sendCode': ({ context }) => [
      ...codeModel.events['xstate.error.actor.sendCode'],
      refused('подтвердить, что это он, человек не захотел', 'two-factor-required'),
      ...(context.code === 'none' ? [refused('сервер не принял адрес', 'invalid-values')] : []),
    ],
    'xstate.done.actor.saveContact': [{ title: 'адрес сохранён' }],
    'xstate.error.actor.saveContact': [
      refused('нет связи с сервером', 'offline'),
      refused('сервер не принял адрес', 'invalid-values'),
      refused('подтвердить, что это он, человек не захотел', 'two-factor-required'),
      refused('запросов слишком много', 'too-many-requests', { retryAfter: 60 }),
    ],
  },
  impossible: {
    ...codeModel.impossible,
    'xstate.done.actor.recallSent': 'отправленное раньше только вспоминается',
    'xstate.error.actor.recallSent': 'закрытое хранилище — это ничего не отправлено',
  },
  impossibleProblems: codeModel.impossibleProblems,
  states: {
    editing: 'вводят новый адрес',
    ...codeModel.states,
    saving: 'адрес подтверждён и сохраняется',
    unsaved: 'адрес подтверждён и ещё не сохранён',
    locked: 'подтверждение закрыто на сутки',
    saved: 'адрес сохранён',
  },
}

const code = codeOnMachine(newEmail)

export const accountVerificationOnMachine: MachineLevel = onMachine(accountVerificationModel, {
  listeners: [...code.listeners, 'recallSent'],
  events: {
    ...code.events,
    'sent.recalled': sentByListener('recallSent'),
    'verified.recalled': sentByListener('recallSent'),
  },
  states: {
    ...code.states,
    editing: isEditing,
    saving: (stage) => looksLike(stage, { working: { saveContact: newEmail } }),
    unsaved: (stage, { context }) => {
      looksLike(stage, {})
      equal(context.value, newEmail.value)
    },
    saved: isFinished,
  },
})

/** The other kind of input: the same machine with a phone number. */
export const accountVerificationByPhoneModel: Model = {
  ...accountVerificationModel,
  name: 'accountVerificationByPhone',
  title: 'Новый номер телефона',
  input: { channel: newPhone.channel },
  events: {
    ...accountVerificationModel.events,
    'value.submit': [{ title: 'введён новый номер', with: { value: newPhone.value } }],
    'sent.recalled': [
      { title: 'окно открыто заново, а код уже отправлен', with: { value: newPhone.value, pause: 30 } },
    ],
    'verified.recalled': [{ title: 'окно открыто заново, а номер уже подтверждён', with: { value: newPhone.value } }],
  },
}

const phoneCode = codeOnMachine(newPhone)

export const accountVerificationByPhoneOnMachine: MachineLevel = onMachine(accountVerificationByPhoneModel, {
  listeners: [...phoneCode.listeners, 'recallSent'],
  events: {
    ...phoneCode.events,
    'sent.recalled': sentByListener('recallSent'),
    'verified.recalled': sentByListener('recallSent'),
  },
  states: {
    ...phoneCode.states,
    editing: isEditing,
    saved: isFinished,
    saving: (stage) => looksLike(stage, { working: { saveContact: newPhone } }),
    unsaved: (stage, { context }) => {
      looksLike(stage, {})
      equal(context.value, newPhone.value)
    },
  },
})

function isEditing(stage: MachineStage, { context }: AnyMachineSnapshot): void {
  looksLike(stage, {})
  equal(context.code, 'none')
}
