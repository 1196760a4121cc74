import { type AccountJoin, accountJoinMachine } from '#src/machines/account-join.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { declaredProblems } from './app/declared-problems.ts'
import { otherAccount } from './app/join-preview.ts'
import { codeModel, contactModel, refused } from './one-time-code.ts'
import { accountJoinRules } from './rules/account-join.ts'
import { anna } from './sample-users.ts'

export const otherContact = { channel: 'phone', value: otherAccount.phone } as const

/** What is chosen by default: what the account that stays has not is taken from the other one. */
export const accounts: AccountJoin = {
  keptId: anna.id,
  joinedId: otherAccount.id,
  nameOf: anna.id,
  emailOf: otherAccount.id,
  phoneOf: anna.id,
}

export const accountJoinModel: Model = {
  machine: accountJoinMachine,
  rules: accountJoinRules,
  title: 'Ещё одна учётная запись',
  ...codeModel,
  problems: declaredProblems({
    sendCode: 'POST /v1/profile/join/send',
    checkCode: 'POST /v1/profile/join/verify',
    joinAccounts: 'POST /v1/profile/join',
  }),
  events: {
    'value.submit': [{ title: 'введён контакт второй учётной записи', with: otherContact }],
    'value.edit': [{ title: 'нажато «Изменить» или «Указать другую»' }],
    'sent.recalled': [{ title: 'окно открыто заново, а код уже отправлен', with: { ...otherContact, pause: 30 } }],
    'verified.recalled': [{ title: 'окно открыто заново, а контакт уже подтверждён', with: otherContact }],
    'join.confirm': [{ title: 'нажато «Объединить»', with: { accounts } }],
    'xstate.done.actor.sendCode': [{ title: 'код отправлен', with: { output: { noResendExpiresIn: 60 } } }],
    ...codeModel.events,
    'xstate.error.actor.sendCode': contactModel.sendingRefusals('сервер не принял контакт'),
    'xstate.done.actor.joinAccounts': [{ title: 'учётные записи объединены' }],
    'xstate.error.actor.joinAccounts': [
      refused('нет связи с сервером', 'offline'),
      refused('контакт подтверждён слишком давно', 'code-expired'),
      refused('объединить больше нельзя', 'accounts-not-joinable'),
      refused('показаны были другие учётные записи', 'state-conflict'),
      refused('подтвердить, что это он, человек не захотел', 'two-factor-required'),
      refused('запросов слишком много', 'too-many-requests', { retryAfter: 60 }),
    ],
  },
  listeners: contactModel.listeners,
  impossible: contactModel.impossible,
  impossibleProblems: {
    ...codeModel.impossibleProblems,
    'joinAccounts | invalid-values': 'выбирают только из двух показанных учётных записей',
  },
  states: {
    editing: 'вводят контакт второй учётной записи',
    ...codeModel.states,
    reviewing: 'контакт подтверждён, показано, что объединится',
    joining: 'учётные записи объединяются',
    locked: 'подтверждение закрыто на сутки',
    joined: 'учётные записи объединены',
  },
}
