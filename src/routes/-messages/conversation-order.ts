import type { Ticket } from '#contract/people/tickets.ts'

type ConversationParts = {
  /** Of others, to be answered by the user; the most urgent first. */
  owed: Ticket[]
  /** Of others, answered. */
  answered: Ticket[]
  /** The user's own: what has not been read and what is answered late first. */
  own: Ticket[]
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
  const rankOf = (ticket: Ticket) => (isNew(ticket) ? 0 : isLate(ticket) ? 1 : 2)
  const closed = tickets.filter((ticket) => ticket.state === 'closed' && !isNew(ticket))
  const shown = tickets.filter((ticket) => !closed.includes(ticket)).sort((one, other) => rankOf(one) - rankOf(other))
  const isOwed = ({ author, dueAt }: Ticket) => author !== null && dueAt !== null
  return {
    owed: shown.filter(isOwed).sort((one, other) => (one.dueAt ?? '').localeCompare(other.dueAt ?? '')),
    answered: shown.filter(({ author, dueAt }) => author !== null && dueAt === null),
    own: shown.filter(({ author }) => author === null),
    closed,
  }
}

/** The one at the top of the list; undefined if all are closed. */
export function firstConversation({ owed, answered, own }: ConversationParts): string | undefined {
  return [...owed, ...answered, ...own][0]?.uuid
}
