import type { ProductLevel } from '#tests/models/e2e/test-server.ts'
import { type PaymentsData, paymentsPageEndToEnd } from './payments.page.ts'
import { dueOf } from './payments-model.ts'
import { expectFacts, plain, roubles } from './served-facts.ts'

/** A parent looks at the home page while payments arrive. */
export const homePageEndToEnd: ProductLevel<PaymentsData> = {
  ...paymentsPageEndToEnd,
  begin: async (stage) => {
    await paymentsPageEndToEnd.begin(stage)
    await stage.page.goto('/home-page')
  },
  states: {
    shown: async ({ page }, { context }) => {
      const { overdue, next } = dueOf(context as { paid: readonly number[] })
      const main = page.getByRole('main')
      const expected = [
        ...(overdue.count === 0 ? [] : [`Долг ${roubles(overdue.sum)}`]),
        ...(next === undefined ? [] : [`${next.words}: ${roubles(next.sum)}`]),
      ]
      const seen = async () => {
        const debt = plain((await main.textContent()) ?? '').match(/Долг [\d ,]+ ₽/g) ?? []
        const due = main.getByRole('region', { name: 'К оплате' })
        const next = plain((await due.textContent()) ?? '').match(/\d+ [а-я]+: [\d ,]+ ₽/g) ?? []
        return [...debt, ...next]
      }
      await expectFacts(page, seen, expected)
    },
  },
}
