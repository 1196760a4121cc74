import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { ContractActionEntry } from '#contract/billing/contract-actions.ts'
import { loginReasonForm } from '#contract/forms.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { ReasonField } from '#src/routes/-admin/reason-field.tsx'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { actionLabels } from './action-labels.ts'

/** Undoes an action whose effect is still there. */
export function UndoDialog({
  entry: { uuid, action, detail },
  onClose,
}: {
  entry: ContractActionEntry
  onClose: () => void
}) {
  const { t, i18n } = useLingui()
  const form = useSchemaForm({
    schema: loginReasonForm,
    defaultValues: { reason: '' },
    persistence: useFormPersistence(`undo-contract-action-${uuid}`),
  })
  const undo = useMutation(
    callMutation('POST /v1/admin/contract-action/{actionId}/undo', { handlesError: true, idempotent: true }),
  )
  return (
    <FormDialog
      title={<Trans>Отменить действие</Trans>}
      description={<Trans>Всё станет как было. Заказчик получит сообщение с причиной.</Trans>}
      submitLabel={<Trans>Отменить действие</Trans>}
      mutation={undo}
      failureTitle={t`Действие не отменено`}
      success="contractActionUndone"
      form={form}
      onSubmit={({ reason }) => undo.mutateAsync({ params: { actionId: uuid }, body: { reason } })}
      onClose={onClose}
    >
      <p className="font-medium break-words">
        {i18n._(labelOf(actionLabels, action))}: {detail}
      </p>
      <ReasonField form={form} autoFocus readOnly={undo.isPending} />
    </FormDialog>
  )
}
