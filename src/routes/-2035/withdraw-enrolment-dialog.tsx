import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { callMutation } from '#src/api/call-mutation.ts'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'

type WithdrawEnrolmentDialogProps = {
  enrolmentUuid: string
  opportunityTitle: string
  onOpenerGone: () => void
  onClose: () => void
}

/** Confirms the withdrawal of an enrolment; the server refuses it once the group has started or a contract is made. */
export function WithdrawEnrolmentDialog({
  enrolmentUuid,
  opportunityTitle,
  onOpenerGone,
  onClose,
}: WithdrawEnrolmentDialogProps) {
  const withdraw = useMutation({ ...callMutation('DELETE /v1/schedule/enrolment/{id}', { handlesError: true }) })
  return (
    <FormDialog
      title={<Trans>Отменить запись?</Trans>}
      description={
        <Trans>
          Место на направлении «{opportunityTitle}» освободится для других. Пока набор открыт, можно записаться снова,
          если останутся места.
        </Trans>
      }
      submitLabel={<Trans>Отменить запись</Trans>}
      cancelLabel={<Trans>Оставить</Trans>}
      tone="danger"
      mutation={withdraw}
      failureTitle={<Trans>Запись отменить не получилось</Trans>}
      success="enrolmentWithdrawn"
      onSubmit={() => withdraw.mutateAsync({ params: { id: enrolmentUuid } })}
      onClose={onClose}
      onOpenerGone={onOpenerGone}
    />
  )
}
