import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { GroupMove } from '#contract/schedule.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { renewAfterMove } from '#src/api/schedule.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { FormDialog } from '#src/routes/-frame/form-dialog.tsx'

type WithdrawDialogProps = { move: GroupMove; onOpenerGone: () => void; onClose: () => void }

/** Asks whether a move is to be taken back; one that has taken effect meanwhile is refused. */
export function WithdrawDialog({ move, onOpenerGone, onClose }: WithdrawDialogProps) {
  const queryClient = useQueryClient()
  const withdraw = useMutation({
    ...callMutation('DELETE /v1/schedule/group/move/{id}', { returnsFailure: true }),
    onSettled: () => renewAfterMove(queryClient),
  })
  return (
    <FormDialog
      title={<Trans>Отозвать смену группы?</Trans>}
      description={
        <Trans>
          Группа останется прежней: «{move.from.title}». Место в группе «{move.to.title}» освободится для других.
        </Trans>
      }
      submitLabel={<Trans>Отозвать</Trans>}
      cancelLabel={<Trans>Оставить смену</Trans>}
      tone="danger"
      isPending={withdraw.isPending}
      failureTitle={<Trans>Смену отозвать не получилось</Trans>}
      failure={withdraw.error && <FailureWords error={withdraw.error} />}
      success="moveWithdrawn"
      onSubmit={() => withdraw.mutateAsync({ params: { id: move.uuid } })}
      onClose={onClose}
      onOpenerGone={onOpenerGone}
    />
  )
}
