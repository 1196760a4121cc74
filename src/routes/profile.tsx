import { createFileRoute } from '@tanstack/react-router'
import { visitsQuery } from '#src/api/admin.ts'
import { accountsQuery, childrenQuery, notificationSettingsQuery, sessionsQuery } from '#src/api/profile.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { loadToday } from './-parent-home-page/load-today.ts'
import { loadPage } from './-query/load-page.ts'

const own = screenRoute('profile', () => import('./-profile/page.tsx'))
/** For some users it is the first screen, which shows their day. */
const pages = { own: own.component, today: lazyPage('today', () => import('./-parent-home-page/today/page.tsx')) }

export const Route = createFileRoute('/profile')({
  ...own,
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: (args) =>
    Promise.all([
      pages[args.deps.tab ?? 'own'].preload?.(),
      args.context.addCatalog('profile'),
      loadPage(args, (page) => {
        const { isVisitor, viewer, linkProviders, required } = page
        // For a visitor the 401 starts sign-in.
        if (isVisitor) return required(sessionsQuery())
        if (args.deps.tab === 'today') return loadToday(page)
        return [
          ...(viewer === 'parent' ? [required(childrenQuery())] : []),
          ...(linkProviders.length > 0 ? [required(accountsQuery())] : []),
          required(notificationSettingsQuery()),
          required(sessionsQuery()),
          required(visitsQuery()),
        ]
      }),
    ]),
  component: () => {
    const { tab = 'own' } = Route.useSearch()
    const Page = pages[tab]
    return <Page />
  },
})
