import { createFileRoute } from '@tanstack/react-router'
import type { ProfileSection } from '#contract/enumerations.ts'
import { visitsQuery } from '#src/api/admin.ts'
import {
  accountsQuery,
  childrenQuery,
  consentsQuery,
  dataExportQuery,
  dataRequestsQuery,
  guardiansQuery,
  notificationSettingsQuery,
  sessionsQuery,
  signInNamesQuery,
} from '#src/api/profile.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { loadToday } from './-parent-home-page/load-today.ts'
import { loadPage, type PageLoading } from './-query/load-page.ts'

const own = screenRoute('profile', () => import('./-profile/page.tsx'))
/** For some users it is the first screen, which shows their day. */
const pages = { own: own.component, today: lazyPage('today', () => import('./-parent-home-page/today/page.tsx')) }

export const Route = createFileRoute('/profile')({
  ...own,
  loaderDeps: ({ search: { tab, section } }) => ({ tab, section }),
  loader: (args) =>
    Promise.all([
      pages[args.deps.tab ?? 'own'].preload?.(),
      loadPage(args, (page) => {
        // For a visitor the 401 starts sign-in.
        if (page.isVisitor) return page.required(sessionsQuery())
        return args.deps.tab === 'today' ? loadToday(page) : loadSection(page, args.deps.section)
      }),
    ]),
  component: () => {
    const { tab = 'own' } = Route.useSearch()
    const Page = pages[tab]
    return <Page />
  },
})

function loadSection({ viewer, linkProviders, required, optional }: PageLoading, section?: ProfileSection) {
  switch (section) {
    case 'security':
      return [optional(signInNamesQuery())]
    case 'notifications':
      return [required(notificationSettingsQuery())]
    case 'consents':
      return [required(consentsQuery())]
    case 'devices':
      return [required(sessionsQuery()), required(visitsQuery())]
    case 'accounts':
      return linkProviders.length > 0 ? [required(accountsQuery())] : []
    case 'data':
      return [required(dataRequestsQuery()), optional(dataExportQuery())]
    case 'appearance':
      return []
    default:
      return viewer === 'parent' ? [required(childrenQuery()), optional(guardiansQuery())] : []
  }
}
