import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { labelOf } from '#src/i18n/labels.ts'
import { purchaseObstacleLabels } from '#src/i18n/purchase-labels.ts'
import { FoldedConflicts } from '#src/routes/-flow/steps/schedule-conflicts.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { eligibilityFor, type StudentContext } from './enrolment-context.ts'

type GroupObstaclesProps = {
  group: string
  enrolment: StudentContext
  /** Shown if there is no obstacle. */
  otherwise?: ReactNode
}

/** Why a student cannot enrol in a group, and its conflicts with the schedule of the week. */
export function GroupObstacles({ group, enrolment, otherwise = null }: GroupObstaclesProps) {
  const { i18n } = useLingui()
  const { student, students } = enrolment
  const eligibility = eligibilityFor(group, student)
  const obstacle = student?.obstacle ?? eligibility?.obstacle ?? null
  // The badge of the group already says that it is full.
  const said = obstacle === 'full' ? null : obstacle
  // Schedule conflicts are irrelevant if the student cannot enrol.
  const conflicts = said === null ? (eligibility?.conflicts ?? []) : []
  const nameOf = (child: string) => students?.find(({ studentUuid }) => studentUuid === child)?.firstName ?? ''
  if (said === null && conflicts.length === 0) return otherwise
  return (
    <>
      {said !== null && (
        <p className="flex gap-xs text-left text-sm text-ink-error">
          <Icon name="warning" />
          {i18n._(labelOf(purchaseObstacleLabels, said))}
        </p>
      )}
      <FoldedConflicts
        conflicts={conflicts}
        child={student && students && students.length > 1 ? student.firstName : null}
        nameOf={nameOf}
      />
    </>
  )
}
