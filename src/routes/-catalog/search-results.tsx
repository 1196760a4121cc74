import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Course, FoundCourses } from '#contract/enrolment/catalog.ts'
import { type CourseSort, courseSorts } from '#contract/enumerations.ts'
import { lessonFormatIcons } from '#src/domain/item-kind.ts'
import { GradeRange } from '#src/i18n/grade-range.tsx'
import { labelOf, lookUp } from '#src/i18n/labels.ts'
import { lessonFormatLabels } from '#src/i18n/lesson-labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { PlacesBadge } from '#src/routes/-query/labels/badges.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { CoverArt } from '#src/ui/cover-art.tsx'
import { Badge } from '#src/ui/data/badge.tsx'
import { Pagination } from '#src/ui/data/pagination.tsx'
import { stretchedLink } from '#src/ui/data/text-link.tsx'
import { EmptyCard, NoMatches } from '#src/ui/feedback/empty-state.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { CatalogFilters, CatalogFiltersButton } from './catalog-filters.tsx'
import { facetNames } from './facet-labels.ts'
import { CatalogSelectedFilters } from './selected-filters.tsx'
import { type CatalogStudent, useCatalogFilter } from './use-catalog-filter.ts'

type SearchResultsProps = {
  found: FoundCourses
  student: CatalogStudent | undefined
  /** The results belong to the previous search; the next response is loading. */
  isOutdated: boolean
}

export function SearchResults({ found, student, isOutdated }: SearchResultsProps) {
  const { t } = useLingui()
  const { facets, total } = found
  const isOffering = facetNames.some((name) => facets[name].length > 0)
  return (
    <div className="grid items-start lg:grid-cols-[280px_minmax(0,1fr)] lg:gap-xl">
      {isOffering && <CatalogFilters facets={facets} student={student} />}
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
          {isOffering && (
            <div className="flex min-w-0 items-center gap-xs max-md:w-full print:hidden">
              <div className="min-w-0 max-md:flex-1">
                <SortSelect />
              </div>
              <CatalogFiltersButton facets={facets} student={student} total={total} />
            </div>
          )}
        </div>
        <CatalogSelectedFilters facets={facets} student={student} />
        <CourseList found={found} student={student} />
      </section>
    </div>
  )
}

/** The order of the courses. */
function SortSelect() {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('catalog')
  const options: Record<CourseSort, string> = {
    start: t`Раньше начать`,
    price: t`Дешевле`,
    places: t`Больше мест`,
  }
  return (
    <Select
      aria-label={t`Порядок`}
      value={search.sort ?? ''}
      onChange={({ target }) => {
        const sort = courseSorts.find((one) => one === target.value)
        replace({ sort, page: undefined })
      }}
    >
      <option value="">{t`Сначала подходящие`}</option>
      {courseSorts.map((sort) => (
        <option key={sort} value={sort}>
          {options[sort]}
        </option>
      ))}
    </Select>
  )
}

function CourseList({ found, student }: Omit<SearchResultsProps, 'isOutdated'>) {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('catalog')
  const { filter, isFree, startBy, showAll } = useCatalogFilter(student)
  const isFiltered = isFree || startBy !== undefined || Object.values(filter).some((values) => values !== undefined)
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
  if (search.search === undefined && !isFiltered)
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
      onReset={showAll}
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

/** One course of the catalog. The only link covers the whole card. */
function CourseCard({ course }: { course: Course }) {
  const { i18n } = useLingui()
  const { uuid, title, subject, grades, formats, description, priceFrom, isPriceOfRest, placesLeft } = course
  const price = formatMoney(priceFrom, i18n.locale)
  return (
    <article className="group relative flex h-full flex-col overflow-clip rounded-lg border border-line-soft bg-surface transition-shadow hover:shadow-raised">
      <div className="h-[56px] shrink-0">
        <CoverArt seed={uuid} category={subject} columns={8} rows={1} />
      </div>
      <div className="flex flex-1 flex-col gap-xs p-base md:px-lg">
        <div className="flex flex-wrap items-center justify-between gap-xs">
          <Badge>
            <SchoolText>{subject}</SchoolText>
          </Badge>
          <PlacesBadge left={placesLeft} />
        </div>
        <h2 className="text-lg">
          <Link to="/catalog/$id" params={{ id: uuid }} className={`${stretchedLink} group-hover:text-ink-link`}>
            <SchoolText>{title}</SchoolText>
          </Link>
        </h2>
        <p className="line-clamp-2 text-ink-muted">
          <SchoolText>{description}</SchoolText>
        </p>
        <ul className="flex flex-wrap gap-x-base gap-y-xxs text-sm text-ink-muted">
          <li className="tabular-nums">
            <GradeRange grades={grades} />
          </li>
          {formats.map((format) => (
            <li key={format} className="flex items-center gap-xxs">
              <Icon name={lookUp(lessonFormatIcons, format, 'catalog')} size={16} />
              {i18n._(labelOf(lessonFormatLabels, format))}
            </li>
          ))}
        </ul>
        <div className="mt-auto flex flex-wrap items-baseline justify-between gap-x-base gap-y-xxs pt-sm">
          <p className="tabular-nums">
            <span className="text-lg font-strong">
              <Trans>от {price}</Trans>
            </span>
            {isPriceOfRest && (
              <span className="text-sm text-ink-muted">
                {' '}
                <Trans>за оставшиеся занятия</Trans>
              </span>
            )}
          </p>
          <p className="text-sm text-ink-muted">
            <StartText {...course} />
          </p>
        </div>
      </div>
    </article>
  )
}

/** When a new student can begin; a full course has only its waiting list. */
function StartText({ firstDay, placesLeft }: Pick<Course, 'firstDay' | 'placesLeft'>) {
  const dates = useDates()
  if (placesLeft === 0) return <Trans>Можно встать в очередь</Trans>
  const start = firstDay && dates.day(firstDay)
  return start === null ? <Trans>Занятия уже идут</Trans> : <Trans>Можно начать {start}</Trans>
}
