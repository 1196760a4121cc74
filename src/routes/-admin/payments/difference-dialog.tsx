import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { loginReasonForm } from '#contract/forms.ts'
import type { PendingWork } from '#contract/people/school-work.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { ReasonField } from '#src/routes/-admin/reason-field.tsx'
import { UserLink } from '#src/routes/-admin/user/user-labels.tsx'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { DescriptionList } from '#src/ui/data/list.tsx'
import { differenceAdvice, differenceTitles } from './difference-labels.ts'

export type Difference = Omit<PendingWork['paymentDifferences'][number], 'foundAt'>
type DifferenceDialogProps = { difference: Difference; onClose: () => void }

/** What differs between payment provider and ledger, what to do, and the note that takes it out of the queue. */
export function DifferenceDialog({ difference, onClose }: DifferenceDialogProps) {
  const { t, i18n } = useLingui()
  const { id, kind, externalId, payer } = difference
  const form = useSchemaForm({
    schema: loginReasonForm,
    defaultValues: { reason: '' },
    persistence: useFormPersistence(`difference-${id}`),
  })
  const clear = useMutation(
    callMutation('POST /v1/admin/payment-difference/{differenceId}/clear', { handlesError: true, idempotent: true }),
  )
  return (
    <FormDialog
      title={differenceTitles(difference, i18n)}
      description={i18n._(differenceAdvice[kind])}
      submitLabel={<Trans>Разобрано</Trans>}
      mutation={clear}
      failureTitle={t`Не получилось`}
      success="differenceCleared"
      form={form}
      onSubmit={({ reason }) => clear.mutateAsync({ params: { differenceId: id }, body: { reason } })}
      onClose={onClose}
    >
      <DescriptionList
        entries={[
          { key: 'id', term: t`Номер у платёжного сервиса`, value: <span className="break-all">{externalId}</span> },
          { key: 'payer', term: t`Плательщик`, value: payer && <UserLink id={payer.id}>{payer.name}</UserLink> },
        ]}
      />
      <ReasonField form={form} label={t`Что сделано`} autoFocus readOnly={clear.isPending} />
    </FormDialog>
  )
}
