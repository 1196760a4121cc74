import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { searchLength } from '#contract/limits.ts'
import type { Ticket } from '#contract/people/tickets.ts'
import { foundTicketsQuery } from '#src/api/schedule.ts'
import { labelOf, lookUp, separator } from '#src/i18n/labels.ts'
import {
  type TicketStateLook,
  ticketOfficeLabels,
  ticketRecipientText,
  ticketStateLooks,
  unknownTicketState,
} from '#src/i18n/ticket-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { PromisedAnswer } from '#src/routes/-query/labels/promised-answer.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { TicketStatus } from '#src/routes/-query/labels/ticket-state-badge.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useNow, useSchoolNow } from '#src/routes/-query/use-now.ts'
import { openedHere, useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useAnswersFamilies } from '#src/routes/-query/use-session.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { NoMatches } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { SearchInput } from '#src/ui/forms/inputs.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { sortConversations } from './conversation-order.ts'
import { LazyConversation } from './lazy-conversation.tsx'
import { LazyReplyForm } from './lazy-reply-form.tsx'

type ConversationListProps = {
  tickets: readonly Ticket[]
  /** The one that is shown beside the list or instead of it. */
  open: string | undefined
  unreadBefore: ReadonlySet<string>
}

/**
 * The conversations in groups with a search; of one who answers, those that wait for an answer come first, by deadline. Closed
 * ones are folded, unless the search finds them or one of them is open.
 */
export function ConversationList(props: ConversationListProps) {
  const { open } = props
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('messages')
  return (
    <div className="flex flex-col gap-sm">
      <search className="print:hidden">
        <SearchInput
          aria-label={t`Поиск по сообщениям: слова, имя или номер`}
          value={search.search ?? ''}
          onSearch={(sought) => replace({ search: sought.trim() === '' ? undefined : sought })}
          clearLabel={t`Очистить поиск`}
          placeholder={t`Поиск по сообщениям`}
          maxLength={searchLength}
        />
      </search>
      {search.search === undefined ? <AllConversations {...props} /> : <Found search={search.search} open={open} />}
    </div>
  )
}

function AllConversations({ tickets, open, unreadBefore }: ConversationListProps) {
  const now = useNow()
  const { t } = useLingui()
  const answers = useAnswersFamilies()
  const { owed, answered, fresh, waiting, read, closed } = sortConversations(tickets, { now, unreadBefore })
  const groups: [string, Ticket[]][] = [
    [t`Нужно ответить`, owed],
    [t`Вы ответили`, answered],
    ...(answers
      ? [[t`Вы писали администрации`, [...fresh, ...waiting, ...read]] satisfies [string, Ticket[]]]
      : ([
          [t`Новые ответы`, fresh],
          [t`Ждём ответа школы`, waiting],
          [t`Школа ответила`, read],
        ] satisfies [string, Ticket[]][])),
  ]
  const isClosedOpen = closed.some(({ uuid }) => uuid === open)
  return (
    <>
      {groups.map(
        ([label, part]) =>
          part.length > 0 && (
            <Fragment key={label}>
              <h2 className="mt-xs text-md font-medium">{label}</h2>
              <Conversations label={label} tickets={part} open={open} isAnswerSaid={!answers} />
            </Fragment>
          ),
      )}
      {closed.length > 0 && (
        <Disclosure key={String(isClosedOpen)} isOpen={isClosedOpen} summary={<Trans>Закрытые: {closed.length}</Trans>}>
          <Conversations label={t`Закрытые`} tickets={closed} open={open} />
        </Disclosure>
      )}
    </>
  )
}

/** The server searches the whole texts. Those found before stay until it has answered. */
function Found({ search, open }: { search: string; open: string | undefined }) {
  const { t } = useLingui()
  const { replace } = useScreenSearch('messages')
  const result = useQuery({ ...foundTicketsQuery(search), placeholderData: keepPreviousData })
  return (
    <QueryState
      result={result}
      skeleton={<SkeletonBlock />}
      isEmpty={(found) => found.length === 0}
      empty={
        <NoMatches
          icon="search"
          title={<Trans>Ничего не нашлось</Trans>}
          resetLabel={<Trans>Показать все</Trans>}
          onReset={() => replace({ search: undefined })}
        >
          <Trans>Поищите по другому слову или по номеру сообщения.</Trans>
        </NoMatches>
      }
    >
      {(found) => (
        <>
          <p role="status" className="sr-only">
            <Trans>Найдено: {found.length}</Trans>
          </p>
          <Conversations label={t`Переписки`} tickets={found} open={open} />
        </>
      )}
    </QueryState>
  )
}

