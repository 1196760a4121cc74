import type { Ticket } from '#contract/people/tickets.ts'

type ConversationParts = {
  /** Of others, to be answered by the user; the most urgent first. */
  owed: Ticket[]
  /** Of others, answered. */
  answered: Ticket[]
  /** The user's own with an answer that was not read when the page was opened. */
  fresh: Ticket[]
  /** The user's own that the school has not answered, the late ones first. */
  waiting: Ticket[]
  /** The user's other ones. */
  read: Ticket[]
  closed: Ticket[]
}

type Order = {
  now: number
  /** Ids of those that were unread when the page was opened: reading them does not move them. */
  unreadBefore: ReadonlySet<string>
}

/** The conversations in the parts of the list; within a part otherwise in the order of the server. */
export function sortConversations(tickets: readonly Ticket[], { now, unreadBefore }: Order): ConversationParts {
  const isNew = ({ uuid, isUnread }: Ticket) => isUnread || unreadBefore.has(uuid)
  const isLate = ({ dueAt }: Ticket) => dueAt !== null && Date.parse(dueAt) < now
  const closed = tickets.filter((ticket) => ticket.state === 'closed' && !isNew(ticket))
  const shown = tickets
    .filter((ticket) => !closed.includes(ticket))
    .sort((one, other) => Number(isNew(other)) - Number(isNew(one)))
  const own = shown.filter(({ author }) => author === null)
  const seen = own.filter((ticket) => !isNew(ticket))
  const isOwed = ({ author, dueAt }: Ticket) => author !== null && dueAt !== null
  return {
    owed: shown.filter(isOwed).sort((one, other) => (one.dueAt ?? '').localeCompare(other.dueAt ?? '')),
    answered: shown.filter(({ author, dueAt }) => author !== null && dueAt === null),
    fresh: own.filter(isNew),
    waiting: seen.filter(isWaiting).sort((one, other) => Number(isLate(other)) - Number(isLate(one))),
    read: seen.filter((ticket) => !isWaiting(ticket)),
    closed,
  }
}

/** Of a state that is not known, the promise says it. */
function isWaiting({ state, dueAt }: Ticket): boolean {
  return state === 'received' || state === 'inProgress' || dueAt !== null
}

/** The one at the top of the list; undefined if all are closed. */
export function firstConversation({ owed, answered, fresh, waiting, read }: ConversationParts): string | undefined {
  return [...owed, ...answered, ...fresh, ...waiting, ...read][0]?.uuid
}
