import { createFileRoute } from '@tanstack/react-router'
import { courseQuery, courseStudentsQuery } from '#src/api/catalog.ts'
import { contractsQuery } from '#src/api/contracts.ts'
import { basketQuery, contractTextQuery } from '#src/api/purchase.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { loadPage } from './-query/load-page.ts'

export const Route = createFileRoute('/catalog/$id/purchase')({
  ...screenRoute('purchase', () => import('./-purchase/page.tsx')),
  loaderDeps: ({ search: { tickets: _, ...search } }) => search,
  loader: (args) =>
    loadPage(args, ({ required, optional }) => {
      const { child, basket, contract } = args.deps
      return [
        required(courseQuery(args.params.id)),
        // For a visitor the 401 starts sign-in, which returns to this step.
        required(courseStudentsQuery(args.params.id)),
        ...(basket === undefined
          ? []
          : [required(basketQuery(basket, child)), optional(contractTextQuery(basket, child))]),
        ...(contract === undefined ? [] : [required(contractsQuery())]),
      ]
    }),
})
