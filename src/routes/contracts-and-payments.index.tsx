import { createFileRoute } from '@tanstack/react-router'
import {
  basketsQuery,
  checkoutMethodsQuery,
  checkoutsQuery,
  contractsQuery,
  courseWaitingListsQuery,
} from '#src/api/contracts.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { loadToday } from './-parent-home-page/load-today.ts'
import { loadPage } from './-query/load-page.ts'

const own = screenRoute('contracts-and-payments', () => import('./-contracts-and-payments/page.tsx'))
/** For some users it is the first screen, which shows their day. */
const pages = { own: own.component, today: lazyPage('today', () => import('./-parent-home-page/today/page.tsx')) }

export const Route = createFileRoute('/contracts-and-payments/')({
  ...own,
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: (args) =>
    Promise.all([
      pages[args.deps.tab ?? 'own'].preload?.(),
      loadPage(args, (page) => {
        if (args.deps.tab === 'today') return loadToday(page)
        const { isFamily, required, optional, ifOpen } = page
        return [
          required(contractsQuery()),
          optional(checkoutMethodsQuery()),
          optional(checkoutsQuery()),
          ...(isFamily
            ? [ifOpen('purchase', () => [optional(basketsQuery()), optional(courseWaitingListsQuery())])]
            : []),
        ]
      }),
    ]),
  component: () => {
    const { tab = 'own' } = Route.useSearch()
    const Page = pages[tab]
    return <Page />
  },
})
