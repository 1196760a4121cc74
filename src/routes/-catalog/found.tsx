import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { FoundCourses } from '#contract/catalog.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState, NothingFits } from '#src/ui/empty-state.tsx'
import { Chosen } from './chosen.tsx'
import { CourseCard } from './course-card.tsx'
import { facetNames } from './facets.ts'
import { Filters, FiltersButton } from './filters.tsx'
import { Pages } from './pages.tsx'

type FoundProps = {
  found: FoundCourses
  /** The address asks for something else already, which is on its way. */
  isOutdated: boolean
}

/** The filters, and what they let through. */
export function Found({ found, isOutdated }: FoundProps) {
  const { t } = useLingui()
  const { facets, total } = found
  const isOffering = facetNames.some((name) => facets[name].length > 0)
  return (
    <div className="grid items-start gap-xl lg:grid-cols-[280px_minmax(0,1fr)]">
      {isOffering && <Filters facets={facets} />}
      <section aria-label={t`Курсы`} aria-busy={isOutdated} className="flex min-w-0 flex-col gap-base lg:col-start-2">
        <div className="flex min-h-control flex-wrap items-center justify-between gap-sm">
          <p role="status" className="text-sm text-ink-muted tabular-nums">
            <Plural
              value={total}
              one="Найден # курс"
              few="Найдено # курса"
              many="Найдено # курсов"
              other="Найдено # курса"
            />
          </p>
          {isOffering && <FiltersButton facets={facets} total={total} />}
        </div>
        <Chosen facets={facets} />
        <Courses found={found} />
      </section>
    </div>
  )
}

function Courses({ found }: { found: FoundCourses }) {
  const { t } = useLingui()
  const { search, replace } = useAddress('catalog')
  const { items, total } = found
  if (items.length > 0)
    return (
      <>
        <ul className="grid gap-base md:grid-cols-2">
          {items.map((course) => (
            <li key={course.uuid} className="min-w-0">
              <CourseCard course={course} />
            </li>
          ))}
        </ul>
        <Pages found={found} />
      </>
    )
  if (total > 0)
    return (
      <Card>
        <EmptyState
          icon="catalog"
          title={t`Такой страницы в каталоге нет`}
          action={
            <Button onClick={() => replace({ page: undefined })}>
              <Trans>К первой странице</Trans>
            </Button>
          }
        >
          <Trans>Курсов стало меньше, или в ссылке ошибка.</Trans>
        </EmptyState>
      </Card>
    )
  if (search.search === undefined && search.filter === undefined)
    return (
      <Card>
        <EmptyState icon="catalog" title={t`Курсов пока нет`}>
          <Trans>Здесь появятся курсы, на которые открыта запись. Загляните через несколько дней.</Trans>
        </EmptyState>
      </Card>
    )
  return (
    <NothingFits
      icon="search"
      title={t`Таких курсов нет`}
      allLabel={<Trans>Показать все курсы</Trans>}
      onShowAll={() => replace({ search: undefined, filter: undefined, page: undefined })}
    >
      <Trans>Проверьте, как написан запрос, или уберите часть фильтров.</Trans>
    </NothingFits>
  )
}
