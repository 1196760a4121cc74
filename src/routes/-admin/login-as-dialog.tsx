import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { UserCard } from '#contract/admin.ts'
import { reasonLength } from '#contract/limits.ts'
import { ProblemWords } from '#src/routes/-frame/failure-words.tsx'
import { FormDialog } from '#src/routes/-frame/form-dialog.tsx'
import { useSession, useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { useTyped } from '#src/routes/-frame/use-typed.ts'
import { Field } from '#src/ui/field.tsx'
import { TextArea } from '#src/ui/text-area.tsx'

const { min: shortest, max: longest } = reasonLength

/** Asks an administrator why they log in as this user (D-37); what was typed stays when it fails. */
export function LoginAsDialog({ user, onClose }: { user: UserCard; onClose: () => void }) {
  const { t } = useLingui()
  const session = useSession()
  const isBusy = useSessionSelector((snapshot) => snapshot.hasTag('busy'))
  const failure = useSessionSelector(({ context }) => context.startFailure)
  const { text, type, forget } = useTyped(`login-as-${user.id}`, { reason: '' })
  const { reason } = text
  const [wasSubmitted, setSubmitted] = useState(false)
  const isTooShort = reason.trim().length < shortest
  const submit = () => {
    setSubmitted(true)
    if (!isTooShort) session.send({ type: 'impersonation.start', userId: user.id, reason: reason.trim() })
    return undefined
  }
  return (
    <FormDialog
      title={<Trans>Войти как {`${user.firstName} ${user.lastName}`}</Trans>}
      description={t`Вы увидите кабинет глазами пользователя, не дольше 30 минут. Пользователь узнает, кто заходил и почему.`}
      submitLabel={<Trans>Войти</Trans>}
      isPending={isBusy}
      failureTitle={t`Войти не удалось`}
      failure={wasSubmitted && failure !== null && <ProblemWords type={failure} />}
      onSubmit={submit}
      // What has begun is not taken back by looking away.
      onClose={() => {
        if (isBusy) return
        forget()
        onClose()
      }}
    >
      <Field
        label={t`Причина`}
        hint={t`Например: «Родитель не видит договор, звонил сегодня»`}
        error={wasSubmitted && isTooShort && t`Напишите хотя бы ${shortest} символов: причину прочитает пользователь.`}
      >
        <TextArea
          autoFocus
          required
          rows={3}
          maxLength={longest}
          value={reason}
          readOnly={isBusy}
          onChange={({ target }) => type({ reason: target.value })}
        />
      </Field>
    </FormDialog>
  )
}
