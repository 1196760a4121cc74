import { Trans } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useId, useRef } from 'react'
import type { NotificationKind } from '#src/machines/notifications.ts'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { ErrorMessage } from '#src/routes/-query/error-message.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Form } from '#src/ui/forms/form.tsx'
import { useUnsavedChangesGuard } from './unsaved-changes.tsx'
import { resultOf, type SchemaForm, type Send, type TextValues } from './use-schema-form.ts'

type FormDialogProps<Values extends TextValues> = {
  title: ReactNode
  /** One sentence under the title. */
  description?: ReactNode
  children?: ReactNode
  /** The dialog has no submit button without it. */
  submitLabel?: ReactNode
  cancelLabel?: ReactNode
  /** Leads to the previous step; replaces the cancel button. */
  onBack?: (() => void) | undefined
  tone?: 'primary' | 'danger'
  /** Something that the call needs is still missing. */
  disabled?: boolean
  /** The mutation that `onSubmit` starts. */
  mutation: { isPending: boolean; error: Error | null }
  failureTitle: ReactNode
  /** Why the last call failed, in place of the message of its error. What the fields show themselves is left out. */
  failure?: ReactNode
  /** Toast after success. */
  success?: NotificationKind
  /** Absent where the dialog has no text fields. */
  form?: SchemaForm<Values>
  /** Unsaved input that is not in `form`. */
  hasChanges?: () => boolean
  onSubmit: Send<Values>
  /** What follows success in place of closing, as showing a secret. */
  onDone?: () => void
  /** False while the call runs; true where `onClose` takes the call back. */
  isClosable?: boolean
  onClose: () => void
  /** Takes the focus where the button that opened the dialog is gone. */
  onOpenerGone?: () => void
}

/**
 * A form in a dialog. A double click sends it once; it stays open until the result is there; after a failure it keeps
 * what was typed; after success it shows a toast and closes; closing it with unsaved text asks first.
 */
export function FormDialog<Values extends TextValues = TextValues>(props: FormDialogProps<Values>) {
  const { title, description, children, submitLabel, cancelLabel, tone = 'primary', disabled, mutation } = props
  const {
    form,
    failureTitle,
    failure = mutation.error && !form?.isShownByFields(mutation.error) && <ErrorMessage error={mutation.error} />,
    success,
    hasChanges,
    onSubmit,
    isClosable = !mutation.isPending,
    onDone,
    onBack,
    onClose,
    onOpenerGone,
  } = props
  const notifications = useRouteContext({ from: '__root__', select: (context) => context.notifications })
  const id = useId()
  // A second press may come before the first is rendered as pending.
  const isSending = useRef(false)
  const guard = useUnsavedChangesGuard({
    // Closing takes the call back, or is not possible.
    hasChanges: () => !isSending.current && (hasChanges ?? form?.hasChanges ?? hasNoFields)(),
    isSending: () => isSending.current && !isClosable,
    onDiscard: form?.forget,
  })

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    if (mutation.isPending || isSending.current) return
    isSending.current = true
    const result = await (form ? form.submit(onSubmit) : resultOf(() => onSubmit({} as Values)))
    isSending.current = false
    if (result === 'open') return
    if (success && result === 'done') notifications.send({ type: 'notification.show', kind: success, tone: 'success' })
    form?.forget()
    guard.release()
    // The page may have been replaced meanwhile.
    if (element.isConnected) (onDone ?? onClose)()
  }
  const close = () => {
    if (!isClosable) return
    guard.close(() => {
      form?.forget()
      onClose()
    })
  }

  return (
    <Dialog
      onClose={close}
      isClosable={isClosable}
      {...(onOpenerGone && { onOpenerGone })}
      title={title}
      description={description}
      footer={
        <>
          <span className={isClosable ? '' : 'opacity-60'}>
            {onBack ? (
              <Button aria-disabled={!isClosable} onClick={() => isClosable && onBack()}>
                <Trans>Назад</Trans>
              </Button>
            ) : (
              <Button aria-disabled={!isClosable} onClick={close}>
                {cancelLabel ?? <Trans>Отменить</Trans>}
              </Button>
            )}
          </span>
          {submitLabel && (
            <Button variant={tone} type="submit" form={id} busy={mutation.isPending} disabled={disabled}>
              {submitLabel}
            </Button>
          )}
        </>
      }
    >
      <Form id={id} onSubmit={submit}>
        {children}
        {failure && (
          <Notice tone="error" role="alert" title={failureTitle}>
            {failure}
          </Notice>
        )}
      </Form>
      {guard.question}
    </Dialog>
  )
}

const hasNoFields = () => false
