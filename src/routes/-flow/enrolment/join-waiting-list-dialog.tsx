import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { CourseStudent } from '#contract/enrolment/catalog.ts'
import { displayName } from '#contract/people/names.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { ScheduleConflicts } from '#src/routes/-flow/steps/schedule-conflicts.tsx'
import { WaitingListLength } from '#src/routes/-flow/steps/waiting-list.tsx'
import type { CourseGroup } from '#src/routes/-query/labels/course-group-facts.tsx'

type JoinWaitingListDialogProps = {
  group: CourseGroup
  student: CourseStudent
  students: readonly CourseStudent[]
  onButtonRemoved: () => void
  onClose: () => void
}

/** Explains the waiting list and asks for confirmation. */
export function JoinWaitingListDialog({
  group,
  student,
  students,
  onButtonRemoved,
  onClose,
}: JoinWaitingListDialogProps) {
  const join = useMutation(callMutation('POST /v1/catalog/waiting-list/join', { handlesError: true, idempotent: true }))
  const { groupUuid, title, waiting } = group
  const { studentUuid } = student
  const name = displayName(student)
  const conflicts = student.groups.find((each) => each.groupUuid === groupUuid)?.conflicts ?? []
  return (
    <FormDialog
      title={<Trans>Встать в очередь?</Trans>}
      description={
        <Trans>
          Группа «{title}», {name}
        </Trans>
      }
      submitLabel={<Trans>Встать в очередь</Trans>}
      mutation={join}
      failureTitle={<Trans>Встать в очередь не получилось</Trans>}
      onSubmit={() => join.mutateAsync({ body: { groupUuid, studentUuid } })}
      onClose={onClose}
      onOpenerGone={onButtonRemoved}
    >
      <p>
        <WaitingListLength waiting={waiting} />{' '}
        <Trans>
          Когда место освободится, мы напишем первому в очереди и сутки будем держать место для него. Платить пока
          ничего не нужно.
        </Trans>
      </p>
      <ScheduleConflicts
        conflicts={conflicts}
        nameOf={(child) => students.find((each) => each.studentUuid === child)?.firstName ?? ''}
      />
    </FormDialog>
  )
}
