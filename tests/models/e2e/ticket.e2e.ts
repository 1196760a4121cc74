import { eq } from 'drizzle-orm'
import { expect } from 'playwright/test'
import { ticketTopics } from '#contract/enumerations.ts'
import { tickets } from '#server/db/schema/schedule.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { unplayable } from '#tests/model-runner/e2e/e2e-level.ts'
import { says } from '#tests/models/one-time-code-dialog.ts'
import { blank, ticketText } from '#tests/models/ticket.model.ts'
import { sendingForm, ticketPage, ticketTexts } from '#tests/support/pages/ticket-page.ts'
import { tooOften } from './fault-injection.ts'
import { newPerson } from './fixtures/school.ts'
import { type ProductLevel, type ProductStage, signIn } from './test-server.ts'

type AuthorData = { author: Awaited<ReturnType<typeof newPerson>> }

const create = 'POST /v1/schedule/ticket/create'
export const probe = 'GET /healthz'

/** Events of what a ticket and a reply share; `actor` makes the call `send`. */
export const sendingDrivers = (machine: string, actor: string, send: string): ProductLevel<unknown>['events'] => ({
  'text.edit': ({ page }) => sendingForm(page).edit.click(),
  'ticket.send': ({ page }) => sendingForm(page).send.click(),
  'ticket.postpone': ({ page }) => sendingForm(page).postpone.click(),
  [`xstate.done.actor.${actor}`]: ({ server }) => server.proxy.pass(send),
  [`xstate.error.actor.${actor}`]: {
    'нет связи с сервером': ({ server }) => server.proxy.cut(send),
    'писем за час слишком много': tooOften(send),
    'сервер не принял текст': unplayable('page and server accept the same texts'),
  },
  'network.found': ({ page }) => page.evaluate(() => void window.dispatchEvent(new Event('online'))),
  // The next state waits for it.
  [`xstate.after.probePause.${machine}.unreached.waiting`]: () => undefined,
  'xstate.done.actor.probe': ({ server }) => server.proxy.pass(probe),
  'xstate.error.actor.probe': ({ server }) => server.proxy.cut(probe),
})

/** A parent writes to the school. */
export const ticketEndToEnd: ProductLevel<AuthorData> = {
  open: async (server) => ({ author: await newPerson(server, { confirmed: false }) }),
  held: [create, probe],
  begin: async (stage) => {
    await signIn(stage, stage.data.author)
    await stage.page.goto('/schedule?tickets=new')
  },
  events: {
    'text.change': async ({ page }, { event }) => {
      await soon(ticketPage(page).text).toBeFocused()
      await page.keyboard.press('ControlOrMeta+a')
      if (event.html === blank.html) await page.keyboard.press('Backspace')
      else await page.keyboard.insertText(ticketText.words)
    },
    'topic.choose': async ({ page }, { event }) => {
      await ticketPage(page).topic.selectOption({ index: ticketTopics.indexOf(event.topic) })
    },
    'ticket.review': async ({ page }, { taken }) => {
      await ticketPage(page).review.click()
      if (taken.length === 0) await soon(ticketPage(page).text).toBeVisible()
    },
    'facts.attach': ({ page }, { event }) => ticketPage(page).attachment.setChecked(event.isAttached),
    'ticket.close': ({ page }) => page.keyboard.press('Escape'),
    ...sendingDrivers('ticket', 'sendTicket', create),
  },
  states: {
    writing: async ({ page }, { context }) => {
      const { text, topic } = ticketPage(page)
      await soon(text).toHaveText(context.html === ticketText.html ? ticketText.words : blank.words)
      await soon(topic).toHaveValue(context.topic)
    },
    reviewing: async (stage, { context }) => {
      const { page } = stage
      await soon(ticketPage(page).reviewed).toContainText(ticketText.words)
      await soon(ticketPage(page).attachment).toBeChecked({ checked: context.isAttached })
      if (context.refusal !== null) await says(page, context.refusal)
      expect(await sent(stage)).toEqual([])
    },
    sending: async ({ page, server }) => {
      await server.proxy.isHeld(create)
      await soon(ticketPage(page).attachment).toBeDisabled()
    },
    'unreached.waiting': waits,
    'unreached.probing': async (stage) => {
      await stage.server.proxy.isHeld(probe)
      await waits(stage)
    },
    asking: async (stage) => {
      await soon(ticketPage(stage.page).alert).toContainText(ticketTexts.asking)
      expect(await sent(stage)).toEqual([])
    },
    sent: async (stage, { context }) => {
      const [stored] = await sent(stage)
      expect(stored?.topic).toBe(context.topic)
      expect(stored?.contentHtml).toContain(ticketText.words)
      expect(stored?.contentHtml.includes(ticketTexts.fact)).toBe(context.isAttached)
      await soon(stage.page.getByText(ticketTexts.sent(stored?.number))).toBeVisible()
    },
    closed: async ({ page }) => {
      await soon(page.getByRole('dialog')).toHaveCount(0)
      await soon(page).toHaveURL(({ search }) => search === '')
    },
  },
}

const sent = ({ server, data }: ProductStage<AuthorData>) =>
  server.database.select().from(tickets).where(eq(tickets.authorId, data.author.userId))

async function waits(stage: ProductStage<AuthorData>): Promise<void> {
  await soon(ticketPage(stage.page).alert).toContainText(ticketTexts.waiting)
  expect(await sent(stage)).toEqual([])
}
