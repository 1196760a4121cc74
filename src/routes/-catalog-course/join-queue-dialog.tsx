import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CourseStudent } from '#contract/catalog.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { isDecided } from '#src/api/failure.ts'
import { renewAfterPurchase } from '#src/api/purchase.ts'
import type { CourseGroup } from '#src/routes/-frame/course-group-facts.tsx'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { FormDialog } from '#src/routes/-frame/form-dialog.tsx'
import { QueueLength } from '#src/routes/-frame/queue-length.tsx'

type JoinQueueDialogProps = { group: CourseGroup; student: CourseStudent; onGone: () => void; onClose: () => void }

/** Says what waiting means, and for whom it would be. */
export function JoinQueueDialog({ group, student, onGone, onClose }: JoinQueueDialogProps) {
  const queryClient = useQueryClient()
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID())
  const join = useMutation({
    ...callMutation('POST /v1/catalog/queue/join', { returnsFailure: true }),
    onError: (error) => {
      // A refusal answers its key for good; another try is another intention.
      if (isDecided(error)) setKey(crypto.randomUUID())
    },
    onSettled: () => renewAfterPurchase(queryClient),
  })
  const { groupUuid, title, waiting } = group
  const { studentUuid, firstName, lastName } = student
  return (
    <FormDialog
      title={<Trans>Встать в очередь?</Trans>}
      description={
        <Trans>
          Группа «{title}», {firstName} {lastName}
        </Trans>
      }
      submitLabel={<Trans>Встать в очередь</Trans>}
      isPending={join.isPending}
      failureTitle={<Trans>Встать в очередь не получилось</Trans>}
      failure={join.error && <FailureWords error={join.error} />}
      onSubmit={() => join.mutateAsync({ body: { groupUuid, studentUuid }, idempotencyKey })}
      onClose={onClose}
      onOpenerGone={onGone}
    >
      <p>
        <QueueLength waiting={waiting} />{' '}
        <Trans>
          Когда место освободится, мы напишем первому в очереди и сутки будем держать место для него. Платить пока
          ничего не нужно.
        </Trans>
      </p>
    </FormDialog>
  )
}
