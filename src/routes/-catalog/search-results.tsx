import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { FoundCourses } from '#contract/catalog.ts'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { Pagination } from '#src/ui/data/pagination.tsx'
import { EmptyCard, NoMatches } from '#src/ui/feedback/empty-state.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { SelectedFilters } from '#src/ui/forms/filter-chips.tsx'
import { CatalogFilters, CatalogFiltersButton } from './catalog-filters.tsx'
import { CourseCard } from './course-card.tsx'
import { type Facets, facetNames, facetValueLabel, type SelectedValue, selectedValues, withValues } from './facets.ts'

type SearchResultsProps = {
  found: FoundCourses
  /** The results belong to the previous search; the next response is loading. */
  isOutdated: boolean
}

export function SearchResults({ found, isOutdated }: SearchResultsProps) {
  const { t } = useLingui()
  const { facets, total } = found
  const isOffering = facetNames.some((name) => facets[name].length > 0)
  return (
    <div className="grid items-start gap-xl lg:grid-cols-[280px_minmax(0,1fr)]">
      {isOffering && <CatalogFilters facets={facets} />}
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
          {isOffering && <CatalogFiltersButton facets={facets} total={total} />}
        </div>
        <CatalogSelectedFilters facets={facets} />
        <CourseList found={found} />
      </section>
    </div>
  )
}

function CourseList({ found }: { found: FoundCourses }) {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('catalog')
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
        <ResultsPagination found={found} />
      </>
    )
  if (total > 0)
    return (
      <EmptyCard
        icon="catalog"
        title={t`Такой страницы в каталоге нет`}
        action={
          <Button onClick={() => replace({ page: undefined })}>
            <Trans>К первой странице</Trans>
          </Button>
        }
      >
        <Trans>Курсов стало меньше, или в ссылке ошибка.</Trans>
      </EmptyCard>
    )
  if (search.search === undefined && search.filter === undefined)
    return (
      <EmptyCard icon="catalog" title={t`Курсов пока нет`}>
        <Trans>Здесь появятся курсы, на которые открыта запись. Загляните через несколько дней.</Trans>
      </EmptyCard>
    )
  return (
    <NoMatches
      icon="search"
      title={t`Таких курсов нет`}
      resetLabel={<Trans>Показать все курсы</Trans>}
      onReset={() => replace({ search: undefined, filter: undefined, page: undefined })}
    >
      <Trans>Проверьте, как написан запрос, или уберите часть фильтров.</Trans>
    </NoMatches>
  )
}

/** Pagination with links, so that Back restores the scroll position. */
function ResultsPagination({ found: { page, pageSize, total } }: { found: FoundCourses }) {
  const { t } = useLingui()
  const pages = Math.ceil(total / pageSize)
  if (pages < 2) return null
  return (
    <Pagination
      label={t`Страницы каталога`}
      page={page}
      pages={pages}
      status={
        <Trans>
          Страница {page} из {pages}
        </Trans>
      }
      labels={{
        previous: t`Предыдущая страница`,
        next: t`Следующая страница`,
        page: (number) => t`Страница ${number}`,
      }}
      renderLink={(to, props) => (
        <Link
          from="/catalog/"
          activeOptions={{ exact: true }}
          to="/catalog"
          search={(search) => ({ ...search, page: to === 1 ? undefined : to })}
          {...props}
        />
      )}
    />
  )
}

/** The active filters with a button to remove each. */
function CatalogSelectedFilters({ facets }: { facets: Facets }) {
  const { t, i18n } = useLingui()
  const { search, replace } = useScreenSearch('catalog')
  const chosen = selectedValues(search.filter, facets)
  if (chosen.length === 0) return null
  const wordsOf = ({ name, value, title }: SelectedValue) => {
    if (title === null) return t`неизвестно`
    const words = facetValueLabel(name, { value, title }, i18n)
    return name === 'grade' ? t`${words} класс` : words
  }
  const remove = (key: string) => {
    const gone = chosen.find((one) => keyOf(one) === key)
    if (gone === undefined) return
    const left = search.filter?.[gone.name]?.filter((value) => value !== gone.value) ?? []
    replace({ filter: withValues(search.filter, gone.name, left), page: undefined })
  }
  return (
    <SelectedFilters
      label={t`Выбранные фильтры`}
      filters={chosen.map((one) => {
        const words = wordsOf(one)
        return { key: keyOf(one), label: words, removeLabel: t`Убрать фильтр: ${words}` }
      })}
      onRemove={remove}
    >
      <Button variant="quiet" size="small" onClick={() => replace({ filter: undefined, page: undefined })}>
        <Trans>Сбросить</Trans>
      </Button>
    </SelectedFilters>
  )
}

const keyOf = ({ name, value }: SelectedValue) => `${name} ${value}`
