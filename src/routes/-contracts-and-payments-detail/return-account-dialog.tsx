import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { bankDetailsForm } from '#contract/forms.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { AccountOwnerOnly, useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { AccountFields, emptyAccount } from './termination-account-form.tsx'

type ReturnAccountDialogProps = { contractId: string; sum: string; onClose: () => void }

/** The account for what the school cannot return the way it was paid. It is never kept in the browser. */
export function ReturnAccountDialog({ contractId, sum, onClose }: ReturnAccountDialogProps) {
  const { t } = useLingui()
  const isImpersonating = useIsImpersonating()
  const form = useSchemaForm({ schema: bankDetailsForm, defaultValues: emptyAccount })
  const give = useMutation(
    callMutation('POST /v1/profile/contract/{contractId}/termination/account', {
      handlesError: true,
      idempotent: true,
    }),
  )
  return (
    <FormDialog
      title={<Trans>Счёт для возврата</Trans>}
      description={<Trans>Школа переведёт на него {sum}. Реквизиты есть в приложении банка: это не номер карты.</Trans>}
      submitLabel={<Trans>Сохранить счёт</Trans>}
      disabled={isImpersonating}
      mutation={give}
      failureTitle={t`Счёт не сохранён`}
      success="returnAccountGiven"
      form={form}
      onSubmit={(bank) => give.mutateAsync({ params: { contractId }, body: { bank } })}
      onClose={onClose}
    >
      <AccountFields form={form} readOnly={give.isPending} />
      <AccountOwnerOnly />
    </FormDialog>
  )
}
