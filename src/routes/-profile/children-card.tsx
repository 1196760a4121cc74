import { Trans, useLingui } from '@lingui/react/macro'
import type { Child } from '#contract/schemas.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { fullName } from '#src/i18n/person-labels.ts'
import { useSessionSelector } from '#src/routes/-shell/account/use-session.ts'
import { QueryBoundary } from '#src/routes/-shell/query/query-boundary.tsx'
import { Avatar } from '#src/ui/data/avatar.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'

/** Children of a parent; absent in other role groups. */
export function ChildrenCard() {
  const { t } = useLingui()
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  if (!isParent) return null
  return (
    <Card level={3} title={t`Дети`}>
      <QueryBoundary
        query={childrenQuery()}
        skeleton={
          <>
            <SkeletonLine height="control" />
            <SkeletonLine height="control" />
          </>
        }
        isEmpty={(children) => children.length === 0}
        empty={
          <p className="text-ink-muted">
            <Trans>Здесь появятся ваши дети, когда школа свяжет их с вашим кабинетом.</Trans>
          </p>
        }
      >
        {(children) => (
          <ul className="divide-y divide-line-soft">
            {children.map((child) => (
              <ChildRow key={child.uuid} child={child} />
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Card>
  )
}

function ChildRow({ child }: { child: Child }) {
  return (
    <li className="flex items-center gap-sm py-sm first:pt-0 last:pb-0">
      <Avatar name={`${child.firstName} ${child.lastName}`} src={child.avatar} />
      <div className="min-w-0">
        <p className="font-medium">{fullName(child)}</p>
        {child.grade !== null && (
          <p className="text-sm text-ink-muted">
            <Trans>{child.grade} класс</Trans>
          </p>
        )}
      </div>
    </li>
  )
}
