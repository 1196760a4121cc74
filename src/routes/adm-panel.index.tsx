import { createFileRoute } from '@tanstack/react-router'
import type { AdminPanelSearch } from '#contract/screen-search.ts'
import {
  auditQuery,
  bankLinesQuery,
  contractCardQuery,
  deskTicketQuery,
  editedNewsQuery,
  firstQueueOf,
  importQuery,
  importsQuery,
  pendingWorkQuery,
  reportedAbsencesQuery,
  responseTimesQuery,
  serviceAccountsQuery,
  signInFailuresQuery,
  ticketAssigneesQuery,
  ticketQueueQuery,
  unmappedRolesQuery,
  userQuery,
  usersQuery,
  webhooksQuery,
  workQueueQuery,
} from '#src/api/admin.ts'
import { consentsQuery, sessionsQuery } from '#src/api/profile.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import type { ScreenCatalog } from '#src/i18n/create-i18n.ts'
import { lazyComponent } from './-query/lazy-component.tsx'
import { loadPage, type PageLoading } from './-query/load-page.ts'

/** Each comes with the page that opens with it. The cards of the own account are those of the profile. */
const tabs = {
  overview: lazyComponent('overview', () => import('./-admin/overview/overview-tab.tsx'), 'OverviewTab'),
  queues: lazyComponent('queues', () => import('./-admin/queues/queues-tab.tsx'), 'QueuesTab'),
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
  overview: ['admin-overview'],
  tickets: ['admin-tickets'],
  news: ['admin-news'],
  audit: ['audit'],
  integrations: ['integrations'],
  imports: ['imports'],
  own: ['profile'],
}

export const Route = createFileRoute('/adm-panel/')({
  ...screenRoute('admin', () => import('./-admin/page.tsx')),
  context: () => ({ tabs }),
  loaderDeps: ({ search: { tab, search, filter, user, contract, ticket, item, lines, queue } }) => ({
    tab,
    search,
    filter,
    user,
    contract,
    ticket,
    item,
    lines,
    queue,
  }),
  loader: async (args) => {
    const { tab = 'overview', user, contract } = args.deps
    const catalogs = catalogsOf[tab] ?? []
    await Promise.all([
      loadPage(args, (page) => [
        ...loadTab(page, args.deps),
        ...(user === undefined ? [] : [page.required(userQuery(user))]),
        ...(contract === undefined ? [] : [page.required(contractCardQuery(contract))]),
      ]),
      // A tab that does not load says so in its place.
      tabs[tab].load().catch(() => undefined),
      ...catalogs.map(args.context.addCatalog),
    ])
  },
})

function loadTab({ required, optional }: PageLoading, shown: AdminPanelSearch): Promise<unknown>[] {
  const { tab, ticket, item } = shown
  switch (tab) {
    case 'queues': {
      const work = optional(pendingWorkQuery())
      const { queue } = shown
      return [
        work,
        queue === undefined
          ? work.then((found) => required(workQueueQuery(firstQueueOf(found), shown)))
          : required(workQueueQuery(queue, shown)),
      ]
    }
    case 'own':
      return [required(sessionsQuery()), optional(consentsQuery())]
    case 'audit':
      return [required(auditQuery(shown))]
    case 'absences':
      return [required(reportedAbsencesQuery())]
    case 'news':
      return [required(editedNewsQuery())]
    case 'tickets':
      return ticket === undefined
        ? [required(ticketQueueQuery(shown)), optional(responseTimesQuery()), optional(ticketAssigneesQuery())]
        : [required(deskTicketQuery(ticket)), optional(ticketAssigneesQuery())]
    case 'imports':
      return [
        required(importsQuery()),
        optional(bankLinesQuery(shown.lines ?? 'waiting')),
        ...(item === undefined ? [] : [required(importQuery(item))]),
      ]
    case 'integrations':
      return [required(serviceAccountsQuery()), required(webhooksQuery())]
    case 'users':
      return [required(usersQuery(shown))]
    default:
      return [
        optional(ticketQueueQuery({})),
        optional(pendingWorkQuery()),
        optional(signInFailuresQuery()),
        optional(unmappedRolesQuery()),
        optional(importsQuery()),
      ]
  }
}
