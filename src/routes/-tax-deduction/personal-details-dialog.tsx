import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { PersonalDetails } from '#contract/billing/tax.ts'
import { personalDetailsForm } from '#contract/forms.ts'
import { calendarRange } from '#contract/limits.ts'
import { fullName } from '#contract/people/names.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { Field } from '#src/ui/forms/form.tsx'
import { TextInput } from '#src/ui/forms/inputs.tsx'

type PersonalDetailsDialogProps = { person: PersonalDetails; isOwn: boolean; onClose: () => void }

/** Tax number and date of birth of the applicant or of a child, as the certificate will have them. */
export function PersonalDetailsDialog({ person, isOwn, onClose }: PersonalDetailsDialogProps) {
  const { t } = useLingui()
  const { today } = useSchoolNow()
  const form = useSchemaForm({
    schema: personalDetailsForm,
    defaultValues: { taxNumber: person.taxNumber ?? '', bornOn: person.bornOn ?? '' },
    persistence: useFormPersistence(`particulars-${person.uuid}`),
  })
  const change = useMutation(callMutation('PATCH /v1/profile/tax-deduction/particulars', { handlesError: true }))
  const [numberError, dayError] = [form.errorOf('taxNumber'), form.errorOf('bornOn')]
  return (
    <FormDialog
      title={isOwn ? <Trans>Ваши данные для справки</Trans> : <Trans>Данные ученика для справки</Trans>}
      description={fullName(person)}
      submitLabel={<Trans>Сохранить</Trans>}
      mutation={change}
      failureTitle={<Trans>Не удалось сохранить</Trans>}
      success="particularsSaved"
      form={form}
      onSubmit={(values) => change.mutateAsync({ body: { userUuid: person.uuid, ...values } })}
      onClose={onClose}
    >
      <Field
        label={t`ИНН`}
        hint={t`12 цифр. Узнать ИНН можно в кабинете налоговой или на Госуслугах.`}
        error={
          numberError &&
          (numberError === 'wrong-format'
            ? t`В ИНН человека 12 цифр.`
            : t`Такого ИНН не бывает: в одной из цифр ошибка. Сверьте его с документом.`)
        }
      >
        <TextInput
          {...form.register('taxNumber')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          readOnly={change.isPending}
        />
      </Field>
      <Field
        label={t`Дата рождения`}
        error={
          dayError &&
          (dayError === 'required'
            ? t`Укажите день, месяц и год.`
            : dayError === 'not-allowed'
              ? isOwn
                ? t`Дату рождения указывает родитель в своём личном кабинете.`
                : t`От этой даты зависит, совершеннолетний ли ученик: её может исправить только школа.`
              : t`Проверьте год: такой даты рождения быть не может.`)
        }
      >
        <TextInput
          {...form.register('bornOn')}
          type="date"
          autoComplete={isOwn ? 'bday' : 'off'}
          min={calendarRange.from}
          max={today}
          readOnly={change.isPending}
        />
      </Field>
    </FormDialog>
  )
}
