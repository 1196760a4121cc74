import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { expect } from 'playwright/test'
import type { AnyEventObject } from 'xstate'
import type { ActionPreview } from '#contract/billing/contract-actions.ts'
import { contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { unplayable } from '#tests/model-runner/e2e/e2e-level.ts'
import type { Path } from '#tests/model-runner/paths/replay.ts'
import { says } from '#tests/models/one-time-code-dialog.ts'
import { actionTexts, contractActionPage } from '#tests/support/pages/contract-action-page.ts'
import { actedOn } from '#tests/support/samples/contract-action-samples.ts'
import { tooOften } from './fault-injection.ts'
import { newPerson, schoolOf } from './fixtures/school.ts'
import { declinesToConfirm } from './one-time-code.ts'
import { type ProductLevel, type ProductStage, signIn, type TestServer } from './test-server.ts'

const preview = 'POST /v1/admin/contract-action/preview'
const act = 'POST /v1/admin/contract/{contractId}/action'
const amount = 8_800_00

type Data = {
  person: Awaited<ReturnType<typeof newPerson>>
  target: string
  tries: number
  /** In the order in which the queue lists them. */
  payments: string[]
}
type Stage = ProductStage<Data>

/** The payments that are due by the day of the action now. */
async function moved({ server, data }: Stage): Promise<number> {
  const rows = await server.database.select().from(payments).where(inArray(payments.id, data.payments))
  return rows.filter(({ dueOn }) => dueOn === actedOn.terms.dueOn).length
}

/** An administrator moves two overdue payments of two families. */
export const contractActionEndToEnd: ProductLevel<Data> = {
  open: openPayments,
  held: [preview, act],
  begin: async (stage) => {
    await signIn(stage, stage.data.person)
    await stage.page.goto(actionTexts.queue)
    await contractActionPage(stage.page).selectAll.click()
    await contractActionPage(stage.page).menu.click()
    await contractActionPage(stage.page).move.click()
    await soon(contractActionPage(stage.page).next).toBeEnabled()
  },
  unplayableSteps: [
    {
      why: 'what is paid stays paid',
      is: ({ event }, path) =>
        event.type === 'xstate.done.actor.preview' && paidOf(event) !== paidOf(previewsOf(path)[0]),
    },
  ],
  events: {
    'terms.submit': async ({ page }) => {
      const fields = contractActionPage(page)
      await fields.day.fill(actedOn.terms.dueOn)
      await fields.next.click()
    },
    'reason.submit': async ({ page }, { before }) => {
      const fields = contractActionPage(page)
      await fields.reason.fill(actedOn.reason)
      await (before.matches('interrupted') ? fields.goOn : fields.confirm).click()
    },
    'step.back': ({ page }) => contractActionPage(page).back.click(),
    'dialog.close': ({ page }) => page.keyboard.press('Escape'),
    'xstate.done.actor.preview': async (stage, { event }) => {
      await payFirst(stage, paidOf(event))
      await stage.server.proxy.pass(preview)
    },
    'xstate.error.actor.preview': {
      'сервер не принял значение': unplayable('page and server accept the same days'),
      'нет связи с сервером': ({ server }) => server.proxy.cut(preview),
      'запросов слишком много': tooOften(preview),
    },
    'xstate.done.actor.act': async (stage) => {
      const before = await moved(stage)
      await stage.server.proxy.pass(act)
      expect(await moved(stage)).toBe(before + 1)
    },
    'xstate.error.actor.act': {
      'платёж успели изменить': async (stage, { before }) => {
        const [row] = before.context.rows as ActionPreview[]
        await stage.server.database
          .update(payments)
          .set({ dueOn: '2026-09-02' })
          .where(eq(payments.id, row?.paymentUuid ?? ''))
        await stage.server.proxy.pass(act)
      },
      'сервер не принял значение': unplayable('page and server accept the same reasons'),
      'подтвердить, что это он, человек не захотел': declinesToConfirm(act),
      'нет связи с сервером': ({ server }) => server.proxy.cut(act),
      'запросов слишком много': tooOften(act),
    },
  },
  states: {
    choosing: async ({ page }, { context }) => {
      await soon(contractActionPage(page).next).toBeEnabled()
      if (context.refusal !== null) await says(page, context.refusal)
    },
    previewing: ({ server }) => server.proxy.isHeld(preview),
    impossible: ({ page }) => soon(contractActionPage(page).dialog).toContainText(actionTexts.stays),
    confirming: ({ page }) => soon(contractActionPage(page).confirm).toBeEnabled(),
    acting: ({ server }) => server.proxy.isHeld(act),
    interrupted: async ({ page }, { context }) => {
      await soon(contractActionPage(page).goOn).toBeEnabled()
      await says(page, context.refusal)
    },
    done: ({ page }) => soon(contractActionPage(page).finish).toBeEnabled(),
    closed: ({ page }) => soon(page.getByRole('dialog')).toHaveCount(0),
  },
}

function previewsOf({ steps }: Path): AnyEventObject[] {
  return steps.map(({ event }) => event as AnyEventObject).filter(({ type }) => type === 'xstate.done.actor.preview')
}

/** How many payments are paid in what the server answers. */
function paidOf(event: AnyEventObject | undefined): number {
  return ((event?.output ?? []) as ActionPreview[]).filter(({ obstacle }) => obstacle === 'paid').length
}

/** The second payment first, then the other one too. */
async function payFirst({ server: { database }, data }: Stage, count: number): Promise<void> {
  for (const paymentId of data.payments.toReversed().slice(0, count)) {
    const isBooked = (await database.$count(operations, eq(operations.paymentId, paymentId))) > 0
    if (!isBooked)
      await database
        .insert(operations)
        .values({ paymentId, kind: 'ReceivingDS', amount, at: new Date('2026-09-05T09:00:00Z') })
  }
}

async function openPayments(server: TestServer): Promise<Data> {
  const school = await schoolOf(server)
  const { database } = server
  const person = await newPerson(server, { roles: ['administrator'], confirmed: true })
  // The queue shows what earlier plays have left, too.
  await database.update(payments).set({ status: 'DeferredPayment' }).where(eq(payments.status, 'Open'))
  const parent = await newPerson(server, { confirmed: true })
  await school.begin()
  const own: string[] = []
  for (const name of ['Артём', 'Ольга']) {
    const childId = await school.addChild(name, [parent])
    const groupId = await school.addGroup({ weeks: 0 })
    const contractId = await school.addContract(childId, { groupId, customerId: parent.userId })
    const id = randomUUID()
    await database.transaction(async (transaction) => {
      await transaction.update(contracts).set({ total: amount }).where(eq(contracts.id, contractId))
      await transaction.insert(payments).values({
        id,
        contractId,
        position: 1,
        title: 'Полная оплата',
        amount,
        status: 'Open' as const,
        dueOn: own.length === 0 ? '2026-08-31' : '2026-09-01',
      })
    })
    own.push(id)
  }
  return { person, target: person.phone, tries: 0, payments: own }
}
