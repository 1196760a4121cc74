import { useLingui } from '@lingui/react/macro'
import { reasonLength } from '#contract/limits.ts'
import type { SchemaForm, TextValues } from '#src/routes/-flow/forms/use-schema-form.ts'
import { Field } from '#src/ui/forms/form.tsx'
import { TextArea } from '#src/ui/forms/inputs.tsx'

const { min, max } = reasonLength

type ReasonFieldProps = {
  form: {
    register: (name: 'reason') => ReturnType<SchemaForm<TextValues>['register']>
    errorOf: (name: 'reason') => string | null
  }
  /** «Причина» by default. */
  label?: string
  autoFocus?: boolean
  /** The reason is being sent. */
  readOnly: boolean
}

/** Why an administrator does something; the audit log keeps it. */
export function ReasonField({ form, label, autoFocus = false, readOnly }: ReasonFieldProps) {
  const { t } = useLingui()
  return (
    <Field label={label ?? t`Причина`} error={form.errorOf('reason') && t`Напишите хотя бы ${min} символов.`}>
      <TextArea
        {...form.register('reason')}
        autoFocus={autoFocus}
        required
        rows={3}
        maxLength={max}
        readOnly={readOnly}
      />
    </Field>
  )
}
