import { createFileRoute } from '@tanstack/react-router'
import { autopaysQuery, checkoutMethodsQuery, checkoutQuery, contractsQuery } from '#src/api/contracts.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { loadPage } from './-query/load-page.ts'

export const Route = createFileRoute('/payment')({
  ...screenRoute('payment', () => import('./-payment/page.tsx')),
  loaderDeps: ({ search: { checkout } }) => ({ checkout }),
  loader: (args) =>
    loadPage(args, ({ required, optional }) => [
      required(contractsQuery()),
      required(checkoutMethodsQuery()),
      optional(autopaysQuery()),
      ...(args.deps.checkout === undefined ? [] : [optional(checkoutQuery(args.deps.checkout))]),
    ]),
})
