import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DeskTicket } from '#contract/people/tickets.ts'
import { provideTicketDesk } from '#src/actors/ticket-desk.actors.ts'
import { deskTicketQuery } from '#src/api/admin.ts'
import { DateTime } from '#src/i18n/date-time.tsx'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { ticketTopicLabels } from '#src/i18n/ticket-labels.ts'
import { DueAt } from '#src/routes/-admin/ticket-answerer.tsx'
import { FileList } from '#src/routes/-flow/rich-text/file-list.tsx'
import { RichText } from '#src/routes/-flow/rich-text/rich-text.tsx'
import { TicketStateBadge } from '#src/routes/-query/labels/ticket-state-badge.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useDiagnosedMachine } from '#src/routes/-query/use-diagnosed-machine.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { classNames } from '#src/ui/class-names.ts'
import { SkeletonBlock, SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { ListDetail } from '#src/ui/layout/list-detail.tsx'
import { takeFocusDown } from '#src/ui/removed-focus.ts'
import { MessageForm } from './message-form.tsx'
import { TicketFacts } from './ticket-facts.tsx'

/** A ticket of the queue: its conversation, the answer, and what administrators decide about it. */
export function OpenedTicket({ id }: { id: string }) {
  const { close } = useScreenSearch('admin')
  const result = useQuery(deskTicketQuery(id))
  return (
    <ListDetail backLabel={<Trans>К списку сообщений</Trans>} onBack={() => close({ ticket: undefined })}>
      <QueryState
        result={result}
        skeleton={
          <div className="flex flex-col gap-base">
            <SkeletonLine width="half" height="heading" />
            <SkeletonBlock />
          </div>
        }
      >
        {(ticket) => <TicketDesk ticket={ticket} />}
      </QueryState>
    </ListDetail>
  )
}

function TicketDesk({ ticket }: { ticket: DeskTicket }) {
  const { t, i18n } = useLingui()
  const { id, number, state: ticketState, version, topic, student, dueAt } = ticket
  const provideLazily = useRouteContext({ from: '__root__', select: (context) => context.provideLazily })
  const { ticketDesk, recallDraft, filesOfDraft, keepFiles } = provideLazily(provideTicketDesk)
  const [state, send] = useDiagnosedMachine(ticketDesk, { input: { id, ...recallDraft(id, version) } })
  const { html, kind, sent, refusal } = state.context
  const isConflicted = state.matches('conflicted')
  const isBusy = state.hasTag('busy')
  return (
    <section
      ref={takeFocusDown}
      aria-label={number}
      tabIndex={-1}
      className="flex flex-col gap-base focus-visible:outline-none"
    >
      <h2 className="flex flex-wrap items-center gap-x-sm gap-y-xxs text-xl">
        {number} <TicketStateBadge state={ticketState} />
      </h2>
      {/* The facts follow the conversation on a narrow screen. */}
      <p className="-mt-xs text-sm text-ink-muted lg:hidden">
        {[i18n._(labelOf(ticketTopicLabels, topic)), student && t`о ком: ${student.name}`]
          .filter(Boolean)
          .join(separator)}
        {dueAt && separator}
        {dueAt && <DueAt at={dueAt} isAlone />}
      </p>
      <div className="grid items-start gap-lg lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="flex min-w-0 flex-col gap-base">
          <Conversation ticket={ticket} />
          <MessageForm
            key={sent}
            isFirst={sent === 0}
            isClosed={ticketState === 'closed'}
            kind={kind}
            html={html}
            files={filesOfDraft(id)}
            onFiles={(files) => keepFiles(id, files)}
            refusal={refusal}
            isSending={state.matches('sending')}
            isBusy={isBusy}
            isConflicted={isConflicted}
            onKind={(chosen) => send({ type: 'kind.choose', kind: chosen })}
            onType={(typed) => send({ type: 'message.type', html: typed, version })}
            onSend={() => send({ type: 'message.send' })}
            onRead={() => send({ type: 'conflict.read', version })}
          />
        </div>
        <TicketFacts
          ticket={ticket}
          isBusy={isBusy}
          onChange={(change) => send({ type: 'ticket.change', change, version })}
        />
      </div>
    </section>
  )
}

function Conversation({ ticket: { author, contentHtml, createdAt, files, messages } }: { ticket: DeskTicket }) {
  const { t } = useLingui()
  return (
    <ol aria-label={t`Переписка`} className="flex flex-col gap-sm">
      <Message by={author.name} at={createdAt} html={contentHtml} files={files} />
      {messages.map(({ id, kind, by, contentHtml: html, at, files: own }) => (
        <Message
          key={`${kind} ${id}`}
          kind={kind}
          by={by ?? t`Школа`}
          at={at}
          html={html}
          files={own}
          note={
            kind === 'note' ? (
              <Trans>заметка, автор её не видит</Trans>
            ) : (
              kind === 'answer' && <Trans>ответ школы</Trans>
            )
          }
        />
      ))}
    </ol>
  )
}

type MessageProps = {
  kind?: DeskTicket['messages'][number]['kind']
  by: string
  at: string
  html: string
  files: DeskTicket['files']
  note?: ReactNode
}

const messageLooks = {
  reply: 'border-line-soft bg-surface',
  answer: 'border-line-soft bg-surface-sunken',
  note: 'border-dashed border-line-control bg-surface',
}

function Message({ kind = 'reply', by, at, html, files, note }: MessageProps) {
  return (
    <li className={classNames('rounded-lg border p-base', messageLooks[kind])}>
      <p className="mb-xs flex flex-wrap gap-x-sm text-sm text-ink-muted">
        <span className="font-medium text-ink">{by}</span>
        <DateTime at={at} />
        {note && <span>{note}</span>}
      </p>
      <RichText html={html} />
      <FileList files={files} />
    </li>
  )
}
