import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { changePasswordForm, setPasswordForm } from '#contract/forms.ts'
import { passwordLength } from '#contract/limits.ts'
import type { Profile } from '#contract/people/profile.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { signInNamesQuery } from '#src/api/profile.ts'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { useSession } from '#src/routes/-query/use-session.ts'
import { Field } from '#src/ui/forms/form.tsx'
import { IconButton } from '#src/ui/forms/icon-button.tsx'
import { TextInput } from '#src/ui/forms/inputs.tsx'

/** Sets the first password or changes the present one; the server may ask for a code first. */
export function PasswordDialog({ user, onClose }: { user: Profile; onClose: () => void }) {
  const { t } = useLingui()
  const { data: names } = useQuery(optionalQuery(signInNamesQuery()))
  const [isShown, setShown] = useState(false)
  const { setFirst, change } = usePasswordCalls()
  const call = user.hasPassword ? change : setFirst
  const form = useSchemaForm({
    schema: user.hasPassword ? changePasswordForm : setPasswordForm,
    defaultValues: { currentPassword: '', newPassword: '' },
    aliases: { password: 'newPassword' },
  })
  const errorTexts = usePasswordErrorTexts()
  const [currentError, newError] = [form.errorOf('currentPassword'), form.errorOf('newPassword')]
  const name = names?.names?.[0]?.value ?? user.email ?? user.phone ?? ''
  const input = { isShown, readOnly: call.isPending, onShow: setShown }

  return (
    <FormDialog
      title={user.hasPassword ? <Trans>Смена пароля</Trans> : <Trans>Первый пароль</Trans>}
      description={
        user.hasPassword ? (
          <Trans>На других устройствах придётся войти заново.</Trans>
        ) : (
          name !== '' && <Trans>С этим паролем вы войдёте как {name}.</Trans>
        )
      }
      submitLabel={user.hasPassword ? <Trans>Сменить пароль</Trans> : <Trans>Задать пароль</Trans>}
      mutation={call}
      failureTitle={<Trans>Пароль остался прежним</Trans>}
      success={user.hasPassword ? 'passwordChanged' : 'passwordSet'}
      form={form}
      onSubmit={({ currentPassword, newPassword }) =>
        user.hasPassword
          ? change.mutateAsync({ body: { currentPassword, newPassword } })
          : setFirst.mutateAsync({ body: { password: newPassword } })
      }
      onClose={onClose}
    >
      {/* Password managers save the password under this name. */}
      <input type="text" name="username" hidden readOnly autoComplete="username" value={name} />
      {user.hasPassword && (
        <Field label={t`Текущий пароль`} error={currentError && errorTexts.ofCurrent(currentError)}>
          <PasswordInput {...input} {...form.register('currentPassword')} autoComplete="current-password" />
        </Field>
      )}
      <Field
        label={t`Новый пароль`}
        hint={t`От 10 символов. Несколько слов подряд запомнить легче, чем набор символов.`}
        error={newError && errorTexts.ofNew(newError)}
      >
        <PasswordInput {...input} {...form.register('newPassword')} autoComplete="new-password" />
      </Field>
    </FormDialog>
  )
}

type PasswordInputProps = Omit<ComponentProps<typeof TextInput>, 'type' | 'after' | 'icon'> & {
  isShown: boolean
  onShow: (isShown: boolean) => void
}

/** A password that can be shown while it is typed. */
function PasswordInput({ isShown, onShow, ...rest }: PasswordInputProps) {
  const { t } = useLingui()
  return (
    <TextInput
      {...rest}
      type={isShown ? 'text' : 'password'}
      maxLength={passwordLength.max}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <IconButton
          icon={isShown ? 'eye-off' : 'eye'}
          size="small"
          label={t`Показать пароль`}
          aria-pressed={isShown}
          onClick={() => onShow(!isShown)}
        />
      }
    />
  )
}

function usePasswordCalls() {
  const session = useSession()
  const setFirst = useMutation({
    ...callMutation('POST /v1/profile/password/set-first', { handlesError: true }),
    onSuccess: () => session.send({ type: 'profile.changed' }),
  })
  const change = useMutation(callMutation('PATCH /v1/profile/password/change', { handlesError: true }))
  return { setFirst, change }
}

/** Texts for the codes of a rejected password; only the server knows which ones are common. */
function usePasswordErrorTexts() {
  const { t } = useLingui()
  return {
    ofCurrent: (code: string) => (code === 'required' ? t`Введите текущий пароль.` : t`Это не текущий пароль.`),
    ofNew(code: string): string {
      if (code === 'too-short') return t`Пароль короче 10 символов.`
      if (code === 'too-common') return t`Этот пароль знают все: его подбирают одним из первых. Придумайте другой.`
      return t`Такой пароль не подходит. Придумайте другой.`
    },
  }
}
