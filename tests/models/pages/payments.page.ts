import { randomUUID } from 'node:crypto'
import { operations } from '#server/db/schema/contracts.ts'
import { newPerson, schoolOf } from '#tests/models/e2e/fixtures/school.ts'
import { type ProductLevel, signIn } from '#tests/models/e2e/test-server.ts'
import { shownSums, sumsOfContract, sumsOfContracts } from './expected-sums.ts'
import { lines } from './payments-model.ts'
import { expectFacts } from './served-facts.ts'

export type PaymentsData = { parent: { cookies: Record<string, string> }; contract: string; payments: string[] }

/** A parent looks at the contracts while payments arrive. */
export const paymentsPageEndToEnd: ProductLevel<PaymentsData> = {
  open: async (server) => {
    const school = await schoolOf(server)
    await school.begin()
    const parent = await newPerson(server, { confirmed: false })
    const contract = await school.addContract(await school.addChild('Артём', [parent]), { customerId: parent.userId })
    const payments: string[] = []
    for (const [index, { dueOn, amount }] of lines.entries())
      payments.push(await school.addPayment(contract, { position: index + 1, dueOn, amount }))
    return { parent, contract, payments }
  },
  held: [],
  begin: async (stage) => {
    await signIn(stage, stage.data.parent)
    await stage.page.goto('/contracts-and-payments')
  },
  events: {
    'payment.arrive': async ({ server, data, page }, { event }) => {
      // Operations are listed by their time.
      server.passTime(60)
      await server.database.insert(operations).values({
        id: randomUUID(),
        paymentId: data.payments[event.line] ?? '',
        kind: 'ReceivingDS',
        amount: event.amount,
        at: server.server.clock.now,
      })
      await page.reload()
    },
  },
  states: {
    shown: async ({ page }, { context }) => {
      await expectFacts(page, () => shownSums(page), sumsOfContracts(context as { paid: readonly number[] }))
    },
  },
}

/** A parent looks at the page of the contract. */
export const contractPageEndToEnd: ProductLevel<PaymentsData> = {
  ...paymentsPageEndToEnd,
  begin: async (stage) => {
    await signIn(stage, stage.data.parent)
    await stage.page.goto(`/contracts-and-payments/${stage.data.contract}`)
  },
  states: {
    shown: async ({ page }, { context }) => {
      await expectFacts(page, () => shownSums(page), sumsOfContract(context as { paid: readonly number[] }))
    },
  },
}
