import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { AnyEventObject } from 'xstate'
import { checkoutLines, checkouts } from '#server/db/schema/checkouts.ts'
import { contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { lessons } from '#server/db/schema/schedule.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { unplayable } from '#tests/model-runner/e2e/e2e-level.ts'
import type { Path } from '#tests/model-runner/paths/replay.ts'
import { says } from '#tests/models/one-time-code-dialog.ts'
import { terminationPage, terminationTexts } from '#tests/support/pages/contract-termination-page.ts'
import { tooOften } from './fault-injection.ts'
import { newPerson, schoolOf } from './fixtures/school.ts'
import { type ProductLevel, type ProductStage, signIn, type TestServer } from './test-server.ts'

const ask = 'POST /v1/profile/contract/{contractId}/termination'
const price = 24_000_00
const weeks = 32

type Data = { person: Awaited<ReturnType<typeof newPerson>>; contractId: string; groupId: string; target: string }
type Stage = ProductStage<Data>

const acceptsOf = (path: Path) =>
  path.steps.map(({ event }) => event as AnyEventObject).filter(({ type }) => type === 'sums.accept')

/** A parent terminates the contract of a child; another contract of the customer takes a part of the money. */
export const contractTerminationEndToEnd: ProductLevel<Data> = {
  open: openContract,
  held: [ask],
  begin: async (stage) => {
    await signIn(stage, stage.data.person)
    await stage.page.goto(`/contracts-and-payments/${stage.data.contractId}`)
    await terminationPage(stage.page).open.click()
    await soon(terminationPage(stage.page).next).toBeEnabled()
  },
  unplayableSteps: [
    {
      why: 'how a contract was paid does not change while its sums are read',
      is: ({ event }, path) => event.type === 'sums.accept' && event.needsAccount !== acceptsOf(path)[0]?.needsAccount,
    },
  ],
  events: {
    'day.choose': ({ page }, { event }) => terminationPage(page).lastDay.fill(event.lastDay),
    'target.choose': ({ page, data }, { event }) => {
      const { giveBack, dialog } = terminationPage(page)
      return (event.moveTo === null ? giveBack : dialog.getByRole('radio', { name: data.target })).click()
    },
    'sums.accept': ({ page }) => terminationPage(page).next.click(),
    'account.submit': async ({ page }, { event }) => {
      const fields = terminationPage(page)
      await fields.recipient.fill(event.account.recipient)
      await fields.account.fill(event.account.account)
      await fields.bankCode.fill(event.account.bankCode)
      await fields.next.click()
    },
    'step.back': ({ page }) => terminationPage(page).back.click(),
    'termination.confirm': ({ page }) => terminationPage(page).confirm.click(),
    'dialog.close': ({ page }) => page.keyboard.press('Escape'),
    'xstate.done.actor.terminate': ({ server }) => server.proxy.pass(ask).then(() => undefined),
    'xstate.error.actor.terminate': {
      'суммы изменились': async (stage) => {
        await dropLesson(stage)
        await stage.server.proxy.pass(ask)
      },
      'договор уже не действует': unplayable('the page of a contract that is not in force has no dialog'),
      'счёт не принят': unplayable('page and server accept the same accounts'),
      'нет связи с сервером': ({ server }) => server.proxy.cut(ask),
      'запросов слишком много': tooOften(ask),
    },
  },
  states: {
    calculating: async ({ page }, { context }) => {
      await soon(terminationPage(page).next).toBeEnabled()
      if (context.refusal !== null) await soon(terminationPage(page).dialog).toContainText(terminationTexts.changed)
    },
    enteringAccount: ({ page }) => soon(terminationPage(page).account).toBeVisible(),
    confirming: async ({ page }, { context }) => {
      await soon(terminationPage(page).confirm).toBeEnabled()
      if (context.refusal !== null) await says(page, context.refusal)
    },
    sending: ({ server }) => server.proxy.isHeld(ask),
    asked: ({ page }) => soon(page.getByRole('dialog')).toContainText(terminationTexts.asked),
    closed: ({ page }) => soon(page.getByRole('dialog')).toHaveCount(0),
  },
}

async function openContract(server: TestServer, path: Path): Promise<Data> {
  const school = await schoolOf(server)
  const { database } = server
  const person = await newPerson(server, { confirmed: true })
  const childId = await school.addChild('Артём', [person])
  await school.begin()
  const groupId = await school.addGroup({ meets: '2026-10-06T13:00:00Z', weeks })
  const other = await school.addGroup({ weeks: 0 })
  const contractId = await school.addContract(childId, { groupId, customerId: person.userId })
  const targetId = await school.addContract(childId, { groupId: other, customerId: person.userId })
  const paymentId = await addPayment(server, contractId, price)
  await addPayment(server, targetId, 3_000_00)
  const paidAt = new Date('2026-09-05T09:00:00Z')
  await database
    .insert(operations)
    .values({ paymentId, kind: 'ReceivingDS', amount: price, at: paidAt, payerId: person.userId })
  await database.update(payments).set({ status: 'Closed' }).where(eq(payments.id, paymentId))
  if (!(acceptsOf(path)[0]?.needsAccount ?? false)) {
    const [checkout] = await database
      .insert(checkouts)
      .values({
        payerId: person.userId,
        method: 'card',
        state: 'paid',
        provider: 'yookassa',
        externalId: randomUUID(),
        createdAt: paidAt,
        expiresAt: new Date(paidAt.getTime() + 3_600_000),
        finishedAt: paidAt,
        decidedAt: paidAt,
      })
      .returning({ id: checkouts.id })
    if (!checkout) throw new Error('The payment was not stored')
    await database.insert(checkoutLines).values({ checkoutId: checkout.id, paymentId, amount: price, booked: price })
  }
  const [target] = await database.select().from(contracts).where(eq(contracts.id, targetId))
  return { person, contractId, groupId, target: target?.number ?? '' }
}

async function addPayment({ database }: TestServer, contractId: string, amount: number): Promise<string> {
  const id = randomUUID()
  await database.transaction(async (transaction) => {
    await transaction.update(contracts).set({ total: amount }).where(eq(contracts.id, contractId))
    await transaction.insert(payments).values({
      id,
      contractId,
      position: 1,
      title: 'Полная оплата',
      dueOn: '2026-09-10',
      amount,
      status: 'Open',
    })
  })
  return id
}

/** The timetable loses its first lesson: the price of the others changes. */
async function dropLesson({ server: { database }, data: { groupId } }: Stage): Promise<void> {
  const [first] = await database
    .select({ id: lessons.id })
    .from(lessons)
    .where(eq(lessons.groupId, groupId))
    .orderBy(lessons.startsAt)
    .limit(1)
  await database.delete(lessons).where(eq(lessons.id, first?.id ?? ''))
}
