import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { searchLength } from '#contract/limits.ts'
import { coursesQuery } from '#src/api/catalog.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { Faces } from '#src/routes/-frame/loaded.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Field } from '#src/ui/field.tsx'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { SearchInput } from '#src/ui/search-input.tsx'
import { Found } from './found.tsx'
import { CatalogSkeleton } from './skeleton.tsx'

export default function CatalogPage() {
  const title = useTitle()
  const { search } = useAddress('catalog')
  // What was found stays in its place until the next answer comes.
  const result = useQuery({ ...coursesQuery(search), placeholderData: keepPreviousData })
  return (
    <>
      <PageHeading
        lead={<Trans>Когда занятия, сколько они стоят и где ещё есть места. Записаться можно на странице курса.</Trans>}
      >
        {title('catalog')}
      </PageHeading>
      <CourseSearch />
      <Faces result={result} skeleton={<CatalogSkeleton />}>
        {(found) => <Found found={found} isOutdated={result.isPlaceholderData} />}
      </Faces>
    </>
  )
}

/** Finds courses as one types. */
function CourseSearch() {
  const { t } = useLingui()
  const { search, replace } = useAddress('catalog')
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
