import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useId, useRef } from 'react'
import type { NotificationKind } from '#src/machines/notifications.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Form } from '#src/ui/form.tsx'
import { Notice } from '#src/ui/notice.tsx'

type FormDialogProps = {
  title: ReactNode
  /** One sentence under the title. */
  description?: ReactNode
  /** Its fields, whose values belong to the caller: what was typed is there after a failure. */
  children?: ReactNode
  /** Without words there is nothing to send yet, and no button. */
  submitLabel?: ReactNode
  cancelLabel?: ReactNode
  tone?: 'primary' | 'danger'
  /** Something that the call needs is still missing. */
  disabled?: boolean
  /** Of the mutation that `onSubmit` begins. */
  isPending: boolean
  failureTitle: ReactNode
  /** Why the last try came to nothing; what the fields say themselves is not repeated here. */
  failure: ReactNode
  /** What the toast says once it has worked. */
  success?: NotificationKind
  /** Begins the call (`mutateAsync`), or nothing while a field is not as it should be. */
  onSubmit: () => Promise<unknown> | undefined
  onClose: () => void
  /** Takes the focus when what opened the dialog has gone with what was done in it. */
  onOpenerGone?: () => void
}

/**
 * A form over the page: sent once however often it is pressed, it stays with what was typed when that fails; when it
 * has worked a toast says so, and the dialog closes.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, description, children, submitLabel, cancelLabel, tone = 'primary', disabled, isPending } = props
  const { failureTitle, failure, success, onSubmit, onClose, onOpenerGone } = props
  const { t } = useLingui()
  const notifications = useRouteContext({ from: '__root__', select: (context) => context.notifications })
  const id = useId()
  // A second press may come before the first is drawn as pending.
  const isSent = useRef(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (isPending || isSent.current) return
    const call = onSubmit()
    if (call === undefined) return
    isSent.current = true
    try {
      await call
    } catch {
      // The caller's mutation holds the error, and `failure` says it.
      return
    } finally {
      isSent.current = false
    }
    if (success) notifications.send({ type: 'notification.show', kind: success, tone: 'success' })
    // Whoever has closed it meanwhile may have opened it anew.
    if (form.isConnected) onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      {...(onOpenerGone && { onOpenerGone })}
      title={title}
      description={description}
      closeLabel={t`Закрыть`}
      footer={
        <>
          <Button onClick={onClose}>{cancelLabel ?? <Trans>Отменить</Trans>}</Button>
          {submitLabel && (
            <Button variant={tone} type="submit" form={id} busy={isPending} disabled={disabled}>
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
    </Dialog>
  )
}
