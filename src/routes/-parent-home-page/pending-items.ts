import type { GroupTransfer, GroupWaitingList, Ticket } from '#contract/schedule.ts'

/** How long an answered ticket is shown, in milliseconds. */
const answeredTicketAge = 14 * 86_400_000

type WaitingListPlace = NonNullable<GroupWaitingList['own']>

export type PendingItem =
  | { kind: 'held'; key: string; queue: GroupWaitingList; until: string }
  | { kind: 'queue'; key: string; queue: GroupWaitingList; position: number }
  | { kind: 'move'; key: string; move: GroupTransfer }
  | { kind: 'ticket'; key: string; ticket: Ticket; isAnswered: boolean }

/** Places in waiting lists; held places come first, because they need an answer. */
export function pendingWaitingLists(queues: readonly GroupWaitingList[]): PendingItem[] {
  const own = queues.flatMap((queue) => (queue.own === null ? [] : [{ queue, own: queue.own }]))
  return [...own.filter((each) => isHeld(each.own)), ...own.filter((each) => !isHeld(each.own))].map(
    ({ queue, own: { uuid: key, heldUntil, position } }) =>
      heldUntil === null ? { kind: 'queue', key, queue, position } : { kind: 'held', key, queue, until: heldUntil },
  )
}

/** Transfers that have not taken effect yet. */
export function pendingTransfers(moves: readonly GroupTransfer[]): PendingItem[] {
  return moves.filter(({ state }) => state === 'coming').map((move) => ({ kind: 'move', key: move.uuid, move }))
}

/** Tickets without an answer, or answered recently. */
export function pendingTickets(tickets: readonly Ticket[], now: number): PendingItem[] {
  return tickets
    .filter(
      ({ state, answeredAt }) =>
        state === 'received' ||
        state === 'inProgress' ||
        (state === 'answered' && answeredAt !== null && now - Date.parse(answeredAt) <= answeredTicketAge),
    )
    .map((ticket) => ({ kind: 'ticket', key: ticket.uuid, ticket, isAnswered: ticket.state === 'answered' }))
}

function isHeld({ heldUntil }: WaitingListPlace): boolean {
  return heldUntil !== null
}
