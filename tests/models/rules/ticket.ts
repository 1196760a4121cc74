import { isDeepStrictEqual } from 'node:util'
import type { TicketError } from '#src/machines/states/ticket-sending.ts'
import type { Fact } from '#src/machines/ticket.ts'
import type { Observation } from '#tests/model-runner/observations.ts'
import { done, failed, requirementRules, taggedOnly } from '#tests/model-runner/requirements.ts'
import { implies, type Rule, starts } from '#tests/model-runner/rule.ts'

type Known = {
  about: string | null
  topic: string
  html: string
  facts: Fact[]
  isAttached: boolean
  number: string | null
}
const known = ({ context }: Observation['after']) => context as Known
const was = ({ before }: Observation) => known(before)
const concernsText = ({ event }: Observation) => event.error?.type === 'invalid-values'
const isUnreached = ({ event }: Observation) => ['offline', 'timeout'].includes(event.error?.type)
const hasWords = (html: string) => html.replaceAll(/<[^>]*>/g, '').trim() !== ''
const refused = ({ event }: Observation) => {
  const { type, retryAfter } = event.error as TicketError
  return { refusal: { type, retryAfter } }
}

/** What is kept is what the page shows after the step. */
const kept = ({ after }: Observation): [string, unknown][] => {
  const { about, topic, html, facts, isAttached } = known(after)
  return [['keepDraft', { about, topic, html, facts: isAttached ? facts : [] }]]
}

export const ticketRules: readonly Rule[] = [
  ...requirementRules([
    {
      title: 'Написанное сохраняется на устройстве при каждой правке',
      source: 'S3',
      steps: [
        {
          in: 'writing',
          on: 'text.change',
          sets: ({ event }) => ({ html: event.html, facts: [], isAttached: false, refusal: null }),
          does: kept,
        },
      ],
    },
    {
      title: 'Тему выбирает сам человек, и она сохраняется на устройстве',
      source: 'S3',
      steps: [{ in: 'writing', on: 'topic.choose', sets: ({ event }) => ({ topic: event.topic }), does: kept }],
    },
    {
      title: 'Письмо без слов не просматривают; что прикладывать, решают после просмотра',
      source: 'S3',
      steps: [
        {
          in: 'writing',
          on: 'ticket.review',
          if: (seen) => hasWords(was(seen).html),
          to: 'reviewing',
          sets: (seen) => ({ facts: was(seen).isAttached ? was(seen).facts : seen.event.facts, refusal: null }),
        },
        {
          in: 'reviewing',
          on: 'facts.attach',
          sets: ({ event }) => ({ isAttached: event.isAttached, refusal: null }),
          does: kept,
        },
        { in: ['reviewing', 'unreached.waiting'], on: 'text.edit', to: 'writing' },
      ],
    },
    {
      title: 'Отправляется только просмотренное, и о том, о чём человек писал',
      source: 'S3',
      steps: [
        {
          in: ['reviewing', 'unreached.waiting', 'asking'],
          on: 'ticket.send',
          to: 'sending',
          sets: () => ({ refusal: null }),
          starts: (seen) => ({
            sendTicket: { about: was(seen).about, topic: was(seen).topic, contentHtml: seen.event.contentHtml },
          }),
        },
      ],
    },
    {
      title: 'Номер есть у принятого письма, и даёт его сервер',
      source: 'S3',
      steps: [
        {
          in: 'sending',
          on: done('sendTicket'),
          to: 'sent',
          sets: ({ event }) => ({ number: event.output.number, refusal: null }),
        },
      ],
    },
    {
      title: 'Отказ ничего не теряет: текст и вложение остаются',
      source: 'D-21',
      steps: [
        { in: 'sending', on: failed('sendTicket'), if: concernsText, to: 'writing', sets: refused },
        {
          in: 'sending',
          on: failed('sendTicket'),
          if: (seen) => !concernsText(seen) && !isUnreached(seen),
          to: 'reviewing',
          sets: refused,
        },
      ],
    },
    {
      title: 'Без связи письмо ждёт, а когда она вернулась, человека спрашивают, отправить ли его',
      source: 'S3',
      steps: [
        {
          in: 'sending',
          on: failed('sendTicket'),
          if: isUnreached,
          to: 'unreached.waiting',
          sets: refused,
          starts: () => ({ network: null }),
        },
        {
          in: 'unreached.waiting',
          on: ['network.found', 'xstate.after.probePause.ticket.unreached.waiting'],
          to: 'unreached.probing',
          starts: () => ({ probe: null }),
        },
        { in: 'unreached.probing', on: failed('probe'), to: 'unreached.waiting' },
        { in: 'unreached.probing', on: done('probe'), to: 'asking', sets: () => ({ refusal: null }) },
        { in: 'asking', on: 'ticket.postpone', to: 'reviewing' },
      ],
    },
    {
      title: 'Окно закрывается из любого места',
      source: 'S9',
      steps: [{ on: 'ticket.close', to: 'closed', does: () => [['close']] }],
    },
  ]),
  {
    title: 'Письмо начинают с текста, и ничего не приложено',
    source: 'S3',
    holds: ({ after }) => (after.status === 'done') === after.matches('closed'),
    holdsAtStart: ({ after, begun }) => after.matches('writing') && !known(after).isAttached && begun.length === 0,
  },
  taggedOnly('busy', ['sending', 'unreached.probing'], {
    title: 'Пока письмо отправляется или проверяется связь, видно, что занято',
    source: 'S8',
  }),
  taggedOnly('offline', ['unreached'], { title: 'Пока письмо ждёт связи, это видно', source: 'S8' }),
  {
    title: 'Без нажатия человека ничего не отправляется',
    source: 'S3',
    holds: (seen) => implies(starts(seen, 'sendTicket'), seen.event.type === 'ticket.send'),
  },
  {
    title: 'О связи спрашивают через 5 секунд, и только пока письмо ждёт её',
    source: 'S3',
    holds: ({ after, timers }) => isDeepStrictEqual(timers, after.matches({ unreached: 'waiting' }) ? [5000] : []),
  },
  {
    title: 'Приложенное не подменяется: уходит то, что человек видел, когда согласился',
    source: 'S3',
    holds: ({ before, after }) =>
      implies(
        known(before).isAttached && known(after).isAttached,
        isDeepStrictEqual(known(before).facts, known(after).facts),
      ),
  },
  {
    title: 'Согласие меняет только сам человек',
    source: 'S3',
    holds: ({ event, before, after }) =>
      implies(
        known(after).isAttached && !known(before).isAttached,
        event.type === 'facts.attach' && event.isAttached === true,
      ),
  },
]
