import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { GroupTransfer } from '#contract/learning/schedule.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'

type WithdrawTransferDialogProps = { transfer: GroupTransfer; onOpenerGone: () => void; onClose: () => void }

/** Confirms the withdrawal of a transfer; the server refuses it once the transfer has taken effect. */
export function WithdrawTransferDialog({ transfer, onOpenerGone, onClose }: WithdrawTransferDialogProps) {
  const withdraw = useMutation({
    ...callMutation('DELETE /v1/schedule/group/transfer/{id}', { handlesError: true }),
  })
  return (
    <FormDialog
      title={<Trans>Отозвать смену группы?</Trans>}
      description={
        <Trans>
          Группа останется прежней: «{transfer.from.title}». Место в группе «{transfer.to.title}» освободится для
          других.
        </Trans>
      }
      submitLabel={<Trans>Отозвать</Trans>}
      cancelLabel={<Trans>Оставить смену</Trans>}
      tone="danger"
      mutation={withdraw}
      failureTitle={<Trans>Смену отозвать не получилось</Trans>}
      success="transferWithdrawn"
      onSubmit={() => withdraw.mutateAsync({ params: { id: transfer.uuid } })}
      onClose={onClose}
      onOpenerGone={onOpenerGone}
    />
  )
}
