import { createFileRoute } from '@tanstack/react-router'
import { newsItemQuery, schoolNewsQuery } from '#src/api/content.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { loadPage } from './-query/load-page.ts'

export const Route = createFileRoute('/news')({
  ...screenRoute('school-news', () => import('./-school-news/page.tsx')),
  loaderDeps: ({ search: { item } }) => ({ item }),
  // For a visitor the 401 starts sign-in.
  loader: (args) =>
    loadPage(args, ({ required, optional }) => [
      required(schoolNewsQuery()),
      ...(args.deps.item === undefined ? [] : [optional(newsItemQuery(args.deps.item))]),
    ]),
})
