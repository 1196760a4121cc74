import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { passwordLength } from '#contract/limits.ts'
import type { Profile } from '#contract/profile.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { fieldError } from '#src/api/failure.ts'
import { sessionsQuery, signInNamesQuery } from '#src/api/profile.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { FormDialog } from '#src/routes/-frame/form-dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { PasswordInput } from './password-input.tsx'

const route = getRouteApi('__root__')

/** Sets the first password, or changes the one there is; the confirmation by code comes by itself (D-26). */
export function PasswordDialog({ user, onClose }: { user: Profile; onClose: () => void }) {
  const { t } = useLingui()
  const words = usePasswordWords()
  const { data: names } = useQuery({ ...signInNamesQuery(), meta: { optional: true } })
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [isShown, setShown] = useState(false)
  const [wasSubmitted, setSubmitted] = useState(false)
  const { setFirst, change } = usePasswordCalls()
  const { isPending, error, reset } = user.hasPassword ? change : setFirst

  const isTooShort = password.length < passwordLength.min
  const currentFault =
    user.hasPassword && wasSubmitted && current === '' ? 'required' : fieldError(error, 'currentPassword')
  const newFault =
    wasSubmitted && isTooShort ? 'too-short' : (fieldError(error, 'newPassword') ?? fieldError(error, 'password'))
  const submit = () => {
    setSubmitted(true)
    if (isTooShort) return undefined
    if (!user.hasPassword) return setFirst.mutateAsync({ body: { password } })
    return current === ''
      ? undefined
      : change.mutateAsync({ body: { currentPassword: current, newPassword: password } })
  }
  const typed = (set: (value: string) => void) => (value: string) => {
    set(value)
    setSubmitted(false)
    reset()
  }
  const name = names?.names?.[0]?.value ?? user.email ?? user.phone ?? ''
  const input = { isShown, readOnly: isPending, onShow: setShown }

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
      isPending={isPending}
      failureTitle={<Trans>Пароль остался прежним</Trans>}
      failure={error && !currentFault && !newFault && <FailureWords error={error} />}
      success={user.hasPassword ? 'passwordChanged' : 'passwordSet'}
      onSubmit={submit}
      onClose={onClose}
    >
      {/* Password managers keep the password under this name. */}
      <input type="text" name="username" hidden readOnly autoComplete="username" value={name} />
      {user.hasPassword && (
        <Field label={t`Нынешний пароль`} error={currentFault && words.ofCurrent(currentFault)}>
          <PasswordInput {...input} value={current} autoComplete="current-password" onType={typed(setCurrent)} />
        </Field>
      )}
      <Field
        label={t`Новый пароль`}
        hint={t`От 10 символов. Несколько слов подряд запомнить легче, чем набор символов.`}
        error={newFault && words.ofNew(newFault)}
      >
        <PasswordInput {...input} value={password} autoComplete="new-password" onType={typed(setPassword)} />
      </Field>
    </FormDialog>
  )
}

function usePasswordCalls() {
  const session = route.useRouteContext({ select: (context) => context.session })
  const queryClient = useQueryClient()
  const setFirst = useMutation({
    ...callMutation('POST /v1/profile/password/set-first', { returnsFailure: true }),
    onSuccess: () => session.send({ type: 'profile.changed' }),
  })
  const change = useMutation({
    ...callMutation('PATCH /v1/profile/password/change', { returnsFailure: true }),
    // The other devices have just been signed out.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  })
  return { setFirst, change }
}

/** Words for the codes of a refused password; which ones are common only the server knows (D-28). */
function usePasswordWords() {
  const { t } = useLingui()
  return {
    ofCurrent: (code: string) => (code === 'required' ? t`Введите нынешний пароль.` : t`Это не нынешний пароль.`),
    ofNew(code: string): string {
      if (code === 'too-short') return t`Пароль короче 10 символов.`
      if (code === 'too-common') return t`Этот пароль знают все: его подбирают одним из первых. Придумайте другой.`
      return t`Такой пароль не подходит. Придумайте другой.`
    },
  }
}
