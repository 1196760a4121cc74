import type { AnyMachineSnapshot } from 'xstate'
import { ticketMachine } from '#src/machines/ticket.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { declaredProblems } from './app/declared-problems.ts'
import { refused } from './one-time-code.ts'
import { ticketRules } from './rules/ticket.ts'

export const ticketText = { html: '<p>Где будет занятие?</p>', words: 'Где будет занятие?' }
export const blank = { html: '<p></p>', words: '' }
const facts = [{ term: 'Экран', value: 'Расписание, /schedule' }]
export const number = 'Р-2026-000123'

export const sendingRefusals = [
  refused('нет связи с сервером', 'offline'),
  refused('писем за час слишком много', 'too-many-requests', { retryAfter: 1800 }),
  refused('сервер не принял текст', 'invalid-values'),
]

/** Events of the states that a ticket and a reply share (`src/machines/states/ticket-sending.ts`). */
export const unreachedEvents = (machine: 'ticket' | 'ticketReply'): Model['events'] => ({
  'network.found': [{ title: 'браузер нашёл сеть' }],
  [`xstate.after.probePause.${machine}.unreached.waiting`]: [{ title: 'прошло 5 секунд без сети' }],
  'xstate.done.actor.probe': [{ title: 'сервер снова отвечает' }],
  'xstate.error.actor.probe': [{ title: 'сервер всё ещё не отвечает', with: { error: 'нет' } }],
})

export const networkNeverEnds = {
  'xstate.done.actor.network': 'слушает и сам не кончается',
  'xstate.error.actor.network': 'слушает и сам не кончается',
}

export const ticketModel: Model = {
  machine: ticketMachine,
  rules: ticketRules,
  title: 'Сообщение о расписании',
  problems: declaredProblems({ sendTicket: 'POST /v1/schedule/ticket/create' }),
  input: { about: null, topic: 'schedule', html: blank.html, facts: [] },
  events: {
    'text.change': [
      { title: 'письмо написано', with: { html: ticketText.html } },
      { title: 'текст стёрт', with: { html: blank.html } },
    ],
    'topic.choose': [
      { title: 'выбрана другая тема', with: { topic: 'payments' } },
      { title: 'выбрана тема «Расписание»', with: { topic: 'schedule' } },
    ],
    'ticket.review': [{ title: 'нажато «Проверить и отправить»', with: { facts } }],
    'text.edit': [{ title: 'нажато «Изменить»' }],
    'facts.attach': [
      { title: 'отмечено «Приложить»', with: { isAttached: true } },
      { title: 'отметка «Приложить» снята', with: { isAttached: false } },
    ],
    'ticket.send': [{ title: 'нажато «Отправить»', with: { contentHtml: ticketText.html } }],
    'ticket.postpone': [{ title: 'нажато «Не сейчас»' }],
    'ticket.close': [{ title: 'окно закрыто' }],
    'xstate.done.actor.sendTicket': [{ title: 'письмо принято', with: { output: { number } } }],
    'xstate.error.actor.sendTicket': sendingRefusals,
    ...unreachedEvents('ticket'),
  },
  impossible: networkNeverEnds,
  states: {
    writing: 'письмо пишут',
    reviewing: 'письмо просматривают и решают, что приложить',
    sending: 'письмо отправляется',
    unreached: 'письмо ждёт связи',
    'unreached.waiting': 'письмо ждёт связи',
    'unreached.probing': 'письмо ждёт, проверяется, вернулась ли сеть',
    asking: 'связь вернулась, человека спрашивают, отправить ли письмо',
    sent: 'письмо отправлено, у него есть номер',
    closed: 'окно закрыто',
  },
  // By default the screen data is not attached.
  extraPaths: [
    [
      { type: 'text.change', html: ticketText.html },
      { type: 'ticket.review', facts },
      { type: 'ticket.send', contentHtml: ticketText.html },
    ],
  ],
  stateKey: ({ value, context }: AnyMachineSnapshot) =>
    JSON.stringify([value, context.html, context.isAttached, context.topic]),
}
