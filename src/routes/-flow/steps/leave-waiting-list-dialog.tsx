import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { callMutation } from '#src/api/call-mutation.ts'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'

/** Waiting lists of course groups and of transfers. */
const leaveCalls = {
  course: 'DELETE /v1/catalog/waiting-list/{id}',
  transfer: 'DELETE /v1/schedule/group/waiting-list/{id}',
} as const

type LeaveWaitingListDialogProps = {
  of: keyof typeof leaveCalls
  id: string
  groupTitle: string
  isHeld: boolean
  onOpenerGone: () => void
  onClose: () => void
}

/** Confirms leaving a waiting list: joining again starts at its end. */
export function LeaveWaitingListDialog({
  of,
  id,
  groupTitle,
  isHeld,
  onOpenerGone,
  onClose,
}: LeaveWaitingListDialogProps) {
  const leave = useMutation(callMutation(leaveCalls[of], { handlesError: true }))
  return (
    <FormDialog
      title={<Trans>Больше не ждать места?</Trans>}
      description={
        isHeld ? (
          <Trans>Место в группе «{groupTitle}», которое сейчас за вами, достанется следующему.</Trans>
        ) : (
          <Trans>Группа «{groupTitle}». Если передумаете, встать можно будет только в конец очереди.</Trans>
        )
      }
      submitLabel={<Trans>Не ждать</Trans>}
      cancelLabel={<Trans>Ждать дальше</Trans>}
      tone="danger"
      mutation={leave}
      failureTitle={<Trans>Выйти из очереди не получилось</Trans>}
      success="waitingListLeft"
      onSubmit={() => leave.mutateAsync({ params: { id } })}
      onClose={onClose}
      onOpenerGone={onOpenerGone}
    />
  )
}
