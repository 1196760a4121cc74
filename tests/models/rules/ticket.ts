import { isDeepStrictEqual } from 'node:util'
import type { Fact } from '#src/machines/ticket.ts'
import type { Moment } from '#tests/model-runner/moments.ts'
import { begins, cameDone, does, givenTo, handed, implies, type Rule } from '#tests/model-runner/rule.ts'

type Known = { about: string | null; html: string; facts: Fact[]; isAttached: boolean; number: string | null }
const known = ({ context }: Moment['after']) => context as Known

export const ticketRules: readonly Rule[] = [
  {
    says: 'Что было на экране, прикладывается только с согласия, данного после просмотра',
    source: 'S3',
    holds: ({ event, after }) =>
      implies(event.type === 'letter.review' && after.matches('reviewing'), !known(after).isAttached),
  },
  {
    says: 'Согласие меняет только сам человек',
    source: 'S3',
    holds: ({ event, before, after }) =>
      implies(
        known(after).isAttached && !known(before).isAttached,
        event.type === 'facts.attach' && event.isAttached === true,
      ),
  },
  {
    says: 'Отправляется только просмотренное',
    source: 'S3',
    holds: (moment) =>
      implies(begins(moment, 'sendLetter'), moment.event.type === 'letter.send' && moment.before.matches('reviewing')),
  },
  {
    says: 'Уходит то, что человек отправил, и о том, о чём он писал',
    source: 'S3',
    holds: (moment) => {
      const sent = givenTo(moment, 'sendLetter')
      const { contentHtml } = moment.event as { contentHtml?: string }
      return sent === undefined || isDeepStrictEqual(sent, { about: known(moment.before).about, contentHtml })
    },
  },
  {
    says: 'Написанное сохраняется на устройстве при каждой правке',
    source: 'S3',
    holds: (moment) => {
      const { html } = moment.event as { html?: string }
      return implies(
        moment.event.type === 'letter.type' && moment.before.matches('writing'),
        isDeepStrictEqual(handed(moment, 'keepDraft'), { about: known(moment.before).about, html }) &&
          known(moment.after).html === html,
      )
    },
  },
  {
    says: 'Отказ ничего не теряет: текст и вложение остаются',
    source: 'D-21',
    holds: ({ event, before, after }) =>
      implies(
        event.type === 'xstate.error.actor.sendLetter',
        known(after).html === known(before).html && isDeepStrictEqual(known(after).facts, known(before).facts),
      ),
  },
  {
    says: 'Номер есть у принятого письма, и даёт его сервер',
    source: 'S3',
    holds: (moment) =>
      moment.after.matches('sent') === (known(moment.after).number !== null && !moment.after.matches('closed')) &&
      implies(cameDone(moment, 'sendLetter'), known(moment.after).number === moment.event.output?.number),
  },
  {
    says: 'Окно закрывается из любого места',
    source: 'S9',
    holds: (moment) =>
      implies(moment.event.type === 'letter.close' && moment.before.status === 'active', does(moment, 'close')),
  },
]
