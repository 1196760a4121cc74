import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Ticket } from '#contract/people/tickets.ts'
import { ticketsQuery } from '#src/api/schedule.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { UrgentPhone } from '#src/routes/-flow/account/urgent-phone.tsx'
import { TicketButton } from '#src/routes/-flow/tickets/ticket-button.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useNow } from '#src/routes/-query/use-now.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useAnswersFamilies } from '#src/routes/-query/use-session.ts'
import { classNames } from '#src/ui/class-names.ts'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonBlock, SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { FoldingBar } from '#src/ui/layout/folding-bar.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { useMatchesWidth } from '#src/ui/layout/responsive.tsx'
import { ConversationList } from './conversation-list.tsx'
import { firstConversation, sortConversations } from './conversation-order.ts'
import { ConversationSkeleton } from './conversation-skeleton.tsx'
import { LazyConversation } from './lazy-conversation.tsx'

/**
 * The user's conversations with the school, of a teacher or curator those with families: on a wide screen beside the open
 * one, on a phone instead of it.
 */
export default function MessagesPage() {
  const title = useScreenTitle()
  const answers = useAnswersFamilies()
  const { search } = useScreenSearch('messages')
  return (
    <FoldingBar
      bar={
        <div className={search.ticket === undefined ? 'max-md:pb-xs' : 'max-lg:sr-only'}>
          <PageHeading
            isCompact
            actions={
              // Beside an open conversation a phone has no room for it.
              <div className={classNames(search.ticket !== undefined && 'max-lg:hidden')}>
                <WriteButton />
              </div>
            }
            lead={
              answers && (
                <span className="max-md:hidden">
                  <Trans>Вам пишут ученики и их родители. Ваш ответ они увидят в кабинете.</Trans>
                </span>
              )
            }
          >
            {title('messages')}
          </PageHeading>
        </div>
      }
    >
      <QueryBoundary
        query={ticketsQuery()}
        skeleton={<MessagesSkeleton />}
        isEmpty={(tickets) => tickets.length === 0 && search.ticket === undefined}
        empty={
          answers ? (
            <EmptyCard icon="conversations" title={<Trans>Вам пока не писали</Trans>}>
              <Trans>Сообщения учеников и родителей ваших групп появятся здесь, со сроком ответа.</Trans>
            </EmptyCard>
          ) : (
            <EmptyCard icon="conversations" title={<Trans>Вы ещё не писали в школу</Trans>}>
              <Trans>Спросите о расписании, оплате, учёбе или о самом кабинете: ответ придёт сюда.</Trans>
            </EmptyCard>
          )
        }
      >
        {(tickets) => <Messages tickets={tickets} />}
      </QueryBoundary>
    </FoldingBar>
  )
}

/**
 * Beside the list a wide screen shows the first conversation until another one is chosen, without an address of its own: Back
 * from a chosen one returns to it, and a phone shows the list alone.
 */
function Messages({ tickets }: { tickets: readonly Ticket[] }) {
  const { search } = useScreenSearch('messages')
  const isWide = useMatchesWidth('lg')
  const now = useNow()
  // What is read here stays where it was, and stays open.
  const [unreadBefore] = useState(() => new Set(tickets.filter(({ isUnread }) => isUnread).map(({ uuid }) => uuid)))
  const [first] = useState(() => firstConversation(sortConversations(tickets, { now, unreadBefore })))
  const isChosen = search.ticket !== undefined
  const open = search.ticket ?? (isWide ? first : undefined)
  return (
    <div
      tabIndex={-1}
      className="grid items-start gap-lg focus-visible:outline-none lg:grid-cols-[minmax(280px,2fr)_minmax(0,3fr)]"
    >
      <div className={classNames('min-w-0', isChosen && 'max-lg:hidden')}>
        <ConversationList tickets={tickets} open={open} unreadBefore={unreadBefore} />
      </div>
      {open === undefined ? (
        <div className="max-lg:hidden">{first === undefined ? <NothingOpen /> : <ConversationSkeleton />}</div>
      ) : (
        <LazyConversation key={open} id={open} isChosen={isChosen} />
      )}
    </div>
  )
}

/** Beside the list of a wide screen, if all conversations are closed. */
function NothingOpen() {
  if (useAnswersFamilies())
    return (
      <EmptyCard icon="conversations" title={<Trans>Выберите сообщение слева</Trans>}>
        <Trans>Здесь откроется переписка, под ней вы напишете ответ.</Trans>
      </EmptyCard>
    )
  return (
    <EmptyCard icon="conversations" title={<Trans>Выберите переписку слева</Trans>}>
      <p>
        <Trans>Здесь откроются ваши сообщения и ответы школы.</Trans>
      </p>
      <UrgentPhone />
    </EmptyCard>
  )
}

/** To the school; a teacher or curator is here to answer, and writes to the administration only rarely. */
function WriteButton() {
  const answers = useAnswersFamilies()
  const { open } = useScreenSearch('messages')
  return (
    <TicketButton
      variant={answers ? 'secondary' : 'primary'}
      icon={<Icon name="email" />}
      onClick={() => open({ tickets: 'new' })}
    >
      <span>
        <span aria-hidden="true" className="md:hidden">
          <Trans>Написать</Trans>
        </span>
        <span className="max-md:sr-only">
          {answers ? <Trans>Написать администрации</Trans> : <Trans>Написать в школу</Trans>}
        </span>
      </span>
    </TicketButton>
  )
}

function MessagesSkeleton() {
  return (
    <div className="grid gap-lg lg:grid-cols-[minmax(280px,2fr)_minmax(0,3fr)]">
      <div className="flex flex-col gap-sm">
        <SkeletonLine width="long" height="control" />
        <SkeletonBlock />
        <SkeletonBlock />
        <SkeletonBlock />
      </div>
      <div className="max-lg:hidden">
        <SkeletonBlock />
      </div>
    </div>
  )
}
