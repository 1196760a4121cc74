import type { ProductLevel } from '#tests/models/e2e/test-server.ts'
import { shownSums, sumsOfHome } from './expected-sums.ts'
import { type PaymentsData, paymentsPageEndToEnd } from './payments.page.ts'
import { expectFacts } from './served-facts.ts'

/** A parent looks at the home page while payments arrive. */
export const homePageEndToEnd: ProductLevel<PaymentsData> = {
  ...paymentsPageEndToEnd,
  begin: async (stage) => {
    await paymentsPageEndToEnd.begin(stage)
    await stage.page.goto('/home-page')
  },
  states: {
    shown: async ({ page }, { context }) => {
      await expectFacts(page, () => shownSums(page), sumsOfHome(context as { paid: readonly number[] }))
    },
  },
}
