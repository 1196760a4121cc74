import { eq } from 'drizzle-orm'
import { expect } from 'playwright/test'
import { ticketMessages } from '#server/db/schema/schedule.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { says } from '#tests/models/one-time-code-dialog.ts'
import { blank } from '#tests/models/ticket.model.ts'
import { reply } from '#tests/models/ticket-reply.model.ts'
import { ticketTexts } from '#tests/support/pages/ticket-page.ts'
import { askingToSendReply, ticketReplyPage } from '#tests/support/pages/ticket-reply-page.ts'
import { newTicket } from './fixtures/school.ts'
import { type ProductLevel, type ProductStage, signIn } from './test-server.ts'
import { probe, sendingDrivers } from './ticket.e2e.ts'

type ReplyData = Awaited<ReturnType<typeof newTicket>>
type Stage = ProductStage<ReplyData>

const send = 'POST /v1/schedule/ticket/{id}/reply'

/** A parent writes more to an own ticket. */
export const ticketReplyEndToEnd: ProductLevel<ReplyData> = {
  open: newTicket,
  held: [send, probe],
  begin: async (stage) => {
    await signIn(stage, stage.data.author)
    await stage.page.goto(`/schedule?tickets=${stage.data.ticket}`)
  },
  events: {
    'text.change': async ({ page }, { event }) => {
      await ticketReplyPage(page).text.click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.press('Backspace')
      if (event.html === reply.html) await page.keyboard.insertText(reply.words)
    },
    ...sendingDrivers('ticketReply', 'sendReply', send),
  },
  states: {
    writing: async (stage, { context }) => {
      await soon(ticketReplyPage(stage.page).text).toHaveText(context.html === reply.html ? reply.words : blank.words)
      if (context.refusal !== null) await says(stage.page, context.refusal)
      expect(await sent(stage)).toEqual([])
    },
    sending: async ({ page, server }) => {
      await server.proxy.isHeld(send)
      await soon(ticketReplyPage(page).text).toHaveAttribute('contenteditable', 'false')
    },
    'unreached.waiting': waits,
    'unreached.probing': async (stage) => {
      await stage.server.proxy.isHeld(probe)
      await waits(stage)
    },
    asking: async (stage) => {
      await soon(ticketReplyPage(stage.page).alert).toContainText(askingToSendReply)
      expect(await sent(stage)).toEqual([])
    },
    sent: async (stage) => {
      await soon(ticketReplyPage(stage.page).sent).toBeVisible()
      expect(await sent(stage)).toEqual([reply.html])
    },
  },
}

async function sent({ server, data }: Stage): Promise<string[]> {
  const { contentHtml, ticketId } = ticketMessages
  const stored = await server.database.select({ contentHtml }).from(ticketMessages).where(eq(ticketId, data.ticket))
  return stored.map((message) => message.contentHtml)
}

async function waits(stage: Stage): Promise<void> {
  await soon(ticketReplyPage(stage.page).alert).toContainText(ticketTexts.waiting)
  expect(await sent(stage)).toEqual([])
}
