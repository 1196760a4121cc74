import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callMutation } from '#src/api/call-mutation.ts'
import { renewAfterPurchase } from '#src/api/purchase.ts'
import { renewAfterMove } from '#src/api/schedule.ts'
import { FailureWords } from './failure-words.tsx'
import { FormDialog } from './form-dialog.tsx'

/** Lines for a course's groups, and for groups to move to. */
const queues = {
  course: { call: 'DELETE /v1/catalog/queue/{id}', renew: renewAfterPurchase },
  move: { call: 'DELETE /v1/schedule/group/queue/{id}', renew: renewAfterMove },
} as const

type LeaveQueueDialogProps = {
  of: keyof typeof queues
  id: string
  groupTitle: string
  isHeld: boolean
  onOpenerGone: () => void
  onClose: () => void
}

/** Asks whether somebody is to wait no longer: whoever comes back begins at the end of the line. */
export function LeaveQueueDialog({ of, id, groupTitle, isHeld, onOpenerGone, onClose }: LeaveQueueDialogProps) {
  const queryClient = useQueryClient()
  const { call, renew } = queues[of]
  const leave = useMutation({
    ...callMutation(call, { returnsFailure: true }),
    onSettled: () => renew(queryClient),
  })
  return (
    <FormDialog
      title={<Trans>Больше не ждать места?</Trans>}
      description={
        isHeld ? (
          <Trans>Место в группе «{groupTitle}», которое мы держим для вас, достанется следующему.</Trans>
        ) : (
          <Trans>Группа «{groupTitle}». Если передумаете, встать можно будет только в конец очереди.</Trans>
        )
      }
      submitLabel={<Trans>Не ждать</Trans>}
      cancelLabel={<Trans>Ждать дальше</Trans>}
      tone="danger"
      isPending={leave.isPending}
      failureTitle={<Trans>Выйти из очереди не получилось</Trans>}
      failure={leave.error && <FailureWords error={leave.error} />}
      success="queueLeft"
      onSubmit={() => leave.mutateAsync({ params: { id } })}
      onClose={onClose}
      onOpenerGone={onOpenerGone}
    />
  )
}
