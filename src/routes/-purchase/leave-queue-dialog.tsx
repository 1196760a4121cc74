import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CourseQueue } from '#contract/catalog.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { renewAfterPurchase } from '#src/api/purchase.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { FormDialog } from '#src/routes/-frame/form-dialog.tsx'

type LeaveQueueDialogProps = { queue: CourseQueue; onOpenerGone: () => void; onClose: () => void }

/** Asks whether somebody is to wait no longer: whoever comes back begins at the end of the line. */
export function LeaveQueueDialog({ queue, onOpenerGone, onClose }: LeaveQueueDialogProps) {
  const { uuid: id, groupTitle, heldUntil } = queue
  const queryClient = useQueryClient()
  const leave = useMutation({
    ...callMutation('DELETE /v1/catalog/queue/{id}', { returnsFailure: true }),
    onSettled: () => renewAfterPurchase(queryClient),
  })
  return (
    <FormDialog
      title={<Trans>Больше не ждать места?</Trans>}
      description={
        heldUntil !== null ? (
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
