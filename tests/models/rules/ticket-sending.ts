import { isDeepStrictEqual } from 'node:util'
import type { TicketError } from '#src/machines/states/ticket-sending.ts'
import type { Observation } from '#tests/model-runner/observations.ts'
import { done, failed, type Requirement, requirement, taggedOnly } from '#tests/model-runner/requirements.ts'
import { implies, type Rule, rule, starts } from '#tests/model-runner/rule.ts'

export const isUnreached = ({ event }: Observation) => ['offline', 'timeout'].includes(event.error?.type)
export const hasWords = (html: string) => html.replaceAll(/<[^>]*>/g, '').trim() !== ''
export const refused = ({ event }: Observation) => {
  const { type, retryAfter } = event.error as TicketError
  return { refusal: { type, retryAfter } }
}

/** A text that `actor` sends waits for the connection; one that is not sent then leads to `postponed`. */
export function unreachedRequirement(machine: string, actor: string, postponed: string): Requirement {
  const [waiting, probing] = ['unreached.waiting', 'unreached.probing']
  return requirement('Без связи текст ждёт, а когда она вернулась, человека спрашивают, отправить ли его', 'S3', [
    { in: 'sending', on: failed(actor), if: isUnreached, to: waiting, sets: refused, starts: { network: null } },
    {
      in: waiting,
      on: ['network.found', `xstate.after.probePause.${machine}.${waiting}`],
      to: probing,
      starts: { probe: null },
    },
    { in: waiting, on: 'text.edit', to: 'writing' },
    { in: probing, on: failed('probe'), to: waiting },
    { in: probing, on: done('probe'), to: 'asking', sets: { refusal: null } },
    { in: 'asking', on: 'ticket.postpone', to: postponed },
  ])
}

/** Rules of such a text that no single step shows. */
export function sendingRules(actor: string): readonly Rule[] {
  const busy = ['sending', 'unreached.probing']
  return [
    taggedOnly('Пока текст отправляется или проверяется связь, видно, что занято', 'S8', 'busy', busy),
    taggedOnly('Пока текст ждёт связи, это видно', 'S8', 'offline', ['unreached']),
    rule('Без нажатия человека ничего не отправляется', 'S3', (seen) =>
      implies(starts(seen, actor), seen.event.type === 'ticket.send'),
    ),
    rule('О связи спрашивают через 5 секунд, и только пока текст ждёт её', 'S3', ({ after, timers }) =>
      isDeepStrictEqual(timers, after.matches({ unreached: 'waiting' }) ? [5000] : []),
    ),
  ]
}
