import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { searchLength } from '#contract/limits.ts'
import { coursesQuery } from '#src/api/catalog.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { ComparisonTray } from '#src/routes/-flow/enrolment/comparison-tray.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { SkeletonBlock, SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { SearchInput } from '#src/ui/forms/inputs.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { SearchResults } from './search-results.tsx'

export default function CatalogPage() {
  const title = useScreenTitle()
  const { search } = useScreenSearch('catalog')
  // The previous results stay until the next response.
  const result = useQuery({ ...coursesQuery(search), placeholderData: keepPreviousData })
  return (
    <>
      <PageHeading
        lead={<Trans>Когда занятия, сколько они стоят и где ещё есть места. Записаться можно на странице курса.</Trans>}
      >
        {title('catalog')}
      </PageHeading>
      <CourseSearch />
      <QueryState result={result} skeleton={<CatalogSkeleton />}>
        {(found) => <SearchResults found={found} isOutdated={result.isPlaceholderData} />}
      </QueryState>
      <ComparisonTray />
    </>
  )
}

/** Searches while the user types. */
function CourseSearch() {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('catalog')
  return (
    <search className="mb-lg block max-w-text print:hidden">
      <Field label={t`Найти курс`}>
        <SearchInput
          value={search.search ?? ''}
          onSearch={(sought) => replace({ search: sought, page: undefined })}
          clearLabel={t`Очистить поиск`}
          placeholder={t`Название, предмет или преподаватель`}
          maxLength={searchLength}
        />
      </Field>
    </search>
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
        <div className="grid gap-base md:grid-cols-2">
          <SkeletonBlock />
          <SkeletonBlock />
          <SkeletonBlock />
          <SkeletonBlock />
        </div>
      </div>
    </div>
  )
}
