import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { TicketFile } from '#contract/people/tickets.ts'
import type { DeskMessageKind } from '#src/machines/setups/ticket-desk-setup.ts'
import type { TicketError } from '#src/machines/states/ticket-sending.ts'
import { AttachedFiles } from '#src/routes/-flow/rich-text/attached-files.tsx'
import { RichTextEditor } from '#src/routes/-flow/rich-text/rich-text-editor.tsx'
import { messageErrorOf } from '#src/routes/-flow/rich-text/ticket-fields.tsx'
import { ProblemMessage } from '#src/routes/-query/error-message.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { SegmentedControl } from '#src/ui/forms/segmented-control.tsx'

type MessageFormProps = {
  /** No message has been sent from this form yet: it does not take the focus from what the page shows first. */
  isFirst: boolean
  isClosed: boolean
  kind: DeskMessageKind
  html: string
  /** Files of the draft when the form opens. */
  files: readonly TicketFile[]
  onFiles: (files: TicketFile[]) => void
  refusal: TicketError | null
  isSending: boolean
  isBusy: boolean
  isConflicted: boolean
  onKind: (kind: DeskMessageKind) => void
  onType: (html: string) => void
  onSend: () => void
  /** The administrator has read what changed meanwhile. */
  onRead: () => void
}

/** The answer to the author, or a note for administrators. */
export function MessageForm(props: MessageFormProps) {
  const { isFirst, isClosed, kind, html, files, refusal, isSending, isBusy, isConflicted } = props
  const { onKind, onType, onFiles, onSend, onRead } = props
  const { t } = useLingui()
  const [isLinking, setLinking] = useState(false)
  const [wasTried, setTried] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const isUnsendable = isClosed && kind === 'answer'
  return (
    <section aria-label={t`Новое сообщение`} className="flex flex-col gap-sm">
      <div>
        <SegmentedControl
          legend={t`Что вы пишете`}
          options={[
            { value: 'answer', label: t`Ответ автору` },
            { value: 'note', label: t`Заметка для своих` },
          ]}
          value={kind}
          onChange={(chosen) => !isBusy && !isConflicted && onKind(chosen)}
        />
      </div>
      <RichTextEditor
        label={kind === 'answer' ? t`Текст ответа` : t`Текст заметки`}
        hint={
          kind === 'answer' ? (
            <Trans>Автор увидит ответ в кабинете и получит уведомление. Черновик хранится на этом устройстве.</Trans>
          ) : (
            <Trans>Заметку видят только администраторы. Черновик хранится на этом устройстве.</Trans>
          )
        }
        error={wasTried && messageErrorOf(html)}
        html={html}
        readOnly={isSending}
        autofocus={!isFirst}
        isLinking={isLinking}
        onLinking={setLinking}
        onType={(typed) => {
          setTried(false)
          onType(typed)
        }}
      />
      <AttachedFiles initial={files} disabled={isSending} onChange={onFiles} onUploading={setUploading} />
      {isConflicted && (
        <Notice tone="warning" role="alert" title={<Trans>Переписка изменилась, пока вы писали</Trans>}>
          <Trans>Этот текст не отправлен, он на месте. Посмотрите, что нового в переписке выше.</Trans>
        </Notice>
      )}
      {refusal && !(isConflicted && refusal.type === 'state-conflict') && (
        <Notice tone="error" role="alert" title={<Trans>Не получилось</Trans>}>
          <ProblemMessage type={refusal.type} />
        </Notice>
      )}
      {isUnsendable && (
        <p className="text-sm text-ink-muted">
          <Trans>Переписка закрыта. Чтобы ответить, верните её в работу.</Trans>
        </p>
      )}
      <div>
        <Button
          variant="primary"
          busy={isBusy || isUploading}
          disabled={isUnsendable && !isConflicted}
          // One button, so that it keeps the focus.
          onClick={() => {
            if (isConflicted) return onRead()
            setLinking(false)
            setTried(true)
            onSend()
          }}
        >
          {isConflicted ? (
            <Trans>Прочитано, продолжить</Trans>
          ) : kind === 'answer' ? (
            <Trans>Ответить</Trans>
          ) : (
            <Trans>Сохранить заметку</Trans>
          )}
        </Button>
      </div>
    </section>
  )
}
