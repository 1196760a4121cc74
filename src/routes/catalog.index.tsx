import { createFileRoute } from '@tanstack/react-router'
import { coursesForStudentQuery, coursesQuery } from '#src/api/catalog.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { loadPage } from './-query/load-page.ts'

export const Route = createFileRoute('/catalog/')({
  ...screenRoute('catalog', () => import('./-catalog/page.tsx')),
  loaderDeps: ({ search: { tickets: _, dialog: _dialog, ...search } }) => search,
  loader: (args) =>
    loadPage(args, ({ isFamily, required }) => [
      isFamily ? required(coursesForStudentQuery(args.deps)) : required(coursesQuery(args.deps)),
    ]),
})
