import { Trans, useLingui } from '@lingui/react/macro'
import { comparedGroups } from '#contract/limits.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { type CourseGroup, GroupFacts } from '#src/routes/-frame/course-group-facts.tsx'
import { PlacesBadge } from '#src/routes/-frame/places-badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Against } from './against.tsx'
import type { Place } from './buyer.ts'
import { Choice } from './choice.tsx'
import { Plans } from './plans.tsx'

type GroupCardProps = {
  group: CourseGroup
  place: Place
  /** There is something to compare it with. */
  hasOthers: boolean
  /** The groups that are looked at side by side. */
  compared: readonly string[]
  onCompare: (compared: string[]) => void
  onShowComparison: () => void
}

/** A group of the course: what it is, what it costs and when it is paid, what stands against it, and what one can do. */
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
        {/* What stands against all groups is said above them. */}
        {!place.student?.obstacle && <Against group={group.groupUuid} place={place} />}
        <div className="mt-auto flex flex-col gap-xs">
          <p className="text-xl font-strong tabular-nums">{formatMoney(group.price, i18n.locale)}</p>
          <Plans group={group} />
        </div>
        <Choice group={group} place={place} />
        {props.hasOthers && <Compare {...props} />}
      </div>
    </Card>
  )
}

function Compare({ group: { groupUuid, title }, compared, onCompare, onShowComparison }: GroupCardProps) {
  const { t } = useLingui()
  const isCompared = compared.includes(groupUuid)
  const isFull = !isCompared && compared.length >= comparedGroups
  return (
    <div className="flex min-h-control-sm flex-wrap items-center justify-between gap-xs print:hidden">
      <Checkbox
        checked={isCompared}
        disabled={isFull}
        aria-label={t`Сравнить группу ${title}`}
        hint={isFull && <Trans>Не больше {comparedGroups} сразу</Trans>}
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
