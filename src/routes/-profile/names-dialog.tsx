import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { nameLength } from '#contract/limits.ts'
import type { Profile } from '#contract/profile.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { changedNames, type Names } from './names.ts'

const route = getRouteApi('/profile')

/** Surname, name and patronym, as documents write them. */
export function NamesDialog({ user, onClose }: { user: Profile; onClose: () => void }) {
  const { t } = useLingui()
  const form = useId()
  const { session, notifications } = route.useRouteContext()
  const [names, setNames] = useState<Names>({
    lastName: user.lastName,
    firstName: user.firstName,
    patronym: user.patronym ?? '',
  })
  const [wasSubmitted, setSubmitted] = useState(false)
  const change = useMutation({
    ...callMutation('PATCH /v1/profile', { returnsFailure: true }),
    onSuccess: () => {
      session.send({ type: 'profile.changed' })
      notifications.send({ type: 'notification.show', kind: 'profileSaved', tone: 'success' })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (change.isPending || isMissing(names.lastName) || isMissing(names.firstName)) return
    const body = changedNames(user, names)
    if (Object.keys(body).length === 0) onClose()
    else change.mutate({ body })
  }
  const field = (name: keyof Names, autoComplete: string) => (
    <TextInput
      value={names[name]}
      autoComplete={autoComplete}
      maxLength={nameLength}
      readOnly={change.isPending}
      onChange={({ currentTarget: { value } }) => setNames({ ...names, [name]: value })}
    />
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Имя и фамилия</Trans>}
      description={<Trans>Так вас видит школа, и так имя попадёт в договоры.</Trans>}
      closeLabel={t`Закрыть`}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Отменить</Trans>
          </Button>
          <Button variant="primary" type="submit" form={form} busy={change.isPending}>
            <Trans>Сохранить</Trans>
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-base">
        <Field label={t`Фамилия`} error={wasSubmitted && isMissing(names.lastName) && t`Введите фамилию.`}>
          {field('lastName', 'family-name')}
        </Field>
        <Field label={t`Имя`} error={wasSubmitted && isMissing(names.firstName) && t`Введите имя.`}>
          {field('firstName', 'given-name')}
        </Field>
        <Field label={t`Отчество`} mark={t`если есть`}>
          {field('patronym', 'additional-name')}
        </Field>
        {change.error && (
          <Notice tone="error" role="alert" title={<Trans>Не удалось сохранить</Trans>}>
            <FailureWords error={change.error} />
          </Notice>
        )}
      </form>
    </Dialog>
  )
}

function isMissing(name: string): boolean {
  return name.trim() === ''
}
