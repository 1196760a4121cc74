import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { useActor } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import { isBlank } from '#contract/input-formats.ts'
import { ticketTextLength } from '#contract/limits.ts'
import { provideTicket } from '#src/actors/ticket.actors.ts'
import { UrgentPhone } from '#src/routes/-flow/account/urgent-phone.tsx'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { AttachedFiles } from '#src/routes/-flow/rich-text/attached-files.tsx'
import { RichTextEditor } from '#src/routes/-flow/rich-text/rich-text-editor.tsx'
import { AnswerNorm, TopicField } from '#src/routes/-flow/rich-text/ticket-fields.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { useCopy } from '#src/routes/-flow/use-copy.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { UnsentNotice } from './sending-notices.tsx'
import { ChildField, useTicketChild } from './ticket-child.tsx'
import { type TicketSubject, ticketHtml } from './ticket-html.ts'
import { RecipientField, useTicketRecipient } from './ticket-recipient.tsx'
import { TicketReview } from './ticket-review.tsx'
import { useDiagnostics } from './use-diagnostics.ts'
import { useTicketSearch } from './use-ticket-search.ts'
import { useTicketSubject } from './use-ticket-subject.ts'

type TicketDialogProps = { onClose: () => void }

/** Writes a ticket, about an entry of the schedule or another topic; the draft stays on the device until it is sent. */
export function TicketDialog({ onClose }: TicketDialogProps) {
  const { about, subject, students } = useTicketSubject()
  return <NewTicket key={about} about={about} subject={subject} students={students} onClose={onClose} />
}

type NewTicketProps = TicketDialogProps & {
  about: string | null
  subject: TicketSubject | null
  /** Of the entry that it is about. */
  students: readonly string[]
}

function NewTicket({ about, subject, students, onClose }: NewTicketProps) {
  const { t } = useLingui()
  const provideLazily = useRouteContext({ from: '__root__', select: (context) => context.provideLazily })
  const { ticket, drafts } = provideLazily(provideTicket)
  const userId = useSessionSelector(({ context }) => context.user?.id ?? '')
  const draftKey = { userId, about }
  const { screen } = useTicketSearch()
  const [draft] = useState(() => {
    const kept = drafts.recallTicket(draftKey)
    return screen === 'payment' && isBlank(kept.html) ? { ...kept, topic: 'payments' as const } : kept
  })
  const [isUnsent] = useState(() => drafts.isUnsent(draftKey))
  const child = useTicketChild(drafts.studentOf(draftKey), students)
  const recipient = useTicketRecipient(drafts.recipientOf(draftKey), child.children.length > 0 ? child.chosen : userId)
  const machine = ticket.provide({ actions: { close: onClose } })
  const [state, send] = useActor(machine, { input: { about, ...draft } })
  const [isLinking, setLinking] = useState(false)
  const [wasLookedAt, setLookedAt] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const gatherFacts = useDiagnostics()
  const { html, topic, facts, isAttached, refusal, number } = state.context
  const isBusy = state.hasTag('busy')
  const isReview = !state.matches('writing') && !state.matches('sent')
  const isAsking = state.matches('asking')
  const isRefused = refusal?.type === 'invalid-values'
  const attached = isAttached ? facts : []
  const headings = { subject: t`Касается`, facts: t`Что было на экране` }
  const contentHtml = isReview ? ticketHtml({ subject, html, facts: attached }, headings) : ''
  const close = () => send({ type: 'ticket.close' })
  const type = (typed: string) => {
    setLookedAt(false)
    send({ type: 'text.change', html: typed })
  }
  const review = () => {
    setLinking(false)
    setLookedAt(true)
    if (child.children.length > 0) drafts.keepStudent(draftKey, child.chosen)
    drafts.keepRecipient(draftKey, recipient.chosen?.uuid ?? null)
    send({ type: 'ticket.review', facts: gatherFacts(state.value) })
  }

  if (state.matches('closed')) return null
  return (
    <Dialog
      size="wide"
      onClose={close}
      onEscapeKeyDown={(event) => isLinking && event.preventDefault()}
      title={isReview ? <Trans>Проверьте сообщение</Trans> : <Trans>Новое сообщение</Trans>}
      description={subject && state.matches('writing') && `${headings.subject}: ${subject.text}`}
      footer={
        <TicketFooter
          step={isAsking ? 'asking' : isReview ? 'reviewing' : number === null ? 'writing' : 'sent'}
          busy={isBusy || isUploading}
          onReview={review}
          onEdit={() => send({ type: 'text.edit' })}
          onSend={() => send({ type: 'ticket.send', contentHtml })}
          onPostpone={() => send({ type: 'ticket.postpone' })}
          onClose={close}
        />
      }
    >
      {state.matches('writing') && (
        <div className="mb-base flex flex-col gap-base">
          {isUnsent && <UnsentNotice title={<Trans>Сообщение не отправлено</Trans>} />}
          <div className="grid gap-base md:grid-cols-2">
            <TopicField topic={topic} onChoose={(chosen) => send({ type: 'topic.choose', topic: chosen })} />
            {child.children.length > 0 && <ChildField {...child} />}
            {recipient.people.length > 0 && <RecipientField {...recipient} topic={topic} />}
          </div>
          <div className="text-sm text-ink-muted">
            <p>
              <AnswerNorm topic={topic} answeredBy={recipient.chosen?.name} />
            </p>
            <UrgentPhone />
          </div>
        </div>
      )}
      {state.matches('writing') && (
        <RichTextEditor
          label={t`Текст сообщения`}
          hint={<Trans>Черновик хранится на этом устройстве, пока вы его не отправите.</Trans>}
          error={(wasLookedAt || isRefused) && ticketTextError(html, isRefused)}
          html={html}
          isLinking={isLinking}
          onLinking={setLinking}
          onType={type}
        />
      )}
      {state.matches('writing') && (
        <div className="mt-base">
          <AttachedFiles
            initial={drafts.filesOf(draftKey)}
            onChange={(files) => drafts.keepFiles(draftKey, files)}
            onUploading={setUploading}
          />
        </div>
      )}
      {isReview && (
        <TicketReview
          files={drafts.filesOf(draftKey)}
          contentHtml={contentHtml}
          facts={facts}
          isAttached={isAttached}
          refusal={refusal}
          connection={isAsking ? 'restored' : state.hasTag('offline') ? 'lost' : null}
          disabled={!state.matches('reviewing')}
          onAttach={(isMeant) => send({ type: 'facts.attach', isAttached: isMeant })}
        />
      )}
      {number !== null && <TicketSent number={number} />}
    </Dialog>
  )
}

