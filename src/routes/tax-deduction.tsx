import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

export const Route = createFileRoute('/tax-deduction')({
  validateSearch: screens['tax-deduction'].search,
  loaderDeps: ({ search: { year } }) => ({ ...(year !== undefined && { year }) }),
  loader: async (args) => {
    prefetch(args)
    await args.context.addCatalog('tax-deduction')
  },
  staticData: screens['tax-deduction'],
  component: lazyPage('tax-deduction', () => import('./-tax-deduction/page.tsx')),
})
