import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
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
import { LazyConversation } from './lazy-conversation.tsx'

/**
 * The conversations with a search; of one who answers, those that wait for an answer come first, by deadline. Closed ones are
 * folded, unless the search finds them or one of them is open.
 */
export function ConversationList({ tickets }: { tickets: readonly Ticket[] }) {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('messages')
  const answers = useAnswersFamilies()
  return (
    <div className="flex flex-col gap-sm">
      <search className="print:hidden">
        <SearchInput
          aria-label={t`Найти переписку`}
          value={search.search ?? ''}
          onSearch={(sought) => replace({ search: sought.trim() === '' ? undefined : sought })}
          clearLabel={t`Очистить поиск`}
          placeholder={t`Слова, имя или номер`}
          maxLength={searchLength}
        />
      </search>
      {search.search === undefined && tickets.length > 1 && !answers && (
        <p className="text-sm text-ink-muted max-md:hidden">
          <Trans>Сначала новые ответы и вопросы без ответа в срок, потом по дате</Trans>
        </p>
      )}
      {search.search === undefined ? <AllConversations tickets={tickets} /> : <Found search={search.search} />}
    </div>
  )
}

function AllConversations({ tickets }: { tickets: readonly Ticket[] }) {
  const now = useNow()
  const { t } = useLingui()
  const { search } = useScreenSearch('messages')
  const answers = useAnswersFamilies()
  const closed = tickets.filter(({ state, isUnread }) => state === 'closed' && !isUnread)
  const rankOf = ({ isUnread, dueAt }: Ticket) => {
    if (isUnread) return 0
    return dueAt !== null && Date.parse(dueAt) < now ? 1 : 2
  }
  // What has not been read and what is answered late come first, each part in the order of the server.
  const shown = tickets.filter((ticket) => !closed.includes(ticket)).sort((one, other) => rankOf(one) - rankOf(other))
  const { own = [], addressed = [] } = Object.groupBy(shown, ({ author }) => (author === null ? 'own' : 'addressed'))
  const isOwed = ({ dueAt }: Ticket) => dueAt !== null
  const owed = addressed.filter(isOwed).sort((one, other) => (one.dueAt ?? '').localeCompare(other.dueAt ?? ''))
  const answered = addressed.filter((ticket) => !isOwed(ticket))
  const isClosedOpen = closed.some(({ uuid }) => uuid === search.ticket)
  return (
    <>
      {owed.length > 0 && (
        <>
          <ListHeading>{t`Нужно ответить`}</ListHeading>
          <Conversations label={t`Нужно ответить`} tickets={owed} />
        </>
      )}
      {answered.length > 0 && (
        <>
          <ListHeading>{t`Вы ответили`}</ListHeading>
          <Conversations label={t`Вы ответили`} tickets={answered} />
        </>
      )}
      {own.length > 0 && (
        <>
          {answers && <ListHeading>{t`Вы писали администрации`}</ListHeading>}
          <Conversations label={t`Переписки`} tickets={own} />
        </>
      )}
      {closed.length > 0 && (
        <Disclosure key={String(isClosedOpen)} isOpen={isClosedOpen} summary={<Trans>Закрытые: {closed.length}</Trans>}>
          <Conversations label={t`Закрытые`} tickets={closed} />
        </Disclosure>
      )}
    </>
  )
}

function ListHeading({ children }: { children: string }) {
  return <h2 className="mt-xs text-md font-medium">{children}</h2>
}

/** The server searches the whole texts. Those found before stay until it has answered. */
function Found({ search }: { search: string }) {
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
          <Conversations label={t`Переписки`} tickets={found} />
        </>
      )}
    </QueryState>
  )
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
  const { uuid, topic, subject, student, author, recipient, state, createdAt, dueAt, isUnread, lastMessage } = ticket
  const isCurrent = uuid === search.ticket
  // What the school owes says more than the state, which then has no badge.
  const promisedAt = author === null && state !== 'closed' ? dueAt : null
  const stateText = i18n._(lookUp<TicketStateLook>(ticketStateLooks, state, unknownTicketState).text)
  const withWhom = recipient ? ticketRecipientText(i18n, recipient) : i18n._(labelOf(ticketOfficeLabels, topic))
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
      <span className="col-span-2 flex flex-wrap items-center gap-x-xs gap-y-xxs pt-half text-sm text-ink-muted">
        {promisedAt === null ? (
          <TicketStatus state={state} dueAt={dueAt} isAddressed={author !== null} />
        ) : (
          <PromisedAnswer dueAt={promisedAt} />
        )}
        <span>
          {[promisedAt !== null && stateText, author ?? withWhom, student?.firstName].filter(Boolean).join(separator)}
        </span>
      </span>
    </Link>
  )
}

/** Names the side that has written last; to the one who answers, the author is named below. */
function LastMessage({ isOwn, preview, isAddressed }: { isOwn: boolean; preview: string; isAddressed: boolean }) {
  if (isAddressed) return isOwn ? <Trans>Ответ: {preview}</Trans> : preview
  return isOwn ? <Trans>Вы: {preview}</Trans> : <Trans>Ответ: {preview}</Trans>
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
