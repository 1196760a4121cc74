import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { nameLength } from '#contract/limits.ts'
import { namePattern, normalName } from '#contract/person-name.ts'
import type { Profile } from '#contract/profile.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import type { Named } from '#src/i18n/person-words.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { FormDialog } from '#src/routes/-frame/form-dialog.tsx'
import { useTyped } from '#src/routes/-frame/use-typed.ts'
import { Field } from '#src/ui/field.tsx'
import { TextInput } from '#src/ui/text-input.tsx'

/** The names as a form holds them. */
type Names = { [Name in keyof Named]: string }

const route = getRouteApi('__root__')

/** Surname, name and patronym, as documents write them. */
export function NamesDialog({ user, onClose: close }: { user: Profile; onClose: () => void }) {
  const { t } = useLingui()
  const session = route.useRouteContext({ select: (context) => context.session })
  const {
    text: names,
    type,
    forget,
  } = useTyped<Names>('names', {
    lastName: user.lastName,
    firstName: user.firstName,
    patronym: user.patronym ?? '',
  })
  const onClose = () => {
    forget()
    close()
  }
  const [wasSubmitted, setSubmitted] = useState(false)
  const change = useMutation({
    ...callMutation('PATCH /v1/profile', { returnsFailure: true }),
    onSuccess: (changed) => session.send({ type: 'profile.received', user: changed }),
  })
  const faults = faultsIn(names)
  const errorOf = (name: keyof Names, missing?: string) => {
    if (!wasSubmitted || faults[name] === null) return null
    return faults[name] === 'missing' ? missing : t`Только буквы, дефис, апостроф, точка и пробел.`
  }
  const submit = () => {
    setSubmitted(true)
    if (Object.values(faults).some((fault) => fault !== null)) return undefined
    const body = changedNames(user, names)
    if (Object.keys(body).length > 0) return change.mutateAsync({ body })
    onClose()
    return undefined
  }
  const field = (name: keyof Names, autoComplete: string) => (
    <TextInput
      value={names[name]}
      autoComplete={autoComplete}
      maxLength={nameLength}
      readOnly={change.isPending}
      onChange={({ currentTarget: { value } }) => type({ [name]: value })}
    />
  )
  return (
    <FormDialog
      title={<Trans>Имя и фамилия</Trans>}
      description={<Trans>Так вас видит школа, и так имя попадёт в договоры.</Trans>}
      submitLabel={<Trans>Сохранить</Trans>}
      isPending={change.isPending}
      failureTitle={<Trans>Не удалось сохранить</Trans>}
      failure={change.error && <FailureWords error={change.error} />}
      success="profileSaved"
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t`Фамилия`} error={errorOf('lastName', t`Введите фамилию.`)}>
        {field('lastName', 'family-name')}
      </Field>
      <Field label={t`Имя`} error={errorOf('firstName', t`Введите имя.`)}>
        {field('firstName', 'given-name')}
      </Field>
      <Field label={t`Отчество`} mark={t`если есть`} error={errorOf('patronym')}>
        {field('patronym', 'additional-name')}
      </Field>
    </FormDialog>
  )
}

/** What the form says differently, as the server takes it: only that is sent, and no patronym is null. */
export function changedNames(before: Named, { lastName, firstName, patronym }: Names): Partial<Named> {
  const after: Named = {
    lastName: normalName(lastName),
    firstName: normalName(firstName),
    patronym: normalName(patronym) || null,
  }
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name as keyof Named] !== value))
}

type Fault = 'missing' | 'no-name' | null

function faultsIn({ lastName, firstName, patronym }: Names): Record<keyof Names, Fault> {
  const faultIn = (typed: string): Fault => (namePattern.test(normalName(typed)) ? null : 'no-name')
  const faultInNeeded = (typed: string): Fault => (typed.trim() === '' ? 'missing' : faultIn(typed))
  return { lastName: faultInNeeded(lastName), firstName: faultInNeeded(firstName), patronym: faultIn(patronym) }
}
