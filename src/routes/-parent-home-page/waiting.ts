import type { GroupMove, GroupQueue, Ticket } from '#contract/schedule.ts'

/** How long an answer is told of after it came. */
const toldFor = 14 * 86_400_000

type Own = NonNullable<GroupQueue['own']>

export type Waiting =
  | { kind: 'held'; key: string; queue: GroupQueue; until: string }
  | { kind: 'queue'; key: string; queue: GroupQueue; position: number }
  | { kind: 'move'; key: string; move: GroupMove }
  | { kind: 'ticket'; key: string; ticket: Ticket; isAnswered: boolean }

/** Places in waiting lists; one that is held, which must be answered, comes first. */
export function waitingQueues(queues: readonly GroupQueue[]): Waiting[] {
  const own = queues.flatMap((queue) => (queue.own === null ? [] : [{ queue, own: queue.own }]))
  return [...own.filter((each) => isHeld(each.own)), ...own.filter((each) => !isHeld(each.own))].map(
    ({ queue, own: { uuid: key, heldUntil, position } }) =>
      heldUntil === null ? { kind: 'queue', key, queue, position } : { kind: 'held', key, queue, until: heldUntil },
  )
}

/** Moves that have not taken effect yet. */
export function waitingMoves(moves: readonly GroupMove[]): Waiting[] {
  return moves.filter(({ state }) => state === 'coming').map((move) => ({ kind: 'move', key: move.uuid, move }))
}

/** Letters without an answer, and those whose answer came lately. */
export function waitingTickets(tickets: readonly Ticket[], now: number): Waiting[] {
  return tickets
    .filter(
      ({ state, answeredAt }) =>
        state === 'received' ||
        state === 'inProgress' ||
        (state === 'answered' && answeredAt !== null && now - Date.parse(answeredAt) <= toldFor),
    )
    .map((ticket) => ({ kind: 'ticket', key: ticket.uuid, ticket, isAnswered: ticket.state === 'answered' }))
}

function isHeld({ heldUntil }: Own): boolean {
  return heldUntil !== null
}
