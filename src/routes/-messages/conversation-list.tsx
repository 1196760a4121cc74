import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { searchLength } from '#contract/limits.ts'
import type { Ticket } from '#contract/people/tickets.ts'
import { labelOf, lookUp, separator } from '#src/i18n/labels.ts'
import {
  type TicketStateLook,
  ticketOfficeLabels,
  ticketStateLooks,
  ticketTopicLabels,
  unknownTicketState,
} from '#src/i18n/ticket-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { PromisedAnswer } from '#src/routes/-query/labels/promised-answer.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { openedHere, useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { NoMatches } from '#src/ui/feedback/empty-state.tsx'
import { SearchInput } from '#src/ui/forms/inputs.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { LazyConversation } from './lazy-conversation.tsx'

/** The conversations with a search. Closed ones are folded, unless the search finds them or one of them is open. */
export function ConversationList({ tickets }: { tickets: readonly Ticket[] }) {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('messages')
  const matches = useMatches(search.search ?? '')
  const found = tickets.filter(matches)
  const isWhole = search.search !== undefined
  const closed = isWhole ? [] : found.filter(({ state, isUnread }) => state === 'closed' && !isUnread)
  const shown = found.filter((ticket) => !closed.includes(ticket))
  const isClosedOpen = closed.some(({ uuid }) => uuid === search.ticket)
  return (
    <div className="flex flex-col gap-sm">
      <search className="print:hidden">
        <SearchInput
          aria-label={t`Найти переписку`}
          value={search.search ?? ''}
          onSearch={(sought) => replace({ search: sought })}
          clearLabel={t`Очистить поиск`}
          placeholder={t`Слова, тема или номер`}
          maxLength={searchLength}
        />
      </search>
      {isWhole && (
        <p role="status" className="sr-only">
          <Trans>Найдено: {found.length}</Trans>
        </p>
      )}
      {isWhole && found.length === 0 && (
        <NoMatches
          icon="search"
          title={<Trans>Ничего не нашлось</Trans>}
          resetLabel={<Trans>Показать все</Trans>}
          onReset={() => replace({ search: undefined })}
        >
          <Trans>Поищите по другому слову или по номеру обращения.</Trans>
        </NoMatches>
      )}
      {shown.length > 0 && <Conversations label={t`Переписки`} tickets={shown} />}
      {closed.length > 0 && (
        <Disclosure key={String(isClosedOpen)} isOpen={isClosedOpen} summary={<Trans>Закрытые: {closed.length}</Trans>}>
          <Conversations label={t`Закрытые`} tickets={closed} />
        </Disclosure>
      )}
    </div>
  )
}

/** Whether a conversation has all words of a search. */
function useMatches(sought: string): (ticket: Ticket) => boolean {
  const { i18n } = useLingui()
  const words = sought.toLocaleLowerCase(i18n.locale).split(/\s+/).filter(Boolean)
  return ({ number, topic, subject, student, lastMessage }) => {
    const labels = [labelOf(ticketTopicLabels, topic), labelOf(ticketOfficeLabels, topic)].map((label) => i18n._(label))
    const text = [number, subject, student?.firstName, lastMessage?.preview, ...labels].join(' ')
    return words.every((word) => text.toLocaleLowerCase(i18n.locale).includes(word))
  }
}

function Conversations({ label, tickets }: { label: string; tickets: readonly Ticket[] }) {
  return (
    <Card padding="flush">
      <ul aria-label={label} className="divide-y divide-line-soft">
        {tickets.map((ticket) => (
          <li key={ticket.uuid}>
            <ConversationRow ticket={ticket} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ConversationRow({ ticket }: { ticket: Ticket }) {
  const { t, i18n } = useLingui()
  const { search } = useScreenSearch('messages')
  const { uuid, topic, subject, student, state, createdAt, dueAt, isUnread, lastMessage } = ticket
  const isCurrent = uuid === search.ticket
  const { text } = lookUp<TicketStateLook>(ticketStateLooks, state, unknownTicketState)
  return (
    <Link
      to="/messages"
      search={(now) => ({ ...now, ticket: uuid })}
      state={openedHere}
      onPointerEnter={LazyConversation.prefetch}
      onFocus={LazyConversation.prefetch}
      aria-current={isCurrent ? 'true' : undefined}
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)_auto] gap-x-sm gap-y-half p-base focus-visible:-outline-offset-2',
        isCurrent ? 'bg-surface-hover' : 'hover:bg-surface-hover',
      )}
    >
      <span className={classNames('flex min-w-0 items-center gap-xs', isUnread ? 'font-strong' : 'font-medium')}>
        {isUnread && <span aria-hidden="true" className="size-[8px] shrink-0 rounded-full bg-mark-info" />}
        <span className={lastMessage ? 'truncate' : 'line-clamp-2'}>
          {isUnread && <VisuallyHidden>{t`Новый ответ`}: </VisuallyHidden>}
          {subject}
        </span>
      </span>
      <MessageTime at={lastMessage?.at ?? createdAt} />
      {lastMessage && (
        <span className="col-span-2 truncate text-sm">
          {lastMessage.isOwn ? <Trans>Вы: {lastMessage.preview}</Trans> : <Trans>Ответ: {lastMessage.preview}</Trans>}
        </span>
      )}
      <span className="col-span-2 text-sm text-ink-muted">
        {[i18n._(labelOf(ticketOfficeLabels, topic)), student?.firstName, i18n._(text).toLocaleLowerCase(i18n.locale)]
          .filter(Boolean)
          .join(separator)}
        {dueAt !== null && (
          <>
            {separator}
            <PromisedAnswer dueAt={dueAt} />
          </>
        )}
      </span>
    </Link>
  )
}

/** The time of a message of today, the day of another one. */
function MessageTime({ at }: { at: string }) {
  const dates = useDates()
  const { today } = useSchoolNow()
  const day = dates.dayOf(at)
  return (
    <time dateTime={at} className="text-sm text-ink-muted tabular-nums">
      {day === today ? dates.time(at) : dates.dayShort(day)}
    </time>
  )
}
