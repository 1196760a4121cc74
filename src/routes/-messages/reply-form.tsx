import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { TicketState } from '#contract/enumerations.ts'
import { provideTicket } from '#src/actors/ticket.actors.ts'
import { AttachedFiles } from '#src/routes/-flow/rich-text/attached-files.tsx'
import { RichTextEditor } from '#src/routes/-flow/rich-text/rich-text-editor.tsx'
import { messageErrorOf } from '#src/routes/-flow/rich-text/ticket-fields.tsx'
import { SendingNotices, UnsentNotice } from '#src/routes/-flow/tickets/sending-notices.tsx'
import { useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { useDiagnosedMachine } from '#src/routes/-query/use-diagnosed-machine.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'

type ReplyFormProps = {
  id: string
  state: TicketState
  /** The user is the teacher or curator to whom it is addressed. */
  isAnswer: boolean
  /** A press on a button has opened it. */
  autofocus: boolean
}

/** Writes more to a ticket, or answers it; the draft stays on the device until it is sent. */
export function ReplyForm(props: ReplyFormProps) {
  const [sent, setSent] = useState(0)
  if (useIsImpersonating())
    return (
      <p className="text-sm text-ink-muted">
        <Trans>Вы вошли под пользователем: писать за него нельзя.</Trans>
      </p>
    )
  // The editor starts anew after each message.
  return <MessageEditor key={sent} {...props} wasSent={sent > 0} onSent={() => setSent(sent + 1)} />
}

type MessageEditorProps = ReplyFormProps & { wasSent: boolean; onSent: () => void }

function MessageEditor({ id, state: ticketState, isAnswer, autofocus, wasSent, onSent }: MessageEditorProps) {
  const { t } = useLingui()
  const provideLazily = useRouteContext({ from: '__root__', select: (context) => context.provideLazily })
  const { drafts, ticketReply, replyKey } = provideLazily(provideTicket)
  const key = replyKey(id)
  const [draft] = useState(() => drafts.recall(key))
  const [isUnsent] = useState(() => drafts.isUnsent(key))
  const machine = ticketReply.provide({ actions: { finish: onSent } })
  const [state, send] = useDiagnosedMachine(machine, { input: { id, html: draft } })
  const [isLinking, setLinking] = useState(false)
  const [wasTried, setTried] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const { html, refusal } = state.context
  const isWriting = state.matches('writing')
  const isAsking = state.matches('asking')
  const type = (typed: string) => {
    setTried(false)
    send({ type: 'text.change', html: typed })
  }
  const submit = () => {
    setLinking(false)
    setTried(true)
    send({ type: 'ticket.send' })
  }
  const isOver = ticketState === 'answered' || ticketState === 'closed'
  return (
    <section ref={passFocusUp} aria-label={t`Новое сообщение`} className="flex flex-col gap-sm">
      {wasSent && (
        <p role="status" className="text-sm text-ink-success">
          {isAnswer ? (
            <Trans>Ответ отправлен: автор получит уведомление.</Trans>
          ) : (
            <Trans>Сообщение отправлено. Ответ придёт сюда же.</Trans>
          )}
        </p>
      )}
      {isUnsent && refusal === null && <UnsentNotice title={<Trans>Сообщение не отправлено</Trans>} />}
      <RichTextEditor
        label={isAnswer ? t`Текст ответа` : t`Написать ещё`}
        hint={
          isAnswer ? (
            <Trans>Автор увидит ответ в кабинете и получит уведомление. Черновик хранится на этом устройстве.</Trans>
          ) : isOver ? (
            <Trans>Если вопрос не решён, напишите: переписка снова откроется.</Trans>
          ) : (
            <Trans>Черновик хранится на этом устройстве, пока вы его не отправите.</Trans>
          )
        }
        error={wasTried && messageErrorOf(html)}
        html={html}
        readOnly={!isWriting}
        autofocus={autofocus && !wasSent}
        isLinking={isLinking}
        onLinking={setLinking}
        onType={type}
      />
      <AttachedFiles
        initial={drafts.filesOf(key)}
        disabled={!isWriting}
        onChange={(files) => drafts.keepFiles(key, files)}
        onUploading={setUploading}
      />
      <SendingNotices
        refusal={refusal}
        connection={isAsking ? 'restored' : state.hasTag('offline') ? 'lost' : null}
        title={<Trans>Сообщение не отправлено</Trans>}
        question={<Trans>Связь вернулась. Отправить сообщение?</Trans>}
      />
      <div className="flex flex-wrap gap-sm">
        {(isAsking || state.hasTag('offline')) && (
          <Button
            ref={passFocusUp}
            disabled={state.hasTag('busy')}
            onClick={() => send({ type: isAsking ? 'ticket.postpone' : 'text.edit' })}
          >
            {isAsking ? <Trans>Не сейчас</Trans> : <Trans>Изменить</Trans>}
          </Button>
        )}
        <Button variant="primary" busy={state.hasTag('busy') || isUploading} onClick={submit}>
          {isAnswer ? <Trans>Ответить</Trans> : <Trans>Отправить</Trans>}
        </Button>
      </div>
    </section>
  )
}
