import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import type { Profile } from '#contract/profile.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { fieldError } from '#src/api/field-errors.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { PasswordInput } from './password-input.tsx'
import { passwordFault, usePasswordWords } from './password-words.ts'

const route = getRouteApi('/profile')

/** Sets the first password, or changes the one there is; the confirmation by code comes by itself (D-26). */
export function PasswordDialog({ user, onClose }: { user: Profile; onClose: () => void }) {
  const { t } = useLingui()
  const form = useId()
  const words = usePasswordWords()
  const { session, notifications } = route.useRouteContext()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [isShown, setShown] = useState(false)
  const [wasSubmitted, setSubmitted] = useState(false)
  const done = (kind: 'passwordSet' | 'passwordChanged') => {
    session.send({ type: 'profile.changed' })
    notifications.send({ type: 'notification.show', kind, tone: 'success' })
    onClose()
  }
  const setFirst = useMutation({
    ...callMutation('POST /v1/profile/password/set-first', { returnsFailure: true }),
    onSuccess: () => done('passwordSet'),
  })
  const change = useMutation({
    ...callMutation('PATCH /v1/profile/password/change', { returnsFailure: true }),
    onSuccess: () => done('passwordChanged'),
  })
  const { isPending, error, reset } = user.hasPassword ? change : setFirst

  const currentFault = wasSubmitted && current === '' ? 'required' : fieldError(error, 'currentPassword')
  const newFault =
    (wasSubmitted && passwordFault(password)) || fieldError(error, 'newPassword') || fieldError(error, 'password')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (isPending || passwordFault(password) !== null) return
    if (!user.hasPassword) setFirst.mutate({ body: { password } })
    else if (current !== '') change.mutate({ body: { currentPassword: current, newPassword: password } })
  }
  const typed = (set: (value: string) => void) => (value: string) => {
    set(value)
    setSubmitted(false)
    reset()
  }
  const input = { isShown, readOnly: isPending, onShow: setShown }

  return (
    <Dialog
      open
      onClose={onClose}
      title={user.hasPassword ? <Trans>Смена пароля</Trans> : <Trans>Первый пароль</Trans>}
      description={user.hasPassword && <Trans>На других устройствах придётся войти заново.</Trans>}
      closeLabel={t`Закрыть`}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Отменить</Trans>
          </Button>
          <Button variant="primary" type="submit" form={form} busy={isPending}>
            {user.hasPassword ? <Trans>Сменить пароль</Trans> : <Trans>Задать пароль</Trans>}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-base">
        {/* Password managers keep the password under this name. */}
        <input type="text" hidden readOnly autoComplete="username" value={user.email ?? user.phone ?? user.id} />
        {user.hasPassword && (
          <Field label={t`Нынешний пароль`} error={currentFault && words.ofCurrent(currentFault)}>
            <PasswordInput {...input} value={current} autoComplete="current-password" onType={typed(setCurrent)} />
          </Field>
        )}
        <Field
          label={t`Новый пароль`}
          hint={t`От 10 символов. Несколько слов подряд запомнить легче, чем набор знаков.`}
          error={newFault && words.ofNew(newFault)}
        >
          <PasswordInput {...input} value={password} autoComplete="new-password" onType={typed(setPassword)} />
        </Field>
        {error && currentFault === null && !newFault && (
          <Notice tone="error" role="alert" title={<Trans>Пароль остался прежним</Trans>}>
            <FailureWords error={error} />
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
