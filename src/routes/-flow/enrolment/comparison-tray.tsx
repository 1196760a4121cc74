import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { maxComparedGroups } from '#contract/limits.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { groupsQuery } from '#src/api/catalog.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { IconButton } from '#src/ui/forms/icon-button.tsx'
import { titleWithoutCourse } from './enrolment-context.ts'
import { useGroupComparison } from './use-group-comparison.ts'

/** The groups that are being compared, at the bottom of the pages of the catalog while there are any. */
export function ComparisonTray() {
  const { groups } = useGroupComparison()
  return groups.length > 0 && <Tray groups={groups} />
}

function Tray({ groups }: { groups: readonly string[] }) {
  const { t } = useLingui()
  const { clear, remove } = useGroupComparison()
  const { child }: { child?: string } = useSearch({ strict: false })
  const { data: found } = useQuery(optionalQuery(groupsQuery(groups)))
  const count = groups.length
  return (
    <section
      aria-label={t`Сравнение групп`}
      className="sticky bottom-base z-header mt-lg max-md:bottom-[calc(64px+env(safe-area-inset-bottom))] low:static print:hidden"
    >
      <div className="mx-auto flex w-full max-w-[880px] items-center gap-sm rounded-lg border border-line bg-surface py-xs pr-xs pl-base shadow-floating">
        <p role="status" className="shrink-0 font-medium tabular-nums max-md:flex-1">
          <Plural value={count} one="# группа" few="# группы" many="# групп" other="# группы" />
        </p>
        <ul className="flex min-w-0 flex-1 gap-xs max-md:hidden">
          {found
            ?.filter(({ groupUuid }) => groups.includes(groupUuid))
            .map(({ groupUuid, title, course }) => (
              <li key={groupUuid} className="flex min-w-0 flex-1 items-center rounded bg-surface-hover pl-sm text-sm">
                <span className="min-w-0 flex-1">
                  <span className="block truncate">
                    <SchoolText>{course.title}</SchoolText>
                  </span>
                  <span className="block truncate text-ink-muted">
                    <SchoolText>{titleWithoutCourse(title, course.title)}</SchoolText>
                  </span>
                </span>
                <IconButton
                  icon="close"
                  label={t`Убрать из сравнения: ${title}`}
                  size="small"
                  onClick={() => remove(groupUuid)}
                />
              </li>
            ))}
        </ul>
        {count > 1 ? (
          <ButtonLink
            to="/catalog/comparison"
            search={{ groups: [...groups], ...(child !== undefined && { child }) }}
            variant="primary"
          >
            <Trans>Сравнить</Trans>
          </ButtonLink>
        ) : (
          <span className="text-sm text-ink-muted">
            <Trans>Добавьте ещё, до {maxComparedGroups}</Trans>
          </span>
        )}
        <Button variant="quiet" onClick={clear}>
          <Trans>Очистить</Trans>
        </Button>
      </div>
    </section>
  )
}
