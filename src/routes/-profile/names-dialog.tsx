import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { namesForm } from '#contract/forms.ts'
import { nameLength } from '#contract/limits.ts'
import type { PersonName } from '#contract/people/names.ts'
import type { Profile } from '#contract/people/profile.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { useSession } from '#src/routes/-query/use-session.ts'
import { Field } from '#src/ui/forms/form.tsx'
import { TextInput } from '#src/ui/forms/inputs.tsx'

type NamesFormValues = { [Name in keyof PersonName]: string }

/** Surname, first name and patronym, as documents have them. */
export function NamesDialog({ user, onClose }: { user: Profile; onClose: () => void }) {
  const { t } = useLingui()
  const session = useSession()
  const form = useSchemaForm<NamesFormValues>({
    schema: namesForm,
    defaultValues: { lastName: user.lastName, firstName: user.firstName, patronym: user.patronym ?? '' },
    persistence: useFormPersistence('names'),
  })
  const change = useMutation({
    ...callMutation('PATCH /v1/profile', { handlesError: true }),
    onSuccess: (changed) => session.send({ type: 'profile.received', user: changed }),
  })
  const submit = (values: NamesFormValues) => {
    const body = changedNames(user, values)
    return Object.keys(body).length === 0 ? 'unchanged' : change.mutateAsync({ body })
  }
  const field = (name: keyof NamesFormValues, autoComplete: string) => (
    <TextInput
      {...form.register(name)}
      autoComplete={autoComplete}
      maxLength={nameLength}
      readOnly={change.isPending}
    />
  )
  const errorOf = (name: keyof NamesFormValues, required?: string) => {
    const error = form.errorOf(name)
    return error === 'required' ? required : error && t`Только буквы, дефис, апостроф, точка и пробел.`
  }
  return (
    <FormDialog
      title={<Trans>Имя и фамилия</Trans>}
      description={<Trans>Так вас видит школа, и так имя попадёт в договоры.</Trans>}
      submitLabel={<Trans>Сохранить</Trans>}
      mutation={change}
      failureTitle={<Trans>Не удалось сохранить</Trans>}
      success="profileSaved"
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t`Фамилия`} error={errorOf('lastName')}>
        {field('lastName', 'family-name')}
      </Field>
      <Field
        label={t`Имя`}
        hint={t`Если имя одно, без фамилии, впишите его сюда.`}
        error={errorOf('firstName', t`Введите имя.`)}
      >
        {field('firstName', 'given-name')}
      </Field>
      <Field label={t`Отчество`} mark={t`если есть`} error={errorOf('patronym')}>
        {field('patronym', 'additional-name')}
      </Field>
    </FormDialog>
  )
}

/** The changed names alone, as the call takes them: an empty patronym is null. */
export function changedNames(
  before: PersonName,
  { lastName, firstName, patronym }: NamesFormValues,
): Partial<PersonName> {
  const after: PersonName = { lastName, firstName, patronym: patronym || null }
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name as keyof PersonName] !== value))
}
