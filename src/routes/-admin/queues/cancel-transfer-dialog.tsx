import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { loginReasonForm } from '#contract/forms.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { ReasonField } from '#src/routes/-admin/reason-field.tsx'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'

type CancelTransferDialogProps = { id: string; groups: string | null; onClose: () => void }

/** Cancels a transfer that has not taken effect; the reason is part of the message to who asked for it. */
export function CancelTransferDialog({ id, groups, onClose }: CancelTransferDialogProps) {
  const { t } = useLingui()
  const form = useSchemaForm({
    schema: loginReasonForm,
    defaultValues: { reason: '' },
    persistence: useFormPersistence(`cancel-transfer-${id}`),
  })
  const cancel = useMutation(
    callMutation('POST /v1/admin/transfer/{transferId}/cancel', { handlesError: true, idempotent: true }),
  )
  return (
    <FormDialog
      title={<Trans>Отменить смену группы</Trans>}
      description={
        <Trans>
          Ученик останется в прежней группе по прежней цене, место в новой получит следующий в очереди. Семья получит
          сообщение с причиной.
        </Trans>
      }
      submitLabel={<Trans>Отменить смену группы</Trans>}
      tone="danger"
      mutation={cancel}
      failureTitle={t`Смена группы не отменена`}
      form={form}
      onSubmit={({ reason }) => cancel.mutateAsync({ params: { transferId: id }, body: { reason } })}
      onClose={onClose}
    >
      {groups && <p className="font-medium wrap-anywhere">{groups}</p>}
      <ReasonField form={form} autoFocus readOnly={cancel.isPending} />
    </FormDialog>
  )
}
