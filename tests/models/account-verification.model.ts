import { accountVerificationMachine } from '#src/machines/account-verification.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { declaredProblems } from './app/declared-problems.ts'
import { codeModel, contactModel, refused } from './one-time-code.ts'
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
    'xstate.error.actor.sendCode': contactModel.sendingRefusals('сервер не принял адрес'),
    'xstate.done.actor.saveContact': [{ title: 'адрес сохранён' }],
    'xstate.error.actor.saveContact': [
      refused('нет связи с сервером', 'offline'),
      refused('сервер не принял адрес', 'invalid-values'),
      refused('подтвердить, что это он, человек не захотел', 'two-factor-required'),
      refused('запросов слишком много', 'too-many-requests', { retryAfter: 60 }),
    ],
  },
  listeners: contactModel.listeners,
  impossible: contactModel.impossible,
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
