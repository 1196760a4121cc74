import type { AnyMachineSnapshot } from 'xstate'
import { ticketReplyMachine } from '#src/machines/ticket-reply.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { declaredProblems } from './app/declared-problems.ts'
import { ticketReplyRules } from './rules/ticket-reply.ts'
import { blank, networkNeverEnds, sendingRefusals, unreachedEvents } from './ticket.model.ts'

export const reply = { html: '<p>А теперь?</p>', words: 'А теперь?' }
export const replyInput = { id: '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1c01', html: '' }

export const ticketReplyModel: Model = {
  machine: ticketReplyMachine,
  rules: ticketReplyRules,
  title: 'Ещё одно сообщение в переписке',
  problems: declaredProblems({ sendReply: 'POST /v1/schedule/ticket/{id}/reply' }),
  input: replyInput,
  events: {
    'text.change': [
      { title: 'сообщение написано', with: { html: reply.html } },
      { title: 'текст стёрт', with: { html: blank.html } },
    ],
    'ticket.send': [{ title: 'нажато «Отправить»' }],
    'text.edit': [{ title: 'нажато «Изменить»' }],
    'ticket.postpone': [{ title: 'нажато «Не сейчас»' }],
    'xstate.done.actor.sendReply': [{ title: 'сообщение принято' }],
    'xstate.error.actor.sendReply': sendingRefusals,
    ...unreachedEvents('ticketReply'),
  },
  impossible: networkNeverEnds,
  states: {
    writing: 'сообщение пишут',
    sending: 'сообщение отправляется',
    unreached: 'сообщение ждёт связи',
    'unreached.waiting': 'сообщение ждёт связи',
    'unreached.probing': 'сообщение ждёт, проверяется, вернулась ли сеть',
    asking: 'связь вернулась, человека спрашивают, отправить ли сообщение',
    sent: 'сообщение отправлено',
  },
  stateKey: ({ value, context }: AnyMachineSnapshot) => JSON.stringify([value, context.html, context.refusal?.type]),
}
