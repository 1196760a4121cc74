import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { TicketState } from '#contract/enumerations.ts'
import { isBlank } from '#contract/input-formats.ts'
import { ticketLength } from '#contract/limits.ts'
import { provideTicket } from '#src/actors/ticket.actors.ts'
import { isDefinitive } from '#src/api/api-error.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { useIsImpersonating } from '#src/routes/-shell/account/account-owner-only.tsx'
import { useCurrentUserId } from '#src/routes/-shell/account/use-session.ts'
import { ErrorMessage } from '#src/routes/-shell/query/error-message.tsx'
import { AttachedFiles } from '#src/routes/-shell/rich-text/attached-files.tsx'
import { RichTextEditor } from '#src/routes/-shell/rich-text/rich-text-editor.tsx'
import { messageErrorOf } from '#src/routes/-shell/rich-text/ticket-fields.tsx'
import { attached } from '#src/storage/drafts.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Button } from '#src/ui/forms/button.tsx'

/** Writes more to a ticket; the draft stays on the device until it is sent. */
export function TicketReply({ id, state }: { id: string; state: TicketState }) {
  const [sent, setSent] = useState(0)
  if (useIsImpersonating())
    return (
      <p className="text-sm text-ink-muted">
        <Trans>Вы вошли под пользователем: писать за него нельзя.</Trans>
      </p>
    )
  // The editor starts anew after each message.
  return <ReplyForm key={sent} id={id} state={state} wasSent={sent > 0} onSent={() => setSent(sent + 1)} />
}

type ReplyFormProps = { id: string; state: TicketState; wasSent: boolean; onSent: () => void }

function ReplyForm({ id, state, wasSent, onSent }: ReplyFormProps) {
  const { t } = useLingui()
  const provideLazily = useRouteContext({ from: '__root__', select: (context) => context.provideLazily })
  const { drafts } = provideLazily(provideTicket)
  const key = { userId: useCurrentUserId() ?? '', about: `reply-${id}` }
  const [html, setHtml] = useState(() => drafts.recall(key))
  const [isLinking, setLinking] = useState(false)
  const [wasTried, setTried] = useState(false)
  const reply = useMutation({
    ...callMutation('POST /v1/schedule/ticket/{id}/reply', { handlesError: true, idempotent: true }),
    onSuccess: () => {
      drafts.forget(key)
      onSent()
    },
    onError: (error) => {
      // A lost answer is repeated with the same key.
      if (isDefinitive(error)) drafts.dropKey(key)
    },
  })
  const type = (typed: string) => {
    setTried(false)
    setHtml(typed)
    drafts.keep(key, typed)
  }
  const send = () => {
    setLinking(false)
    setTried(true)
    if (reply.isPending || isBlank(html) || html.length > ticketLength) return
    const body = { contentHtml: html, ...attached(drafts.filesOf(key)) }
    reply.mutate({ params: { id }, body, idempotencyKey: drafts.keyOf(key, JSON.stringify(body)) })
  }
  const isOver = state === 'answered' || state === 'closed'
  return (
    <section aria-label={t`Новое сообщение`} className="flex flex-col gap-sm">
      {wasSent && (
        <p role="status" className="text-sm text-ink-success">
          <Trans>Сообщение отправлено. Ответ придёт сюда же.</Trans>
        </p>
      )}
      <RichTextEditor
        label={t`Написать ещё`}
        hint={
          isOver ? (
            <Trans>Если вопрос не решён, напишите: обращение снова откроется.</Trans>
          ) : (
            <Trans>Черновик хранится на этом устройстве, пока вы его не отправите.</Trans>
          )
        }
        error={wasTried && messageErrorOf(html)}
        html={html}
        readOnly={reply.isPending}
        autofocus={false}
        isLinking={isLinking}
        onLinking={setLinking}
        onType={type}
      />
      <AttachedFiles
        initial={drafts.filesOf(key)}
        disabled={reply.isPending}
        onChange={(files) => drafts.keepFiles(key, files)}
      />
      {reply.error && (
        <Notice tone="error" role="alert" title={<Trans>Сообщение не отправлено</Trans>}>
          <ErrorMessage error={reply.error} /> <Trans>Текст сохранён на этом устройстве.</Trans>
        </Notice>
      )}
      <div>
        <Button variant="primary" busy={reply.isPending} onClick={send}>
          <Trans>Отправить</Trans>
        </Button>
      </div>
    </section>
  )
}
