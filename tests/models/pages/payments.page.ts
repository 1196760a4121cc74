import { randomUUID } from 'node:crypto'
import { operations } from '#server/db/schema/contracts.ts'
import { newPerson, schoolOf } from '#tests/models/e2e/school.ts'
import { type ProductLevel, signIn } from '#tests/models/e2e/test-server.ts'
import { dueOf, lines } from './payments-model.ts'
import { expectFacts, plain, roubles } from './served-facts.ts'

export type PaymentsData = { parent: { cookies: Record<string, string> }; payments: string[] }

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
    return { parent, payments }
  },
  held: [],
  begin: async (stage) => {
    await signIn(stage, stage.data.parent)
    await stage.page.goto('/contracts-and-payments')
  },
  events: {
    'payment.arrive': async ({ server, data, page }, { event }) => {
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
      const { overdue, next } = dueOf(context as { paid: readonly number[] })
      const debt = `Долг: ${roubles(overdue.sum)}, ${overdue.count} ${overdue.count === 1 ? 'платёж' : 'платежа'}`
      const expected = [
        ...(overdue.count === 0 ? [] : [debt]),
        ...(next === undefined ? [] : [`К ${next.words}: ${roubles(next.sum)}`]),
      ]
      const seen = async () => {
        const text = plain((await page.getByRole('main').textContent()) ?? '')
        return [...text.matchAll(/Долг: [\d ,]+ ₽, \d плат(?:ёж|ежа)|К \d+ [а-я]+: [\d ,]+ ₽/g)].map(([found]) => found)
      }
      await expectFacts(page, seen, expected)
    },
  },
}
