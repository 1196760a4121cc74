import type { TicketState } from '#contract/enumerations.ts'
import { isBlank } from '#contract/input-formats.ts'
import { ticketLength } from '#contract/limits.ts'
import type { Day } from '#server/time/calendar-days.ts'

/** Validation error of sanitized text, or null. Escaping can make the text longer. */
export function ticketProblem(cleaned: string): 'too-short' | 'too-long' | null {
  if (isBlank(cleaned)) return 'too-short'
  return cleaned.length > ticketLength ? 'too-long' : null
}

/** Ticket number `Р-2026-000123`, with the year in the school's time zone. */
export function formatTicketNumber(today: Day, count: number): string {
  return `Р-${today.slice(0, 4)}-${String(count).padStart(6, '0')}`
}

/** The states that an administrator may set by hand. `answered` follows from an answer alone. */
const nextStates: Record<TicketState, readonly TicketState[]> = {
  received: ['inProgress', 'closed'],
  inProgress: ['received', 'closed'],
  answered: ['inProgress', 'closed'],
  closed: ['inProgress'],
}

export function mayChangeState(from: TicketState, to: TicketState): boolean {
  return nextStates[from].includes(to)
}

/** A reply of the author opens a ticket that was answered or closed. */
export function stateAfterReply({ state, assigneeId }: { state: TicketState; assigneeId: string | null }): TicketState {
  if (state === 'received' || state === 'inProgress') return state
  return assigneeId === null ? 'received' : 'inProgress'
}
