import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { correctionForm } from '#contract/forms.ts'
import { correctionLength } from '#contract/limits.ts'
import type { DataRequests } from '#contract/people/data-requests.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { useProfileOwner } from '#src/routes/-profile/profile-owner.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { Select, TextArea } from '#src/ui/forms/inputs.tsx'

type CorrectionDialogProps = { people: DataRequests['people']; onClose: () => void }

/** Asks the school to correct what the person cannot change himself. */
export function CorrectionDialog({ people, onClose }: CorrectionDialogProps) {
  const { t } = useLingui()
  const hasOwnNames = useProfileOwner('names') === 'person'
  const form = useSchemaForm({
    schema: correctionForm,
    defaultValues: { subjectId: people[0]?.id ?? '', wrong: '', right: '' },
    persistence: useFormPersistence('correction'),
  })
  const ask = useMutation(
    callMutation('POST /v1/profile/data-request/correction', { handlesError: true, idempotent: true }),
  )
  const text = (name: 'wrong' | 'right') => (
    <TextArea {...form.register(name)} rows={3} maxLength={correctionLength} required readOnly={ask.isPending} />
  )
  return (
    <FormDialog
      title={<Trans>Исправить данные</Trans>}
      description={
        hasOwnNames ? (
          <Trans>Школа ответит за 7 рабочих дней. Почту, телефон и имя вы можете изменить сами, в профиле.</Trans>
        ) : (
          <Trans>Школа ответит за 7 рабочих дней. Почту и телефон вы можете изменить сами, в профиле.</Trans>
        )
      }
      submitLabel={<Trans>Отправить</Trans>}
      mutation={ask}
      failureTitle={<Trans>Запрос не отправлен</Trans>}
      form={form}
      onSubmit={(body) => ask.mutateAsync({ body })}
      onClose={onClose}
    >
      {people.length > 1 && (
        <Field label={t`О ком`}>
          <Select {...form.register('subjectId')} disabled={ask.isPending}>
            {people.map(({ id, name, isOwn }) => (
              <option key={id} value={id}>
                {isOwn ? t`О себе` : name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label={t`Что неверно`} error={form.errorOf('wrong') && t`Напишите, что неверно.`}>
        {text('wrong')}
      </Field>
      <Field label={t`Как правильно`} error={form.errorOf('right') && t`Напишите, как правильно.`}>
        {text('right')}
      </Field>
    </FormDialog>
  )
}
