import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import type { ScreenCatalog } from '#src/i18n/create-i18n.ts'
import { lazyComponent } from './-shell/lazy/lazy-component.tsx'
import { prefetch } from './-shell/query/prefetch.ts'

/** Each comes with the page that opens with it. The cards of the own account are those of the profile. */
const tabs = {
  overview: lazyComponent('overview', () => import('./-admin/overview/overview-tab.tsx'), 'OverviewTab'),
  tickets: lazyComponent('tickets', () => import('./-admin/tickets/tickets-tab.tsx'), 'TicketsTab'),
  absences: lazyComponent('absences', () => import('./-admin/absences/absences-tab.tsx'), 'AbsencesTab'),
  news: lazyComponent('news', () => import('./-admin/news/news-tab.tsx'), 'NewsTab'),
  users: lazyComponent('users', () => import('./-admin/users-tab.tsx'), 'UsersTab'),
  audit: lazyComponent('audit-log', () => import('./-admin/audit-log/audit-log.tsx'), 'AuditLog'),
  integrations: lazyComponent(
    'integrations',
    () => import('./-admin/integrations/integrations-tab.tsx'),
    'IntegrationsTab',
  ),
  imports: lazyComponent('imports', () => import('./-admin/imports/imports-tab.tsx'), 'ImportsTab'),
  own: lazyComponent('own-account', () => import('./-profile/admin-profile-tab.tsx'), 'AdminProfileTab'),
}

/** Catalogs of messages that few tabs need. */
const catalogsOf: { [Tab in keyof typeof tabs]?: readonly ScreenCatalog[] } = {
  overview: ['audit'],
  news: ['admin-news'],
  audit: ['audit'],
  integrations: ['integrations'],
  imports: ['imports'],
  own: ['profile'],
}

export const Route = createFileRoute('/adm-panel/')({
  validateSearch: screens.admin.search,
  context: () => ({ tabs }),
  loaderDeps: ({ search: { tab, search, filter, user, ticket, item } }) => ({
    tab,
    search,
    filter,
    user,
    ticket,
    item,
  }),
  loader: async (args) => {
    const { tab = 'users' } = args.deps
    prefetch(args)
    const catalogs = ['admin', ...(catalogsOf[tab] ?? [])] as const
    // A tab that does not load says so in its place.
    await Promise.all([tabs[tab].load().catch(() => undefined), ...catalogs.map(args.context.addCatalog)])
  },
  staticData: screens.admin,
  component: lazyPage('admin', () => import('./-admin/page.tsx')),
})
