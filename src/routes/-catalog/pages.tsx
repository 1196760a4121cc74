import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { FoundCourses } from '#contract/catalog.ts'
import { Pagination } from '#src/ui/pagination.tsx'

/** The pages of what was found; a link leads to the top of its page, and Back to where one was. */
export function Pages({ found: { page, pageSize, total } }: { found: FoundCourses }) {
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
      words={{ previous: t`Предыдущая страница`, next: t`Следующая страница`, page: (number) => t`Страница ${number}` }}
      link={(to, props) => (
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
