import { Trans } from '@lingui/react/macro'
import type { ProgressOverview } from '#contract/learning.ts'
import type { Child } from '#contract/shapes.ts'
import { aspects, together } from '#src/school/progress.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Card } from '#src/ui/card.tsx'
import { AspectLine } from './aspect-line.tsx'
import { GroupRows } from './group-rows.tsx'

type ChildColumnProps = { child: Child; progress: ProgressOverview }

/** One child: all groups as one, each figure with its way over the months, and then group by group. */
export function ChildColumn({ child: { uuid, firstName, lastName, avatar }, progress: { groups } }: ChildColumnProps) {
  const all = together(groups)
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
            <AspectLine key={aspect} aspect={aspect} sums={all} />
          ))}
        </dl>
      )}
      {groups.length > 0 && <GroupRows child={uuid} name={firstName} groups={groups} />}
    </Card>
  )
}