type TicketFooterProps = {
  step: 'writing' | 'reviewing' | 'asking' | 'sent'
  busy: boolean
  onReview: () => void
  onEdit: () => void
  onSend: () => void
  onPostpone: () => void
  onClose: () => void
}

/** Buttons of each step. The harmless button takes the focus. */
function TicketFooter({ step, busy, onReview, onEdit, onSend, onPostpone, onClose }: TicketFooterProps) {
  if (step === 'writing') {
    return (
      <Button variant="primary" busy={busy} onClick={onReview}>
        <Trans>Проверить и отправить</Trans>
      </Button>
    )
  }
  if (step !== 'sent') {
    return (
      <>
        <Button autoFocus disabled={busy} onClick={step === 'asking' ? onPostpone : onEdit}>
          {step === 'asking' ? <Trans>Не сейчас</Trans> : <Trans>Изменить</Trans>}
        </Button>
        <Button variant="primary" busy={busy} onClick={onSend}>
          <Trans>Отправить</Trans>
        </Button>
      </>
    )
  }
  return (
    <>
      <ButtonLink to="/messages">
        <Trans>Открыть «Сообщения»</Trans>
      </ButtonLink>
      <Button variant="primary" autoFocus onClick={onClose}>
        <Trans>Готово</Trans>
      </Button>
    </>
  )
}

function TicketSent({ number }: { number: string }) {
  const { isCopied, copy } = useCopy()
  return (
    <div role="status" className="flex flex-col items-center gap-sm py-base text-center">
      <span className="inline-flex size-[72px] items-center justify-center rounded-full bg-surface-success text-ink-success">
        <Icon name="check" size={32} />
      </span>
      <p className="text-xl font-strong">
        <Trans>Сообщение {number} отправлено</Trans>
      </p>
      <p className="max-w-narrow text-balance text-ink-muted">
        <Trans>Ответ придёт в «Сообщения»: они есть в меню. О нём скажет и уведомление.</Trans>
      </p>
      <Button size="small" icon={isCopied && <Icon name="check" size={16} />} onClick={() => copy(number)}>
        {isCopied ? <Trans>Номер скопирован</Trans> : <Trans>Скопировать номер</Trans>}
      </Button>
    </div>
  )
}

/** Validation error of the text; empty if valid. `isRefused`: the server has rejected it. */
function ticketTextError(html: string, isRefused: boolean): ReactNode {
  if (isBlank(html)) return <Trans>Напишите, что случилось или о чём вы просите.</Trans>
  const excess = html.length - ticketTextLength
  if (excess <= 0)
    return isRefused && <Trans>Сообщение не принято: оно пустое или слишком длинное. Измените его.</Trans>
  return (
    <Trans>
      Сообщение слишком длинное.{' '}
      <Plural
        value={excess}
        one="Сократите его хотя бы на # символ."
        few="Сократите его хотя бы на # символа."
        many="Сократите его хотя бы на # символов."
        other="Сократите его хотя бы на # символа."
      />
    </Trans>
  )
}
