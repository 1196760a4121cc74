import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { TicketConversation, TicketFile } from '#contract/people/tickets.ts'
import { provideTicket } from '#src/actors/ticket.actors.ts'
import { ticketConversationQuery } from '#src/api/schedule.ts'
import { DateTime } from '#src/i18n/date-time.tsx'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { ticketOfficeLabels, ticketRecipientText } from '#src/i18n/ticket-labels.ts'
import { UrgentPhone } from '#src/routes/-flow/account/urgent-phone.tsx'
import { FileList } from '#src/routes/-flow/rich-text/file-list.tsx'
import { RichText } from '#src/routes/-flow/rich-text/rich-text.tsx'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { PromisedAnswer } from '#src/routes/-query/labels/promised-answer.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { TicketStatus } from '#src/routes/-query/labels/ticket-state-badge.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useMarkTicketRead } from '#src/routes/-query/use-mark-seen.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { BackButton } from '#src/ui/layout/back-link.tsx'
import { passFocusUp, takeFocusDown } from '#src/ui/removed-focus.ts'
import { ConversationSkeleton } from './conversation-skeleton.tsx'
import { LazyReplyForm } from './lazy-reply-form.tsx'

type ConversationProps = {
  id: string
  /** It has the address, so that a press has opened it: it takes the focus and has the editor, which is heavy. */
  isChosen: boolean
}

/** A ticket of the user as a conversation, with a field to write more. */
export function Conversation({ id, isChosen }: ConversationProps) {
  const { close } = useScreenSearch('messages')
  const result = useQuery(ticketConversationQuery(id))
  const isNewToAuthor = result.data?.author === null && result.data.isUnread
  useMarkTicketRead(isNewToAuthor ? id : null, isChosen)
  return (
    <div className="flex min-w-0 flex-col gap-base">
      <div className="lg:hidden">
        <BackButton onClick={() => close({ ticket: undefined })}>
          <Trans>Все сообщения</Trans>
        </BackButton>
      </div>
      <QueryState result={result} skeleton={<ConversationSkeleton />}>
        {(conversation) => <Messages conversation={conversation} isChosen={isChosen} />}
      </QueryState>
    </div>
  )
}

type MessagesProps = Pick<ConversationProps, 'isChosen'> & { conversation: TicketConversation }

function Messages({ conversation, isChosen }: MessagesProps) {
  const { t, i18n } = useLingui()
  const { uuid, number, topic, subject, student, author, recipient, state, dueAt, createdAt, messages } = conversation
  const office = i18n._(labelOf(ticketOfficeLabels, topic))
  const withWhom = recipient ? ticketRecipientText(i18n, recipient) : office
  const isAddressed = author !== null
  return (
    <section
      ref={isChosen ? takeFocusDown : undefined}
      aria-label={subject}
      tabIndex={-1}
      className="flex flex-col gap-base focus-visible:outline-none"
    >
      <header className="flex flex-col gap-xs">
        <h2 className="text-xl wrap-anywhere">
          <SchoolText>{subject}</SchoolText>
        </h2>
        <p className="flex flex-wrap items-center gap-x-sm gap-y-xxs text-sm text-ink-muted">
          <TicketStatus state={state} dueAt={dueAt} isAddressed={isAddressed} />
          <span>
            {[author ?? withWhom, student?.firstName, number].filter(Boolean).join(separator)}
            {dueAt && !isAddressed && (
              <>
                {separator}
                <PromisedAnswer dueAt={dueAt} />
              </>
            )}
          </span>
        </p>
        {dueAt && !isAddressed && <UrgentPhone />}
      </header>
      <ol aria-label={t`Переписка`} className="flex flex-col gap-sm">
        <Message
          {...conversation}
          isOwn={!isAddressed}
          by={author}
          isFromAuthor={isAddressed}
          office={office}
          at={createdAt}
        />
        {messages.map(({ uuid: key, ...message }) => (
          <Message key={key} {...message} office={office} isFromAuthor={isAddressed && message.by === author} />
        ))}
      </ol>
      <Reply id={uuid} state={state} isAnswer={isAddressed} isChosen={isChosen} />
    </section>
  )
}

type ReplyProps = Omit<ComponentProps<typeof LazyReplyForm>, 'autofocus'> & Pick<ConversationProps, 'isChosen'>

/** The editor, or a button that chooses the conversation and opens it. What was begun before is always seen. */
function Reply({ isChosen, ...reply }: ReplyProps) {
  const { open } = useScreenSearch('messages')
  const provideLazily = useRouteContext({ from: '__root__', select: (context) => context.provideLazily })
  const { drafts, replyKey } = provideLazily(provideTicket)
  const findDraft = () => drafts.has(replyKey(reply.id))
  const [hasDraft, setHasDraft] = useState(findDraft)
  const [isPressed, setPressed] = useState(false)
  const [wasChosen, setWasChosen] = useState(isChosen)
  if (wasChosen !== isChosen) {
    setWasChosen(isChosen)
    if (!isChosen) {
      setPressed(false)
      setHasDraft(findDraft())
    }
  }
  if (isChosen || hasDraft) return <LazyReplyForm {...reply} autofocus={isPressed} />
  const choose = () => {
    setPressed(true)
    open({ ticket: reply.id })
  }
  return (
    <div className="flex flex-col items-start gap-xs print:hidden">
      <AccountOwnerButton
        ref={passFocusUp}
        variant={reply.isAnswer ? 'primary' : 'secondary'}
        onClick={choose}
        opens={LazyReplyForm}
      >
        {reply.isAnswer ? <Trans>Ответить</Trans> : <Trans>Написать ещё</Trans>}
      </AccountOwnerButton>
      <AccountOwnerOnly />
    </div>
  )
}

type MessageProps = {
  isOwn: boolean
  /** The name of its writer; null for the user and for the office. */
  by: string | null
  /** The question, where the user answers. */
  isFromAuthor?: boolean
  office: string
  at: string
  contentHtml: string
  files: readonly TicketFile[]
}

function Message({ isOwn, by, isFromAuthor = false, office, at, contentHtml, files }: MessageProps) {
  const isAnswer = !isOwn && !isFromAuthor
  return (
    <li
      className={
        isOwn
          ? 'rounded-lg border border-line-soft bg-surface-sunken p-base'
          : 'rounded-lg border border-line-soft bg-surface p-base'
      }
    >
      <MessageHead at={at}>
        {isOwn ? <Trans>Вы</Trans> : isFromAuthor ? by : <Trans>Ответ школы</Trans>}
        {isAnswer && <span className="font-normal text-ink-muted">{`, ${by ?? office}`}</span>}
      </MessageHead>
      <RichText html={contentHtml} />
      <FileList files={files} />
    </li>
  )
}

function MessageHead({ at, children }: { at: string; children: ReactNode }) {
  return (
    <p className="mb-xs text-sm text-ink-muted">
      <span className="font-medium text-ink">{children}</span>
      {separator}
      <DateTime at={at} />
    </p>
  )
}
