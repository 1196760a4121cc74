import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { loginReasonForm } from '#contract/forms.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { ReasonField } from '#src/routes/-admin/reason-field.tsx'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'

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
      <ReasonField form={form} autoFocus readOnly={stop.isPending} />
    </FormDialog>
  )
}