type ConversationsProps = Omit<ConversationListProps, 'unreadBefore'> & {
  label: string
  /** The heading says which of them the school has answered. */
  isAnswerSaid?: boolean
}

function Conversations({ label, tickets, open, isAnswerSaid = false }: ConversationsProps) {
  return (
    <Card padding="flush">
      <ul aria-label={label} className="divide-y divide-line-soft">
        {tickets.map((ticket) => (
          <li key={ticket.uuid}>
            <ConversationRow ticket={ticket} isOpen={ticket.uuid === open} isAnswerSaid={isAnswerSaid} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function prefetchConversation() {
  void LazyConversation.prefetch()
  void LazyReplyForm.prefetch()
}

type ConversationRowProps = Pick<ConversationsProps, 'isAnswerSaid'> & { ticket: Ticket; isOpen: boolean }

/**
 * The subject in two lines at most, the last words, and state, child and recipient. A promised answer stands instead of the
 * state, or before it where it says more and the answer is not late.
 */
function ConversationRow({ ticket, isOpen, isAnswerSaid }: ConversationRowProps) {
  const { t, i18n } = useLingui()
  const { uuid, topic, subject, student, author, recipient, state, createdAt, dueAt, isUnread, lastMessage } = ticket
  const now = useNow()
  const promisedAt = author === null && state !== 'closed' ? dueAt : null
  const isLate = promisedAt !== null && Date.parse(promisedAt) <= now
  const stateText =
    promisedAt === null || isLate || state === 'received'
      ? null
      : i18n._(lookUp<TicketStateLook>(ticketStateLooks, state, unknownTicketState).text)
  const isSaid = isAnswerSaid && author === null && state === 'answered'
  const withWhom = recipient ? ticketRecipientText(i18n, recipient) : i18n._(labelOf(ticketOfficeLabels, topic))
  return (
    <Link
      to="/messages"
      search={(now) => ({ ...now, ticket: uuid })}
      state={openedHere}
      onPointerEnter={prefetchConversation}
      onFocus={prefetchConversation}
      aria-current={isOpen ? 'true' : undefined}
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)_auto] gap-x-sm gap-y-half p-base focus-visible:-outline-offset-2',
        isOpen ? 'bg-surface-hover' : 'hover:bg-surface-hover',
      )}
    >
      <span className={classNames('flex min-w-0 items-center gap-xs', isUnread ? 'font-strong' : 'font-medium')}>
        {isUnread && <span aria-hidden="true" className="size-[8px] shrink-0 rounded-full bg-mark-info" />}
        <span className="line-clamp-2">
          {isUnread && <VisuallyHidden>{author === null ? t`Новый ответ` : t`Ждёт ответа`}: </VisuallyHidden>}
          <SchoolText>{subject}</SchoolText>
        </span>
      </span>
      <MessageTime at={lastMessage?.at ?? createdAt} />
      {lastMessage && (
        <span className="col-span-2 truncate text-sm">
          <LastMessage {...lastMessage} isAddressed={author !== null} />
        </span>
      )}
      {/* On a phone the name of an office may need a line of its own. */}
      <span className="col-span-2 flex items-center gap-x-xs gap-y-xxs pt-half text-sm text-ink-muted max-md:flex-wrap">
        <span className="shrink-0 empty:hidden">
          {promisedAt !== null && <PromisedAnswer dueAt={promisedAt} />}
          {promisedAt === null && !isSaid && <TicketStatus state={state} dueAt={dueAt} isAddressed={author !== null} />}
        </span>
        {/* The name of the child is never cut. */}
        <span className={classNames('flex min-w-0', author !== null && 'max-md:basis-full')}>
          {student && (
            <span className="shrink-0 whitespace-pre">
              <SchoolText>{student.firstName}</SchoolText>
              {separator}
            </span>
          )}
          <span className="truncate">{[stateText, author ?? withWhom].filter(Boolean).join(separator)}</span>
        </span>
      </span>
    </Link>
  )
}

/** Names the side that has written last; to the one who answers, the author is named below. */
function LastMessage({ isOwn, preview, isAddressed }: { isOwn: boolean; preview: string; isAddressed: boolean }) {
  const text = <SchoolText>{preview}</SchoolText>
  if (isAddressed && !isOwn) return text
  return isOwn && !isAddressed ? <Trans>Вы: {text}</Trans> : <Trans>Ответ: {text}</Trans>
}

/** The time of a message of today, the day of another one. */
function MessageTime({ at }: { at: string }) {
  const dates = useDates()
  const { today } = useSchoolNow()
  const day = dates.dayOf(at)
  return (
    <time dateTime={at} className="text-right text-sm text-ink-muted tabular-nums">
      {day === today ? dates.time(at) : dates.dayShort(day)}
    </time>
  )
}
