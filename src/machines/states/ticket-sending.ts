import { noopCallback, notProvided } from '#src/machines/not-provided.ts'
import type { CodeError } from '#src/machines/one-time-code.ts'

/** Why a ticket or a message was not accepted. */
export type TicketError = Pick<CodeError, 'type' | 'retryAfter'>

export type TicketErrorParams = { refusal: TicketError }

export const unreachedActors = {
  probe: notProvided<void>('probe'),
  network: noopCallback<{ type: 'network.found' }>(),
}

export const unreachedGuards = {
  isUnreached: (_: unknown, { refusal }: TicketErrorParams) => ['offline', 'timeout'].includes(refusal.type),
}

/** Milliseconds between two attempts to reach the server. */
export const unreachedDelays = { probePause: 5000 }

/**
 * A text that found no connection waits here; once the server answers, the state `asking` asks whether to send it. The
 * setup of the machine must contain the actors, guards and delays above.
 */
export const unreachedState = {
  tags: 'offline',
  initial: 'waiting',
  invoke: { id: 'network', src: 'network' },
  states: {
    waiting: {
      after: { probePause: 'probing' },
      on: { 'network.found': 'probing', 'text.edit': '#writing', 'ticket.send': '#sending' },
    },
    probing: { tags: 'busy', invoke: { id: 'probe', src: 'probe', onDone: '#asking', onError: 'waiting' } },
  },
} as const

export const refuse = { type: 'refuse', params: refusalOf } as const

export function refusalOf({ event }: { event: { error: unknown } }): TicketErrorParams {
  const { type, retryAfter } = event.error as TicketError
  return { refusal: { type, retryAfter } }
}
