import { createFileRoute } from '@tanstack/react-router'
import { courseQuery, courseStudentsQuery } from '#src/api/catalog.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { loadPage } from './-query/load-page.ts'

export const Route = createFileRoute('/catalog/$id/')({
  ...screenRoute('catalog-course', () => import('./-catalog-course/page.tsx')),
  loader: (args) =>
    loadPage(args, ({ isFamily, required, optional }) => [
      required(courseQuery(args.params.id)),
      ...(isFamily ? [optional(courseStudentsQuery(args.params.id))] : []),
    ]),
})
