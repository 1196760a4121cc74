import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { slotsText } from '#src/domain/weekly-slots.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { purchaseObstacleLabels } from '#src/i18n/purchase-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Icon } from '#src/ui/icon.tsx'
import { type EnrolmentContext, eligibilityFor, type GroupEligibility } from './enrolment-context.ts'

type GroupObstaclesProps = {
  group: string
  enrolment: EnrolmentContext
  /** Shown if there is no obstacle. */
  otherwise?: ReactNode
}
type Conflict = GroupEligibility['clashes'][number]

/** Why a student cannot enrol in a group, and its conflicts with the schedule of the week. */
export function GroupObstacles({ group, enrolment, otherwise = null }: GroupObstaclesProps) {
  const { i18n } = useLingui()
  const { student, students } = enrolment
  const standing = eligibilityFor(group, student)
  const obstacle = student?.obstacle ?? standing?.obstacle ?? null
  // The badge of the group already says that it is full.
  const said = obstacle === 'full' ? null : obstacle
  // Schedule conflicts are irrelevant if the student cannot enrol.
  const clashes = said === null ? (standing?.clashes ?? []) : []
  if (said === null && clashes.length === 0) return otherwise
  return (
    <ul className="flex flex-col gap-xs text-left text-sm">
      {said !== null && <ObstacleItem>{i18n._(labelOf(purchaseObstacleLabels, said))}</ObstacleItem>}
      {clashes.map(({ kind, slot, other, minutesBetween }) => (
        <ObstacleItem
          key={`${kind} ${slot.weekday} ${slot.from} ${other.slot.from} ${other.studentUuid} ${other.title}`}
        >
          <ConflictText
            clash={{ kind, slot, other, minutesBetween }}
            child={students?.find(({ studentUuid }) => studentUuid === other.studentUuid)?.firstName ?? ''}
          />
        </ObstacleItem>
      ))}
    </ul>
  )
}

function ObstacleItem({ children }: { children: ReactNode }) {
  return (
    <li className="flex gap-xs text-ink-error">
      <Icon name="warning" />
      <span className="min-w-0">{children}</span>
    </li>
  )
}

function ConflictText({ clash: { kind, other, minutesBetween }, child }: { clash: Conflict; child: string }) {
  const dates = useDates()
  const [when] = slotsText([other.slot], dates)
  const { title } = other
  const place = other.place ?? ''
  switch (kind) {
    case 'overlap':
      return (
        <Trans>
          Пересекается с «{title}», {when}
        </Trans>
      )
    case 'too-far':
      return (
        <Trans>
          Не успеть: «{title}», {when} ({place}), на дорогу всего{' '}
          <Plural value={minutesBetween} one="# минута" few="# минуты" many="# минут" other="# минуты" />
        </Trans>
      )
    case 'children-apart':
      return (
        <Trans>
          Дети в одно время в разных местах: {child}, «{title}», {when} ({place})
        </Trans>
      )
    default:
      return (
        <Trans>
          Не сочетается с «{title}», {when}
        </Trans>
      )
  }
}
