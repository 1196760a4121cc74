import type { Observation } from '#tests/model-runner/observations.ts'
import { done, failed, requirement, requirementRules } from '#tests/model-runner/requirements.ts'
import type { Rule } from '#tests/model-runner/rule.ts'
import { hasWords, isUnreached, refused, sendingRules, unreachedRequirement } from './ticket-sending.ts'

const was = ({ before }: Observation) => before.context as { id: string; html: string }
const sends = (seen: Observation) => ({ sendReply: { id: was(seen).id, html: was(seen).html } })

export const ticketReplyRules: readonly Rule[] = [
  {
    title: 'Сообщение начинают с того, что сохранено на устройстве',
    source: 'S3',
    holds: ({ after }) => (after.status === 'done') === after.matches('sent'),
    holdsAtStart: ({ after, begun }) => after.matches('writing') && begun.length === 0,
  },
  ...requirementRules([
    requirement('Сообщение сохраняется на устройстве при каждой правке', 'S3', {
      in: 'writing',
      on: 'text.change',
      sets: ({ event }) => ({ html: event.html, refusal: null }),
      does: (seen) => [['keepDraft', { id: was(seen).id, html: seen.event.html }]],
    }),
    requirement('Сообщение без слов не отправляется; уходит то, что написано, и в свою переписку', 'S3', [
      {
        in: 'writing',
        on: 'ticket.send',
        if: (seen) => hasWords(was(seen).html),
        to: 'sending',
        sets: { refusal: null },
        starts: sends,
      },
      { in: ['unreached.waiting', 'asking'], on: 'ticket.send', to: 'sending', sets: { refusal: null }, starts: sends },
    ]),
    requirement('Принятое сообщение закончено', 'S3', {
      in: 'sending',
      on: done('sendReply'),
      to: 'sent',
      does: [['finish']],
    }),
    requirement('Отказ ничего не теряет: сообщение остаётся, и сказано почему', 'D-21', {
      in: 'sending',
      on: failed('sendReply'),
      if: (seen) => !isUnreached(seen),
      to: 'writing',
      sets: refused,
    }),
    unreachedRequirement('ticketReply', 'sendReply', 'writing'),
  ]),
  ...sendingRules('sendReply'),
]
