import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { latePart } from './-frame/late-part.tsx'
import { warm } from './-frame/warm.ts'

/** The cards are those of the profile; most visits to the panel do without them. */
const OwnAccount = latePart('own-account', () =>
  import('./-profile/own-account.tsx').then((module) => module.OwnAccount),
)

export const Route = createFileRoute('/adm-panel/')({
  validateSearch: screens.admin.search,
  context: () => ({ OwnAccount }),
  loaderDeps: ({ search: { tab, search, filter, user } }) => ({ tab, search, filter, user }),
  loader: warm,
  staticData: screens.admin,
  component: lazyPage('admin', () => import('./-admin/page.tsx')),
})
