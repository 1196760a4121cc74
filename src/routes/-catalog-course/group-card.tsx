import { Trans, useLingui } from '@lingui/react/macro'
import { maxComparedGroups } from '#contract/limits.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { type CourseGroup, GroupFacts } from '#src/routes/-shell/labels/course-group-facts.tsx'
import { PlacesBadge } from '#src/routes/-shell/labels/places-badge.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import type { EnrolmentContext } from './enrolment-context.ts'
import { GroupAction } from './group-action.tsx'
import { GroupObstacles } from './group-obstacles.tsx'
import { PaymentPlans } from './payment-plans.tsx'

type GroupCardProps = {
  group: CourseGroup
  place: EnrolmentContext
  /** The course has other groups to compare with. */
  hasOthers: boolean
  /** Groups in the comparison. */
  compared: readonly string[]
  onCompare: (compared: string[]) => void
  onShowComparison: () => void
}

/** A group of the course: facts, price, payment plans, obstacles and the available action. */
export function GroupCard(props: GroupCardProps) {
  const { i18n } = useLingui()
  const { group, place } = props
  return (
    <Card as="li">
      <div className="flex h-full flex-col gap-base">
        <div className="flex flex-wrap items-start justify-between gap-xs">
          <h3 className="text-lg">{group.title}</h3>
          <PlacesBadge left={group.placesLeft} waiting={group.waiting} />
        </div>
        <GroupFacts group={group} />
        {/* An obstacle that applies to all groups is shown above the list. */}
        {!place.student?.obstacle && <GroupObstacles group={group.groupUuid} place={place} />}
        <div className="mt-auto flex flex-col gap-xs">
          <p className="text-xl font-strong tabular-nums">{formatMoney(group.price, i18n.locale)}</p>
          <PaymentPlans group={group} />
        </div>
        <GroupAction group={group} place={place} />
        {props.hasOthers && <CompareCheckbox {...props} />}
      </div>
    </Card>
  )
}

function CompareCheckbox({ group: { groupUuid, title }, compared, onCompare, onShowComparison }: GroupCardProps) {
  const { t } = useLingui()
  const isCompared = compared.includes(groupUuid)
  const isFull = !isCompared && compared.length >= maxComparedGroups
  return (
    <div className="flex min-h-control-sm flex-wrap items-center justify-between gap-xs print:hidden">
      <Checkbox
        checked={isCompared}
        disabled={isFull}
        aria-label={t`Сравнить группу ${title}`}
        hint={isFull && <Trans>Не больше {maxComparedGroups} сразу</Trans>}
        onChange={({ target }) =>
          onCompare(target.checked ? [...compared, groupUuid] : compared.filter((uuid) => uuid !== groupUuid))
        }
      >
        <Trans>Сравнить</Trans>
      </Checkbox>
      {isCompared &&
        (compared.length > 1 ? (
          <Button variant="quiet" size="small" onClick={onShowComparison}>
            <Trans>К сравнению</Trans>
          </Button>
        ) : (
          <span className="text-sm text-ink-muted">
            <Trans>Отметьте ещё одну</Trans>
          </span>
        ))}
    </div>
  )
}
