import { createFileRoute } from '@tanstack/react-router'
import { contractProofQuery } from '#src/api/contracts.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { loadPage } from './-query/load-page.ts'

export const Route = createFileRoute('/verify')({
  ...screenRoute('verify', () => import('./-verify/page.tsx')),
  loaderDeps: ({ search: { tickets: _, ...search } }) => search,
  loader: (args) =>
    loadPage(args, ({ required }) => {
      const { number, code } = args.deps
      return number === undefined || code === undefined ? [] : [required(contractProofQuery({ number, code }))]
    }),
})
