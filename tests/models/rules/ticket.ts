import { isDeepStrictEqual } from 'node:util'
import type { Fact } from '#src/machines/ticket.ts'
import type { Observation } from '#tests/model-runner/observations.ts'
import { done, failed, requirement, requirementRules } from '#tests/model-runner/requirements.ts'
import { implies, type Rule, rule } from '#tests/model-runner/rule.ts'
import { hasWords, isUnreached, refused, sendingRules, unreachedRequirement } from './ticket-sending.ts'

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

/** What is kept is what the page shows after the step. */
const kept = ({ after }: Observation): [string, unknown][] => {
  const { about, topic, html, facts, isAttached } = known(after)
  return [['keepDraft', { about, topic, html, facts: isAttached ? facts : [] }]]
}

export const ticketRules: readonly Rule[] = [
  ...requirementRules([
    requirement('Написанное сохраняется на устройстве при каждой правке', 'S3', {
      in: 'writing',
      on: 'text.change',
      sets: ({ event }) => ({ html: event.html, facts: [], isAttached: false, refusal: null }),
      does: kept,
    }),
    requirement('Тему выбирает сам человек, и она сохраняется на устройстве', 'S3', {
      in: 'writing',
      on: 'topic.choose',
      sets: ({ event }) => ({ topic: event.topic }),
      does: kept,
    }),
    requirement('Письмо без слов не просматривают; что прикладывать, решают после просмотра', 'S3', [
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
    ]),
    requirement('Отправляется только просмотренное, и о том, о чём человек писал', 'S3', {
      in: ['reviewing', 'unreached.waiting', 'asking'],
      on: 'ticket.send',
      to: 'sending',
      sets: { refusal: null },
      starts: (seen) => ({
        sendTicket: { about: was(seen).about, topic: was(seen).topic, contentHtml: seen.event.contentHtml },
      }),
    }),
    requirement('Номер есть у принятого письма, и даёт его сервер', 'S3', {
      in: 'sending',
      on: done('sendTicket'),
      to: 'sent',
      sets: ({ event }) => ({ number: event.output.number, refusal: null }),
    }),
    requirement('Отказ ничего не теряет: текст и вложение остаются', 'D-21', [
      { in: 'sending', on: failed('sendTicket'), if: concernsText, to: 'writing', sets: refused },
      {
        in: 'sending',
        on: failed('sendTicket'),
        if: (seen) => !concernsText(seen) && !isUnreached(seen),
        to: 'reviewing',
        sets: refused,
      },
    ]),
    unreachedRequirement('ticket', 'sendTicket', 'reviewing'),
    requirement('Окно закрывается из любого места', 'S9', { on: 'ticket.close', to: 'closed', does: [['close']] }),
  ]),
  {
    title: 'Письмо начинают с текста, и ничего не приложено',
    source: 'S3',
    holds: ({ after }) => (after.status === 'done') === after.matches('closed'),
    holdsAtStart: ({ after, begun }) => after.matches('writing') && !known(after).isAttached && begun.length === 0,
  },
  ...sendingRules('sendTicket'),
  rule('Приложенное не подменяется: уходит то, что человек видел, когда согласился', 'S3', ({ before, after }) =>
    implies(
      known(before).isAttached && known(after).isAttached,
      isDeepStrictEqual(known(before).facts, known(after).facts),
    ),
  ),
  rule('Согласие меняет только сам человек', 'S3', ({ event, before, after }) =>
    implies(
      known(after).isAttached && !known(before).isAttached,
      event.type === 'facts.attach' && event.isAttached === true,
    ),
  ),
]
