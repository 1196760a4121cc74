import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Course, CoursesForStudent, FoundCourses } from '#contract/enrolment/catalog.ts'
import { type CourseSort, courseSorts } from '#contract/enumerations.ts'
import { lessonFormatIcons } from '#src/domain/item-kind.ts'
import { slotsText } from '#src/domain/weekly-slots.ts'
import { GradeRange } from '#src/i18n/grade-range.tsx'
import { labelOf, lookUp } from '#src/i18n/labels.ts'
import { lessonFormatLabels } from '#src/i18n/lesson-labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { PlacesBadge } from '#src/routes/-query/labels/badges.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'
import { CoverArt } from '#src/ui/cover-art.tsx'
import { Badge } from '#src/ui/data/badge.tsx'
import { Pagination } from '#src/ui/data/pagination.tsx'
import { stretchedLink } from '#src/ui/data/text-link.tsx'
import { EmptyCard, NoMatches } from '#src/ui/feedback/empty-state.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { CompactSelect } from '#src/ui/forms/compact-select.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { CatalogFilters, GradeChips } from './catalog-filters.tsx'
import { facetNames } from './facet-labels.ts'
import { CatalogSelectedFilters } from './selected-filters.tsx'
import { type CatalogStudent, useCatalogFilter } from './use-catalog-filter.ts'

type SearchResultsProps = {
  found: FoundCourses | CoursesForStudent
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
        {isOffering && student === undefined && !('students' in found) && <GradeChips facets={facets} />}
        <div className="flex min-h-control-sm flex-wrap items-center justify-between gap-x-sm">
          <p role="status" className="text-sm text-ink-muted tabular-nums">
            <Plural value={total} one="# курс" few="# курса" many="# курсов" other="# курса" />
          </p>
          {isOffering && <SortSelect student={student} />}
        </div>
        <CatalogSelectedFilters facets={facets} student={student} />
        <CourseList found={found} student={student} />
      </section>
    </div>
  )
}

/** The order of the courses. Without a class, a child and a text none is more suitable than another. */
function SortSelect({ student }: Pick<SearchResultsProps, 'student'>) {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('catalog')
  const { filter } = useCatalogFilter(student)
  const isRanked = search.search !== undefined || filter.grade !== undefined
  const labels: Record<CourseSort, string> = { start: t`Раньше начать`, price: t`Дешевле`, places: t`Больше мест` }
  return (
    <CompactSelect
      isWhole
      label={t`Порядок`}
      options={[
        {
          value: '',
          label: isRanked ? t`Сначала подходящие` : t`По алфавиту`,
        },
        ...courseSorts.map((sort) => ({ value: sort, label: labels[sort] })),
      ]}
      value={search.sort ?? ''}
      onChange={(value) => replace({ sort: courseSorts.find((one) => one === value), page: undefined })}
    />
  )
}

function CourseList({ found, student }: Omit<SearchResultsProps, 'isOutdated'>) {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('catalog')
  const { filter, isFree, startBy, showAll } = useCatalogFilter(student)
  const isFiltered = isFree || startBy !== undefined || Object.values(filter).some((values) => values !== undefined)
  const { items, total } = found
  const attendeesOf = useAttendees(found)
  if (items.length > 0)
    return (
      <>
        <ul className="grid gap-base md:grid-cols-2">
          {items.map((course) => (
            <li key={course.uuid} className="min-w-0">
              <CourseCard course={course} attendees={attendeesOf(course.uuid)} />
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

/** First names of the own students in a course; of a student «Вы». */
function useAttendees(found: SearchResultsProps['found']): (course: string) => string[] {
  const { t } = useLingui()
  const userId = useCurrentUserId()
  if (!('students' in found)) return () => []
  const { attended, students } = found
  return (course) =>
    students
      .filter(({ uuid }) =>
        attended.some(({ courseUuid, studentUuid }) => courseUuid === course && studentUuid === uuid),
      )
      .map(({ uuid, firstName }) => (uuid === userId ? t`вы` : firstName))
}

type CourseCardProps = { course: Course; attendees: readonly string[] }

/** One course of the catalog. The only link covers the whole card. */
function CourseCard({ course, attendees }: CourseCardProps) {
  const { i18n } = useLingui()
  const { uuid, title, subject, grades, formats, description, priceFrom, isPriceOfRest, placesLeft, groups } = course
  const price = formatMoney(priceFrom, i18n.locale)
  return (
    <article className="group relative flex h-full flex-col overflow-clip rounded-lg border border-line-soft bg-surface transition-shadow hover:shadow-raised">
      <div className="h-[56px] shrink-0 max-md:hidden">
        <CoverArt seed={uuid} category={subject} columns={8} rows={1} />
      </div>
      <div className="flex flex-1 flex-col gap-xs p-base md:px-lg">
        <div className="flex flex-wrap items-center justify-between gap-xs">
          <Badge>
            <SchoolText>{subject}</SchoolText>
          </Badge>
          {attendees.length === 0 ? (
            <PlacesBadge left={placesLeft} />
          ) : (
            <Badge tone="info" icon={<Icon name="check" size={16} />}>
              <Trans>Уже учится: {attendees.join(', ')}</Trans>
            </Badge>
          )}
        </div>
        <h2 className="text-lg">
          <Link to="/catalog/$id" params={{ id: uuid }} className={`${stretchedLink} group-hover:text-ink-link`}>
            <SchoolText>{title}</SchoolText>
          </Link>
        </h2>
        <p className="text-ink-muted max-md:hidden md:line-clamp-3">
          <SchoolText>{description}</SchoolText>
        </p>
        <ul className="flex flex-wrap gap-x-base gap-y-xxs text-sm text-ink-muted">
          <CourseTimes groups={groups} />
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
        <div className="mt-auto flex flex-wrap items-baseline justify-between gap-x-base gap-y-xxs pt-xs md:pt-sm">
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

const shownTimes = 2

/** Days and hours of the first groups, and the number of other times. */
function CourseTimes({ groups }: Pick<Course, 'groups'>) {
  const { t } = useLingui()
  const dates = useDates()
  const times = [...new Set(groups.map(({ slots }) => slotsText(slots, dates).join(', ')))].filter(
    (time) => time !== '',
  )
  if (times.length === 0) return null
  const count = times.length - shownTimes
  return (
    <li className="flex basis-full items-start gap-xxs text-ink tabular-nums">
      <span className="mt-half shrink-0 text-ink-muted">
        <Icon name="calendar" size={16} />
      </span>
      <span>
        <VisuallyHidden>{t`Когда`}: </VisuallyHidden>
        {times.slice(0, shownTimes).map((time) => (
          <span key={time} className="block">
            {time}
          </span>
        ))}
        {count > 0 && <span className="block text-ink-muted">{t`ещё ${count}`}</span>}
      </span>
    </li>
  )
}

/** When a new student can begin; a full course has only its waiting list. */
function StartText({ firstDay, placesLeft }: Pick<Course, 'firstDay' | 'placesLeft'>) {
  const dates = useDates()
  if (placesLeft === 0) return <Trans>Можно встать в очередь</Trans>
  const start = firstDay && dates.day(firstDay)
  return start === null ? <Trans>Занятия уже идут</Trans> : <Trans>Можно начать {start}</Trans>
}
