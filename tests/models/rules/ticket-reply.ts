import { isDeepStrictEqual } from 'node:util'
import type { TicketError } from '#src/machines/states/ticket-sending.ts'
import type { Observation } from '#tests/model-runner/observations.ts'
import { done, failed, requirementRules, taggedOnly } from '#tests/model-runner/requirements.ts'
import { implies, type Rule, starts } from '#tests/model-runner/rule.ts'

const was = ({ before }: Observation) => before.context as { id: string; html: string }
const isUnreached = ({ event }: Observation) => ['offline', 'timeout'].includes(event.error?.type)
const hasWords = (html: string) => html.replaceAll(/<[^>]*>/g, '').trim() !== ''
const refused = ({ event }: Observation) => {
  const { type, retryAfter } = event.error as TicketError
  return { refusal: { type, retryAfter } }
}
const sends = (seen: Observation) => ({ sendReply: { id: was(seen).id, html: was(seen).html } })

export const ticketReplyRules: readonly Rule[] = [
  {
    title: 'Сообщение начинают с того, что сохранено на устройстве',
    source: 'S3',
    holds: ({ after }) => (after.status === 'done') === after.matches('sent'),
    holdsAtStart: ({ after, begun }) => after.matches('writing') && begun.length === 0,
  },
  ...requirementRules([
    {
      title: 'Сообщение сохраняется на устройстве при каждой правке',
      source: 'S3',
      steps: [
        {
          in: 'writing',
          on: 'text.change',
          sets: ({ event }) => ({ html: event.html, refusal: null }),
          does: (seen) => [['keepDraft', { id: was(seen).id, html: seen.event.html }]],
        },
      ],
    },
    {
      title: 'Сообщение без слов не отправляется; уходит то, что написано, и в своё обращение',
      source: 'S3',
      steps: [
        {
          in: 'writing',
          on: 'ticket.send',
          if: (seen) => hasWords(was(seen).html),
          to: 'sending',
          sets: () => ({ refusal: null }),
          starts: sends,
        },
        {
          in: ['unreached.waiting', 'asking'],
          on: 'ticket.send',
          to: 'sending',
          sets: () => ({ refusal: null }),
          starts: sends,
        },
      ],
    },
    {
      title: 'Принятое сообщение закончено',
      source: 'S3',
      steps: [{ in: 'sending', on: done('sendReply'), to: 'sent', does: () => [['finish']] }],
    },
    {
      title: 'Отказ ничего не теряет: сообщение остаётся, и сказано почему',
      source: 'D-21',
      steps: [
        {
          in: 'sending',
          on: failed('sendReply'),
          if: (seen) => !isUnreached(seen),
          to: 'writing',
          sets: refused,
        },
      ],
    },
    {
      title: 'Без связи сообщение ждёт, а когда она вернулась, человека спрашивают, отправить ли его',
      source: 'S3',
      steps: [
        {
          in: 'sending',
          on: failed('sendReply'),
          if: isUnreached,
          to: 'unreached.waiting',
          sets: refused,
          starts: () => ({ network: null }),
        },
        {
          in: 'unreached.waiting',
          on: ['network.found', 'xstate.after.probePause.ticketReply.unreached.waiting'],
          to: 'unreached.probing',
          starts: () => ({ probe: null }),
        },
        { in: 'unreached.waiting', on: 'text.edit', to: 'writing' },
        { in: 'unreached.probing', on: failed('probe'), to: 'unreached.waiting' },
        { in: 'unreached.probing', on: done('probe'), to: 'asking', sets: () => ({ refusal: null }) },
        { in: 'asking', on: 'ticket.postpone', to: 'writing' },
      ],
    },
  ]),
  taggedOnly('busy', ['sending', 'unreached.probing'], {
    title: 'Пока сообщение отправляется или проверяется связь, видно, что занято',
    source: 'S8',
  }),
  taggedOnly('offline', ['unreached'], { title: 'Пока сообщение ждёт связи, это видно', source: 'S8' }),
  {
    title: 'Без нажатия человека сообщение не отправляется',
    source: 'S3',
    holds: (seen) => implies(starts(seen, 'sendReply'), seen.event.type === 'ticket.send'),
  },
  {
    title: 'Пока сообщение ждёт, о связи спрашивают через 5 секунд',
    source: 'S3',
    holds: ({ after, timers }) => isDeepStrictEqual(timers, after.matches({ unreached: 'waiting' }) ? [5000] : []),
  },
]
