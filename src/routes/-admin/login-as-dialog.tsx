import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { loginAsForm } from '#contract/forms.ts'
import { reasonLength, ticketNumberLength } from '#contract/limits.ts'
import type { UserCard } from '#contract/people/admin.ts'
import { displayName } from '#contract/people/names.ts'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { ProblemMessage } from '#src/routes/-query/error-message.tsx'
import { useSession, useSessionSelector } from '#src/routes/-query/use-session.ts'
import { Field } from '#src/ui/forms/form.tsx'
import { TextArea, TextInput } from '#src/ui/forms/inputs.tsx'

const { min, max } = reasonLength

/** Asks an administrator why they log in as this user. */
export function LoginAsDialog({ user, onClose }: { user: UserCard; onClose: () => void }) {
  const { t } = useLingui()
  const session = useSession()
  const isBusy = useSessionSelector((snapshot) => snapshot.hasTag('busy'))
  const failure = useSessionSelector(({ context }) => context.startFailure)
  const name = displayName(user)
  const [wasSent, setSent] = useState(false)
  const form = useSchemaForm({
    schema: loginAsForm,
    defaultValues: { reason: '', ticketNumber: '' },
    persistence: useFormPersistence(`login-as-${user.id}`),
  })
  return (
    <FormDialog
      title={<Trans>Войти как {name}</Trans>}
      description={t`Вы увидите кабинет глазами пользователя, не дольше 30 минут. Пользователь узнает, кто заходил и почему.`}
      submitLabel={<Trans>Войти</Trans>}
      mutation={{ isPending: isBusy, error: null }}
      failureTitle={t`Войти не удалось`}
      failure={wasSent && failure !== null && <ProblemMessage type={failure} />}
      form={form}
      // A sent reason is not lost by the navigation that follows the sign-in as the user.
      hasChanges={() => (!wasSent || failure !== null) && form.hasChanges()}
      // The session machine sends the call; the user it signs in leaves this page.
      onSubmit={({ reason, ticketNumber }) => {
        setSent(true)
        session.send({ type: 'impersonation.start', userId: user.id, reason, ticketNumber })
        return undefined
      }}
      onClose={onClose}
    >
      <Field
        label={t`Причина`}
        hint={t`Например: «Родитель не видит договор, звонил сегодня»`}
        error={form.errorOf('reason') && t`Напишите хотя бы ${min} символов: причину прочитает пользователь.`}
      >
        <TextArea {...form.register('reason')} autoFocus required rows={3} maxLength={max} readOnly={isBusy} />
      </Field>
      <Field label={t`Номер сообщения`} mark={t`необязательно`}>
        <TextInput {...form.register('ticketNumber')} maxLength={ticketNumberLength} readOnly={isBusy} />
      </Field>
    </FormDialog>
  )
}
