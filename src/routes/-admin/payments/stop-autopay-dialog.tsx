import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { loginReasonForm } from '#contract/forms.ts'
import { reasonLength } from '#contract/limits.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { Field } from '#src/ui/forms/form.tsx'
import { TextArea } from '#src/ui/forms/inputs.tsx'

const { min, max } = reasonLength

/** Stops automatic payments of a family; the reason is part of the message. */
export function StopAutopayDialog({ autopayId, onClose }: { autopayId: string; onClose: () => void }) {
  const { t } = useLingui()
  const form = useSchemaForm({
    schema: loginReasonForm,
    defaultValues: { reason: '' },
    persistence: useFormPersistence(`stop-autopay-${autopayId}`),
  })
  const stop = useMutation(
    callMutation('POST /v1/admin/autopay/{autopayId}/stop', { handlesError: true, idempotent: true }),
  )
  return (
    <FormDialog
      title={<Trans>Отключить автоплатёж</Trans>}
      description={
        <Trans>
          Больше ничего не спишется, банк забудет карту. Семья получит сообщение с причиной и сможет включить автоплатёж
          снова только с новой оплатой.
        </Trans>
      }
      submitLabel={<Trans>Отключить автоплатёж</Trans>}
      tone="danger"
      mutation={stop}
      failureTitle={t`Автоплатёж не отключён`}
      success="autopayStopped"
      form={form}
      onSubmit={({ reason }) => stop.mutateAsync({ params: { autopayId }, body: { reason } })}
      onClose={onClose}
    >
      <Field label={t`Причина`} error={form.errorOf('reason') && t`Напишите хотя бы ${min} символов.`}>
        <TextArea {...form.register('reason')} autoFocus required rows={3} maxLength={max} readOnly={stop.isPending} />
      </Field>
    </FormDialog>
  )
}
