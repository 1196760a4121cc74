import { createFileRoute } from '@tanstack/react-router'
import { taxDeductionQuery } from '#src/api/tax.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { lastClosedYear } from '#src/domain/periods.ts'
import { loadPage } from './-query/load-page.ts'

export const Route = createFileRoute('/tax-deduction')({
  ...screenRoute('tax-deduction', () => import('./-tax-deduction/page.tsx')),
  loaderDeps: ({ search: { year } }) => ({ ...(year !== undefined && { year }) }),
  loader: (args) =>
    // For a visitor the 401 starts sign-in.
    loadPage(args, ({ today, required }) => required(taxDeductionQuery(args.deps.year ?? lastClosedYear(today)))),
})
