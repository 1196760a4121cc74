import type { AnyMachineSnapshot } from 'xstate'
import { ticketDeskMachine } from '#src/machines/ticket-desk.ts'
import type { Case, Model } from '#tests/model-runner/model.ts'
import { declaredProblems } from './app/declared-problems.ts'
import { refusal, refused } from './one-time-code.ts'
import { ticketDeskRules } from './rules/ticket-desk.ts'
import { vera } from './sample-users.ts'

export const message = { html: '<p>Занятие пройдёт в кабинете 204.</p>', words: 'Занятие пройдёт в кабинете 204.' }
export const blank = { html: '<p></p>', words: '' }
export const deskInput = {
  id: 'f0c3a526-f43f-4f0e-8d3f-0a1f4a6f1b01',
  version: 3,
  html: '',
  kind: 'answer',
  hasUnread: false,
  mayBeStored: false,
}

type Known = { version: number; hasUnread: boolean }
const known = ({ context }: AnyMachineSnapshot) => context as Known
/** The other version: two are enough, and more would make endless paths. */
export const otherVersion = (version: number) => 7 - version
/** Version of the ticket on the screen: after a conflict the new one is already shown. */
const shown = (snapshot: AnyMachineSnapshot) =>
  snapshot.matches('conflicted') || known(snapshot).hasUnread
    ? otherVersion(known(snapshot).version)
    : known(snapshot).version
const next =
  (title: string) =>
  (snapshot: AnyMachineSnapshot): Case[] => [
    { title, with: { output: { version: otherVersion(known(snapshot).version) } } },
  ]
const refusals = [
  refused('переписку изменил кто-то другой', 'state-conflict'),
  refused('сервер не принял значение', 'invalid-values'),
  refused('изменений слишком много', 'too-many-requests', { retryAfter: 60 }),
  refused('нет связи с сервером', 'offline'),
]

export const ticketDeskModel: Model = {
  machine: ticketDeskMachine,
  rules: ticketDeskRules,
  title: 'Ответ на сообщение',
  problems: declaredProblems({
    sendMessage: 'POST /v1/admin/ticket/{id}/message',
    changeTicket: 'PATCH /v1/admin/ticket/{id}',
  }),
  input: deskInput,
  events: {
    'message.type': (snapshot) => [
      { title: 'ответ написан', with: { html: message.html, version: shown(snapshot) } },
      { title: 'текст стёрт', with: { html: blank.html, version: shown(snapshot) } },
    ],
    'kind.choose': [
      { title: 'выбрана заметка', with: { kind: 'note' } },
      { title: 'выбран ответ автору', with: { kind: 'answer' } },
    ],
    'message.send': [{ title: 'нажата кнопка отправки' }],
    'ticket.change': (snapshot) => [
      { title: 'нажато «Взять себе»', with: { change: { assigneeId: vera.id }, version: shown(snapshot) } },
    ],
    'ticket.changed': (snapshot) =>
      snapshot.matches('writing')
        ? [
            { title: 'в переписке есть новое', with: { version: otherVersion(known(snapshot).version) } },
            { title: 'переписка перечитана, нового нет', with: { version: known(snapshot).version } },
          ]
        : [],
    'conflict.read': (snapshot) => [{ title: 'нажато «Прочитано, продолжить»', with: { version: shown(snapshot) } }],
    'xstate.done.actor.sendMessage': next('сообщение принято'),
    'xstate.error.actor.sendMessage': refusals,
    'xstate.done.actor.changeTicket': next('изменение принято'),
    'xstate.error.actor.changeTicket': refusals,
  },
  listeners: { watchTicket: ['ticket.changed'] },
  impossible: {
    'xstate.done.actor.watchTicket': 'слушает и сам не кончается',
    'xstate.error.actor.watchTicket': 'слушает и сам не кончается',
  },
  states: {
    writing: 'сообщение пишут',
    sending: 'сообщение отправляется',
    changing: 'переписка меняется',
    conflicted: 'переписку изменил кто-то другой, новое читают',
  },
  // The answer to a message is lost, then the ticket is read again: with the message, or with that of another person.
  extraPaths: ['xstate.done.actor.sendMessage', 'xstate.error.actor.sendMessage'].map((type) => [
    { type: 'message.type', html: message.html, version: deskInput.version },
    { type: 'message.send' },
    { type: 'xstate.error.actor.sendMessage', error: refusal('offline') },
    { type: 'ticket.changed', version: otherVersion(deskInput.version) },
    { type: 'message.send' },
    type === 'xstate.done.actor.sendMessage'
      ? { type, output: { version: otherVersion(deskInput.version) } }
      : { type, error: refusal('state-conflict') },
  ]),
  stateKey: ({ value, context }: AnyMachineSnapshot) =>
    JSON.stringify([value, context.html, context.kind, context.hasUnread, context.mayBeStored]),
}
