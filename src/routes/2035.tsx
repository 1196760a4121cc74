import { createFileRoute } from '@tanstack/react-router'
import { offerQuery, offerStudentsQuery, offerTokenOf, placeholderToken } from '#src/api/programme-2035.ts'
import { menuQuery } from '#src/api/system.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { loadPage } from './-query/load-page.ts'

export const Route = createFileRoute('/2035')({
  ...screenRoute('2035', () => import('./-2035/page.tsx')),
  loaderDeps: ({ search: { tickets: _, ...search } }) => search,
  loader: (args) =>
    loadPage(args, async ({ isVisitor, required }) => {
      // The menu of a visitor has no offer: the 401 of the placeholder token starts sign-in.
      const menu = args.deps.token === undefined && !isVisitor ? await required(menuQuery()) : undefined
      const token = args.deps.token ?? (isVisitor ? placeholderToken : menu && offerTokenOf(menu))
      if (token) await Promise.all([required(offerQuery(token)), required(offerStudentsQuery(token))])
    }),
})
