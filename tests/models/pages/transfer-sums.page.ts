import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { operations } from '#server/db/schema/contracts.ts'
import { newPerson, schoolOf } from '#tests/models/e2e/fixtures/school.ts'
import { type ProductLevel, type ProductStage, signIn } from '#tests/models/e2e/test-server.ts'
import { transferPage } from '#tests/support/pages/transfer-page.ts'
import { mytischi } from '#tests/support/schools/transfer-school.ts'
import { shownSums, sumsOfTransfer } from './expected-sums.ts'
import { expectFacts } from './served-facts.ts'
import { contractPayments, groupPrices } from './transfer-sums-model.ts'

type TransferData = { parent: { cookies: Record<string, string> }; contract: string }

/** A parent compares groups of other prices for a contract that is paid in part. */
export const transferPageEndToEnd: ProductLevel<TransferData> = {
  open: async (server) => {
    const school = await schoolOf(server)
    const { home } = await school.begin()
    const parent = await newPerson(server, { confirmed: false })
    const contract = await school.addContract(await school.addChild('Артём', [parent]), { customerId: parent.userId })
    for (const day of ['10-06', '10-13', '10-20', '10-27', '11-03'])
      await school.addLesson(home, new Date(`2026-${day}T09:00:00Z`))
    for (const [title, price] of Object.entries(groupPrices)) await school.addGroup({ title, price })
    for (const [index, { amount, paid }] of contractPayments.entries()) {
      const paymentId = await school.addPayment(contract, { position: index + 1, amount })
      const operation = { paymentId, kind: 'ReceivingDS', amount: paid, at: server.server.clock.now } as const
      if (paid > 0) await server.database.insert(operations).values({ id: randomUUID(), ...operation })
    }
    return { parent, contract }
  },
  held: [],
  begin: async (stage) => {
    const { parent, contract } = stage.data
    await signIn(stage, parent)
    await stage.page.goto(`/change-schedule?contract=${contract}&territory=${mytischi}`)
  },
  events: {
    'group.choose': ({ page }, { event }) => transferPage(page).compare(event.group).click(),
    'step.back': ({ page }) => transferPage(page).back.click(),
    'preview.accept': ({ page }) => transferPage(page).accept.click(),
    'transfer.confirm': ({ page }) => transferPage(page).confirm.click(),
  },
  states: {
    choosing: showsNoSum,
    comparing: showsChange,
    confirming: showsChange,
    done: showsNoSum,
  },
}

type Stage = ProductStage<TransferData>

function showsChange({ page }: Stage, { context }: { context: unknown }): Promise<void> {
  const { group } = context as { group: string }
  return expectFacts(page, () => shownChange(page), sumsOfTransfer(groupPrices[group] ?? 0))
}

function showsNoSum({ page }: Stage): Promise<void> {
  return expectFacts(page, () => shownChange(page), [])
}

/** The sums of the page, and whether it says that the contract costs more or less. */
async function shownChange(page: Page): Promise<string[]> {
  const text = (await page.getByRole('main').allInnerTexts()).join('\n')
  return [...(await shownSums(page)), ...(text.match(/Не изменится|(больше|меньше)$/gm) ?? [])]
}
