import { randomUUID } from 'node:crypto'
import { operations } from '#server/db/schema/contracts.ts'
import { newPerson, schoolOf } from '#tests/models/e2e/fixtures/school.ts'
import { type ProductLevel, type ProductStage, signIn } from '#tests/models/e2e/test-server.ts'
import { shownSums } from './expected-sums.ts'
import { expectFacts, plain, roubles } from './served-facts.ts'
import { firstPayments, limit, type Payment, sumsOf } from './tax-model.ts'

type TaxData = { parent: { cookies: Record<string, string> }; paymentId: string }

/** A parent looks at the deduction while the school books payments. */
export const taxPageEndToEnd: ProductLevel<TaxData> = {
  open: async (server) => {
    const school = await schoolOf(server)
    await school.begin()
    const parent = await newPerson(server, { confirmed: false })
    const contract = await school.addContract(await school.addChild('Артём', [parent]), { customerId: parent.userId })
    const paymentId = await school.addPayment(contract, { position: 1, amount: 1_000_000_00 })
    return { parent, paymentId }
  },
  held: [],
  begin: async (stage) => {
    for (const payment of firstPayments) await book(stage, payment)
    await signIn(stage, stage.data.parent)
    await stage.page.goto('/tax-deduction?year=2025')
  },
  events: {
    'year.choose': ({ page }, { event }) =>
      page.getByRole('group', { name: 'Год оплаты' }).getByText(String(event.year), { exact: true }).click(),
    'payment.book': async (stage, { event }) => {
      await book(stage, event.payment)
      await stage.page.reload()
    },
  },
  states: {
    shown: async ({ page }, { context }) => {
      const { paid, back, counted, refund, operations } = sumsOf(context)
      const expected = [
        ...[
          refund,
          paid,
          ...(back === 0 ? [] : [back, paid + back]),
          ...(counted === paid + back ? [] : [limit, counted]),
          refund,
          // In the rules.
          limit,
        ].map(roubles),
        // Operations of one day have no order.
        ...operations.map((amount) => `${amount > 0 ? '+' : '\u2212'}${roubles(Math.abs(amount))}`).toSorted(),
      ]
      const seen = async () => {
        const all = await shownSums(page)
        const own = all.length - operations.length
        return [...all.slice(0, own), ...all.slice(own).map(plain).toSorted()]
      }
      await expectFacts(page, seen, expected)
    },
  },
}

async function book({ server, data }: ProductStage<TaxData>, { year, amount }: Payment): Promise<void> {
  await server.database.insert(operations).values({
    id: randomUUID(),
    paymentId: data.paymentId,
    kind: amount > 0 ? 'ReceivingDS' : 'ReturnDS',
    amount: Math.abs(amount),
    at: new Date(`${year}-06-${amount > 0 ? '10' : '20'}T10:00:00Z`),
  })
}
