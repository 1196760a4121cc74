import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { CoursesForStudent, FoundCourses } from '#contract/enrolment/catalog.ts'
import { searchLength } from '#contract/limits.ts'
import type { ApiError } from '#src/api/api-error.ts'
import { coursesForStudentQuery, coursesQuery } from '#src/api/catalog.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { ComparisonTray } from '#src/routes/-flow/enrolment/comparison-tray.tsx'
import { VisitorInvitation, VisitorLine } from '#src/routes/-flow/enrolment/visitor-invitation.tsx'
import { ChildSelect } from '#src/routes/-flow/filters/child-select.tsx'
import { ChildSwitcher, type ChildSwitcherProps } from '#src/routes/-flow/filters/child-switcher.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useIsFamily } from '#src/routes/-query/use-session.ts'
import { SkeletonBlock, SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { SearchInput } from '#src/ui/forms/inputs.tsx'
import { FoldingBar } from '#src/ui/layout/folding-bar.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { CatalogFiltersButton } from './catalog-filters.tsx'
import { CourseCount, SearchResults } from './search-results.tsx'
import type { CatalogStudent } from './use-catalog-filter.ts'

export default function CatalogPage() {
  const isFamily = useIsFamily()
  return (
    <>
      {isFamily ? <FamilyCatalog /> : <VisitorCatalog />}
      <ComparisonTray />
    </>
  )
}

/** The same for all people: class and times are chosen by hand. */
function VisitorCatalog() {
  const { search } = useScreenSearch('catalog')
  // The previous results stay until the next response.
  const result = useQuery({ ...coursesQuery(search), placeholderData: keepPreviousData })
  return <CourseSearch result={result} student={undefined} choice={undefined} />
}

/** For a child or the whole family. */
function FamilyCatalog() {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('catalog')
  const result = useQuery({ ...coursesForStudentQuery(search), placeholderData: keepPreviousData })
  const { students, student: selected } = result.data ?? {}
  const student = students?.find(({ uuid }) => uuid === (search.child ?? selected))
  const choose = (child: string | undefined) => {
    const filter = { ...search.filter, grade: undefined }
    replace({ child, filter, grades: undefined, ...(child === undefined && { free: undefined }), page: undefined })
  }
  const choice = {
    legend: t`Для кого`,
    people: students,
    chosen: student?.uuid,
    onChooseAll: () => choose(undefined),
    onChoose: choose,
  }
  const isShown = result.data !== undefined || result.error === null
  return <CourseSearch result={result} student={student} choice={isShown ? choice : undefined} />
}

type CourseSearchProps = {
  result: UseQueryResult<FoundCourses | CoursesForStudent, ApiError>
  student: CatalogStudent | undefined
  /** For whom; undefined where nothing is to be chosen. */
  choice: ChildSwitcherProps | undefined
}

/** Searches while the user types. */
function CourseSearch({ result, student, choice }: CourseSearchProps) {
  const { t } = useLingui()
  const title = useScreenTitle()
  const { search, replace } = useScreenSearch('catalog')
  const { data: found } = result
  return (
    <FoldingBar
      bar={
        <>
          <div className="flex items-center justify-between gap-xs max-md:min-h-[44px]">
            <PageHeading
              isCompact
              aside={
                // The results announce it.
                <span aria-hidden="true" className="text-sm whitespace-nowrap text-ink-muted tabular-nums md:hidden">
                  {found && <CourseCount total={found.total} />}
                </span>
              }
            >
              {title('catalog')}
            </PageHeading>
            {choice && <Responsive from="md" narrow={<ChildSelect {...choice} />} wide={null} />}
          </div>
          <Responsive from="md" narrow={<VisitorLine />} wide={<VisitorInvitation />} />
          <div className="max-md:hidden">{choice && <ChildSwitcher {...choice} />}</div>
          <search className="flex max-w-text items-center gap-xs max-md:py-xs md:mb-lg print:hidden">
            <div className="min-w-0 flex-1">
              <SearchInput
                aria-label={t`Найти курс`}
                value={search.search ?? ''}
                onSearch={(sought) => replace({ search: sought, page: undefined })}
                clearLabel={t`Очистить поиск`}
                placeholder={t`Найти курс`}
                maxLength={searchLength}
              />
            </div>
            {found && <CatalogFiltersButton found={found} student={student} />}
          </search>
        </>
      }
    >
      <QueryState result={result} skeleton={<CatalogSkeleton />}>
        {(shown) => <SearchResults found={shown} student={student} isOutdated={result.isPlaceholderData} />}
      </QueryState>
    </FoldingBar>
  )
}

function CatalogSkeleton() {
  return (
    <div className="grid gap-xl lg:grid-cols-[280px_minmax(0,1fr)]">
      <div className="flex flex-col gap-lg max-lg:hidden">
        <SkeletonBlock />
        <SkeletonBlock />
      </div>
      <div className="flex flex-col gap-base">
        <SkeletonLine width="short" height="heading" />
        <SkeletonBlock />
        <SkeletonBlock />
        <SkeletonBlock />
        <SkeletonBlock />
      </div>
    </div>
  )
}
