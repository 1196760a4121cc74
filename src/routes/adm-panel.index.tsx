import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { latePart } from './-frame/late-part.tsx'
import { warm } from './-frame/warm.ts'

/** Each comes, with its words, with the page that opens with it. The cards of the own account are those of the profile. */
const tabs = {
  users: latePart('users', () => import('./-admin/users.tsx').then((module) => module.Users)),
  audit: latePart<{ onIntent: () => void }>('audit-log', () =>
    import('./-audit-log/audit-log.tsx').then((module) => module.AuditLog),
  ),
  own: latePart('own-account', () => import('./-profile/own-account.tsx').then((module) => module.OwnAccount)),
}
const wordsOf = { users: 'admin', audit: 'audit-log', own: 'profile' } as const

export const Route = createFileRoute('/adm-panel/')({
  validateSearch: screens.admin.search,
  context: () => ({ tabs }),
  loaderDeps: ({ search: { tab, search, filter, user } }) => ({ tab, search, filter, user }),
  loader: async (args) => {
    const { tab = 'users' } = args.deps
    await Promise.all([warm(args), tabs[tab].warm(), args.context.fetchWords(wordsOf[tab])])
  },
  staticData: screens.admin,
  component: lazyPage('admin', () => import('./-admin/page.tsx')),
})
