import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TicketConversation as Conversation, TicketFile } from '#contract/people/tickets.ts'
import { ticketConversationQuery } from '#src/api/schedule.ts'
import { DateTime } from '#src/i18n/date-time.tsx'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { ticketTopicLabels } from '#src/i18n/ticket-labels.ts'
import { FileList } from '#src/routes/-flow/rich-text/file-list.tsx'
import { RichText } from '#src/routes/-flow/rich-text/rich-text.tsx'
import { TicketStateBadge } from '#src/routes/-query/labels/ticket-state-badge.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useMarkTicketRead } from '#src/routes/-query/use-mark-seen.ts'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { ListDetail } from '#src/ui/layout/list-detail.tsx'
import { TicketReply } from './ticket-reply.tsx'
import { useTicketSearch } from './use-ticket-search.ts'

/** A ticket of the user as a conversation, with a field to write more. */
export function TicketConversation({ id }: { id: string }) {
  const { close } = useTicketSearch()
  const result = useQuery(ticketConversationQuery(id))
  useMarkTicketRead(result.data?.isUnread ? id : null)
  return (
    <ListDetail backLabel={<Trans>Все обращения</Trans>} onBack={() => close({ tickets: 'list' })}>
      <QueryState result={result} skeleton={<SkeletonBlock />}>
        {(ticket) => <Messages ticket={ticket} />}
      </QueryState>
    </ListDetail>
  )
}

function Messages({ ticket }: { ticket: Conversation }) {
  const { t, i18n } = useLingui()
  const { uuid, number, topic, state, contentHtml, createdAt, files, messages } = ticket
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-sm gap-y-xxs">
        <h3 className="text-lg">{number}</h3>
        <TicketStateBadge state={state} />
        <span className="text-sm text-ink-muted">{i18n._(labelOf(ticketTopicLabels, topic))}</span>
      </div>
      <ol aria-label={t`Переписка`} className="flex flex-col gap-sm">
        <Message isOwn at={createdAt} html={contentHtml} files={files} />
        {messages.map(({ uuid: key, isOwn, contentHtml: html, at, files: own }) => (
          <Message key={key} isOwn={isOwn} at={at} html={html} files={own} />
        ))}
      </ol>
      <TicketReply id={uuid} state={state} />
    </>
  )
}

type MessageProps = { isOwn: boolean; at: string; html: string; files: readonly TicketFile[] }

function Message({ isOwn, at, html, files }: MessageProps) {
  return isOwn ? (
    <li className="rounded-lg border border-line-soft bg-surface p-base">
      <MessageHead at={at}>
        <Trans>Вы</Trans>
      </MessageHead>
      <RichText html={html} />
      <FileList files={files} />
    </li>
  ) : (
    <li className="rounded-lg border-l-2 border-mark-success bg-surface-success p-base">
      <MessageHead at={at}>
        <Trans>Ответ школы</Trans>
      </MessageHead>
      <RichText html={html} />
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
