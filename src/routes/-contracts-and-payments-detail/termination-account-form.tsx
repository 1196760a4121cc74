import { Trans, useLingui } from '@lingui/react/macro'
import { bankDetailsForm } from '#contract/forms.ts'
import type { ReturnAccount } from '#src/machines/contract-termination.ts'
import { type SchemaForm, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { Field, Form } from '#src/ui/forms/form.tsx'
import { TextInput } from '#src/ui/forms/inputs.tsx'

export const emptyAccount: ReturnAccount = { recipient: '', account: '', bankCode: '' }

type AccountFormProps = {
  id: string
  known: ReturnAccount | null
  onSubmit: (account: ReturnAccount) => void
}

/** The account to which the school transfers what was not paid online. It is never kept in the browser. */
export function AccountForm({ id, known, onSubmit }: AccountFormProps) {
  const form = useSchemaForm({ schema: bankDetailsForm, defaultValues: known ?? emptyAccount })
  return (
    <Form
      id={id}
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit((values) => {
          onSubmit(values)
          return undefined
        })
      }}
    >
      <p>
        <Trans>
          Эту часть платили не онлайн, поэтому школа переведёт её на счёт. Реквизиты есть в приложении банка.
        </Trans>
      </p>
      <AccountFields form={form} />
    </Form>
  )
}

type AccountFieldsProps = { form: SchemaForm<ReturnAccount>; readOnly?: boolean }

/** Owner, number and bank of an account. */
export function AccountFields({ form, readOnly = false }: AccountFieldsProps) {
  const { t } = useLingui()
  const accountError = form.errorOf('account')
  return (
    <>
      <Field label={t`Владелец счёта`} error={form.errorOf('recipient') && t`Напишите фамилию и имя владельца счёта.`}>
        <TextInput {...form.register('recipient')} autoFocus required autoComplete="off" readOnly={readOnly} />
      </Field>
      <Field
        label={t`Номер счёта`}
        hint={t`20 цифр`}
        error={
          accountError &&
          (accountError === 'wrong-digit'
            ? t`Такого счёта в этом банке быть не может: в счёте или БИК ошибка в цифре.`
            : t`В номере счёта 20 цифр.`)
        }
      >
        <TextInput
          {...form.register('account')}
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          readOnly={readOnly}
        />
      </Field>
      <Field label={t`БИК банка`} hint={t`9 цифр`} error={form.errorOf('bankCode') && t`В БИК 9 цифр.`}>
        <TextInput
          {...form.register('bankCode')}
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={15}
          readOnly={readOnly}
        />
      </Field>
    </>
  )
}
