import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Course, CoursesForStudent, FoundCourses } from '#contract/enrolment/catalog.ts'
import { suitsStudent } from '#src/domain/course-grades.ts'
import { useVisitorKind } from '#src/routes/-flow/enrolment/enrolment-context.ts'
import { VisitorInvitation } from '#src/routes/-flow/enrolment/visitor-invitation.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'
import { Pagination } from '#src/ui/data/pagination.tsx'
import { EmptyCard, NoMatches } from '#src/ui/feedback/empty-state.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { CatalogFilters } from './catalog-filters.tsx'
import { CourseCard } from './course-card.tsx'
import { facetNames } from './facet-labels.ts'
import { CatalogSelectedFilters } from './selected-filters.tsx'
import { SortSelect } from './sort-select.tsx'
import { type CatalogStudent, useCatalogFilter, useNarrowingFacets } from './use-catalog-filter.ts'

type SearchResultsProps = {
  found: FoundCourses | CoursesForStudent
  student: CatalogStudent | undefined
  /** The results belong to the previous search; the next response is loading. */
  isOutdated: boolean
}

export function SearchResults({ found, student, isOutdated }: SearchResultsProps) {
  const { t } = useLingui()
  const { total } = found
  const facets = useNarrowingFacets(found, student)
  const isOffering = facetNames.some((name) => facets[name].length > 0)
  return (
    <div className="grid items-start lg:grid-cols-[280px_minmax(0,1fr)] lg:gap-xl">
      {isOffering && <CatalogFilters facets={facets} student={student} />}
      <section
        aria-label={t`Курсы`}
        aria-busy={isOutdated}
        className="flex min-w-0 flex-col gap-sm md:gap-base lg:col-start-2"
      >
        {/* A phone shows the number beside the title: it needs the place for the first course. */}
        <div className="flex items-center justify-between gap-x-sm max-md:sr-only md:min-h-control-sm">
          <p role="status" className="text-sm text-ink-muted tabular-nums">
            <CourseCount total={total} />
          </p>
          {isOffering && (
            <span className="max-md:hidden">
              <SortSelect student={student} />
            </span>
          )}
        </div>
        <CatalogSelectedFilters facets={facets} student={student} />
        <CourseList found={found} student={student} />
      </section>
    </div>
  )
}

export function CourseCount({ total }: Pick<FoundCourses, 'total'>) {
  return <Plural value={total} one="# курс" few="# курса" many="# курсов" other="# курса" />
}

function CourseList({ found, student }: Omit<SearchResultsProps, 'isOutdated'>) {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('catalog')
  const { filter, isFree, startBy, showAll } = useCatalogFilter(student)
  const isFiltered = isFree || startBy !== undefined || Object.values(filter).some((values) => values !== undefined)
  const { items, total } = found
  const studentsOf = useCourseStudents(found, student)
  const isVisitor = useVisitorKind() === 'visitor'
  if (items.length > 0)
    return (
      <>
        <ul className="divide-y divide-line-soft overflow-clip rounded-lg border border-line-soft">
          {items.map((course) => (
            <li key={course.uuid}>
              <CourseCard course={course} {...studentsOf(course)} />
            </li>
          ))}
        </ul>
        <ResultsPagination found={found} />
        {/* A wide screen has it above the search. */}
        {isVisitor && <Responsive from="md" narrow={<VisitorInvitation />} wide={null} />}
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
      {isFiltered ? (
        <Trans>Проверьте, как написан запрос, или уберите часть фильтров.</Trans>
      ) : (
        <Trans>Проверьте, как написан запрос.</Trans>
      )}
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

/**
 * First names of the own students in a course, of a student «вы», of those for whom it is being bought, and of those whom
 * it suits; the last is null where it is for a chosen one or the only one, and for programmes of the college that suit none.
 */
function useCourseStudents(
  found: SearchResultsProps['found'],
  chosen: CatalogStudent | undefined,
): (course: Course) => Omit<Parameters<typeof CourseCard>[0], 'course'> {
  const { t } = useLingui()
  const userId = useCurrentUserId()
  if (!('students' in found)) return () => ({ attendees: [], begun: [], suited: null })
  const { attended, begun, students } = found
  const nameOf = ({ uuid, firstName }: CatalogStudent) => (uuid === userId ? t`вы` : firstName)
  return (course) => {
    const isIn = (some: readonly { courseUuid: string; studentUuid: string }[], { uuid }: CatalogStudent) =>
      some.some(({ courseUuid, studentUuid }) => courseUuid === course.uuid && studentUuid === uuid)
    const isNew = (student: CatalogStudent) => !isIn(attended, student) && !isIn(begun, student)
    const suited = students.filter((student) => isNew(student) && suitsStudent(course, student)).map(nameOf)
    const isAsked = chosen === undefined && students.length > 1
    return {
      attendees: students.filter((student) => isIn(attended, student)).map(nameOf),
      begun: begun.flatMap(({ courseUuid, studentUuid, step }) => {
        const student = students.find(({ uuid }) => uuid === studentUuid)
        return courseUuid === course.uuid && student
          ? [{ name: studentUuid === userId ? null : student.firstName, step }]
          : []
      }),
      suited: isAsked && (suited.length > 0 || course.branch !== 'college') ? suited : null,
    }
  }
}
