import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import type { UserCard } from '#contract/admin.ts'
import { reasonLength } from '#contract/limits.ts'
import { ProblemWords } from '#src/routes/-frame/failure-words.tsx'
import { useSession, useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { TextArea } from '#src/ui/text-area.tsx'

const { min: shortest, max: longest } = reasonLength

/** Asks an administrator why they log in as this user (D-37); what was typed stays when it fails. */
export function LoginAsDialog({ user, onClose }: { user: UserCard; onClose: () => void }) {
  const { t } = useLingui()
  const session = useSession()
  const id = useId()
  const isBusy = useSessionSelector((snapshot) => snapshot.hasTag('busy'))
  const failure = useSessionSelector(({ context }) => context.startFailure)
  const [reason, setReason] = useState('')
  const [sent, setSent] = useState(false)
  const length = reason.trim().length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (length >= shortest && !isBusy)
      session.send({ type: 'impersonation.start', userId: user.id, reason: reason.trim() })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Войти как {`${user.firstName} ${user.lastName}`}</Trans>}
      description={t`Вы увидите кабинет глазами пользователя, не дольше 30 минут. Пользователь узнает, кто заходил и почему.`}
      closeLabel={t`Закрыть`}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            <Trans>Отмена</Trans>
          </Button>
          <Button variant="primary" type="submit" form={id} busy={isBusy}>
            <Trans>Войти</Trans>
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-base">
        {sent && failure !== null && (
          <Notice tone="error" role="alert" title={t`Войти не удалось`}>
            <ProblemWords type={failure} />
          </Notice>
        )}
        <Field
          label={t`Причина`}
          hint={t`Например: «Родитель не видит договор, звонил сегодня»`}
          error={sent && length < shortest && t`Напишите хотя бы ${shortest} знаков: причину прочитает пользователь.`}
        >
          <TextArea
            autoFocus
            required
            rows={3}
            maxLength={longest}
            value={reason}
            readOnly={isBusy}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
