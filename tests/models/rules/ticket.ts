import { isDeepStrictEqual } from 'node:util'
import type { Fact } from '#src/machines/ticket.ts'
import type { Observation } from '#tests/model-runner/observations.ts'
import { implies, inputOf, paramsOf, performs, type Rule, starts, succeeded } from '#tests/model-runner/rule.ts'

type Known = { about: string | null; html: string; facts: Fact[]; isAttached: boolean; number: string | null }
const known = ({ context }: Observation['after']) => context as Known

export const ticketRules: readonly Rule[] = [
  {
    title: 'Что было на экране, прикладывается только с согласия, данного после просмотра',
    source: 'S3',
    holds: ({ event, after }) =>
      implies(event.type === 'letter.review' && after.matches('reviewing'), !known(after).isAttached),
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
  {
    title: 'Отправляется только просмотренное',
    source: 'S3',
    holds: (observation) =>
      implies(
        starts(observation, 'sendLetter'),
        observation.event.type === 'letter.send' && observation.before.matches('reviewing'),
      ),
  },
  {
    title: 'Уходит то, что человек отправил, и о том, о чём он писал',
    source: 'S3',
    holds: (observation) => {
      const sent = inputOf(observation, 'sendLetter')
      const { contentHtml } = observation.event as { contentHtml?: string }
      return sent === undefined || isDeepStrictEqual(sent, { about: known(observation.before).about, contentHtml })
    },
  },
  {
    title: 'Написанное сохраняется на устройстве при каждой правке',
    source: 'S3',
    holds: (observation) => {
      const { html } = observation.event as { html?: string }
      return implies(
        observation.event.type === 'letter.type' && observation.before.matches('writing'),
        isDeepStrictEqual(paramsOf(observation, 'keepDraft'), { about: known(observation.before).about, html }) &&
          known(observation.after).html === html,
      )
    },
  },
  {
    title: 'Отказ ничего не теряет: текст и вложение остаются',
    source: 'D-21',
    holds: ({ event, before, after }) =>
      implies(
        event.type === 'xstate.error.actor.sendLetter',
        known(after).html === known(before).html && isDeepStrictEqual(known(after).facts, known(before).facts),
      ),
  },
  {
    title: 'Номер есть у принятого письма, и даёт его сервер',
    source: 'S3',
    holds: (observation) =>
      observation.after.matches('sent') ===
        (known(observation.after).number !== null && !observation.after.matches('closed')) &&
      implies(
        succeeded(observation, 'sendLetter'),
        known(observation.after).number === observation.event.output?.number,
      ),
  },
  {
    title: 'Окно закрывается из любого места',
    source: 'S9',
    holds: (observation) =>
      implies(
        observation.event.type === 'letter.close' && observation.before.status === 'active',
        performs(observation, 'close'),
      ),
  },
]
