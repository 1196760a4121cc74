import { Trans } from '@lingui/react/macro'
import type { ProgressOverview } from '#contract/learning.ts'
import type { Child } from '#contract/schemas.ts'
import { aspects, sumProgress } from '#src/domain/progress.ts'
import { Avatar } from '#src/ui/data/avatar.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { AspectSummary } from './aspect-summary.tsx'
import { GroupTable } from './group-table.tsx'

type ChildCardProps = { child: Child; progress: ProgressOverview }

/** Progress of a child: totals over all groups, and each group. */
export function ChildCard({ child: { uuid, firstName, lastName, avatar }, progress: { groups } }: ChildCardProps) {
  const all = sumProgress(groups)
  return (
    <Card as="article">
      <h2 className="mb-base flex items-center gap-sm text-lg">
        <Avatar name={`${firstName} ${lastName}`} src={avatar} />
        {firstName}
      </h2>
      {groups.length === 0 && (
        <p className="text-ink-muted">
          <Trans>Групп пока нет. Когда начнутся занятия, успехи появятся здесь.</Trans>
        </p>
      )}
      {groups.length > 0 && all.months.length === 0 && (
        <p className="mb-base text-ink-muted">
          <Trans>Занятий ещё не было.</Trans>
        </p>
      )}
      {all.months.length > 0 && (
        <dl className="divide-y divide-line-soft">
          {aspects.map((aspect) => (
            <AspectSummary key={aspect} aspect={aspect} sums={all} />
          ))}
        </dl>
      )}
      {groups.length > 0 && <GroupTable child={uuid} name={firstName} groups={groups} />}
    </Card>
  )
}
