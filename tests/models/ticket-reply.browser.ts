import type { TicketConversation } from '#contract/people/tickets.ts'
import type { TicketError } from '#src/machines/states/ticket-sending.ts'
import { json } from '#tests/model-runner/browser/app-under-test.ts'
import { type BrowserLevel, inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserPool } from '#tests/model-runner/browser/browser-pool.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { byEnvironment, byUser, type PageQueries } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { Level } from '#tests/model-runner/model.ts'
import { ticketTexts } from '#tests/support/pages/ticket-page.ts'
import { askingToSendReply, ticketReplyPage } from '#tests/support/pages/ticket-reply-page.ts'
import { profileState } from './app/profile-state.ts'
import { replyOf, says } from './one-time-code-dialog.ts'
import { anna } from './sample-users.ts'
import { probe, sendingDrivers } from './ticket.browser.ts'
import { blank } from './ticket.model.ts'
import { reply, replyInput, ticketReplyModel } from './ticket-reply.model.ts'

const { id } = replyInput
const read = `GET /v1/schedule/ticket/${id}`
const send = `POST /v1/schedule/ticket/${id}/reply`
const address = `/messages?ticket=${id}`
const waiting = 'the draft is still there, but after a reload nothing waits to be sent'

const conversation: TicketConversation = {
  uuid: id,
  number: 'Р-2026-000123',
  topic: 'schedule',
  subject: 'Где будет занятие?',
  student: null,
  author: null,
  recipient: null,
  contentHtml: '<p>Где будет занятие?</p>',
  state: 'answered',
  createdAt: '2035-08-30T09:00:00.000Z',
  answeredAt: '2035-08-30T10:00:00.000Z',
  dueAt: null,
  isUnread: false,
  files: [],
  messages: [],
}

export function ticketReplyInBrowser(pool: BrowserPool): Level<BrowserStage> {
  return inBrowser(pool, ticketReplyModel, {
    start: address,
    state: () => profileState(anna),
    responses: { [read]: json(conversation) },
    calls: {
      sendReply: (_, { context }) => ({ call: send, body: { contentHtml: context.html } }),
      probe: () => ({ call: probe }),
      network: null,
    },
    address: () => address,
    escape: null,
    written: [reply.words, 'Где будет занятие?'],
    lostOnReload: { 'unreached.waiting': waiting, 'unreached.probing': waiting, asking: waiting },
    events,
    states,
  })
}

const events: BrowserLevel['events'] = {
  'text.change': byUser(async ({ page }, { event }) => {
    await ticketReplyPage(page).text.click()
    // The editor reports changes only: the same text typed again is one if it is erased before.
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Backspace')
    if (event.html === reply.html) await page.keyboard.insertText(reply.words)
  }),
  'xstate.done.actor.sendReply': byEnvironment(({ network }) => network.answer(send, json({ state: 'inProgress' }))),
  'xstate.error.actor.sendReply': byEnvironment(({ network }, { event }) => network.answer(send, replyOf(event.error))),
  ...sendingDrivers('ticketReply'),
}

const states: BrowserLevel['states'] = {
  writing: async ({ page }, { context }) => {
    const { text } = ticketReplyPage(page)
    await soon(text).toHaveText(context.html === reply.html ? reply.words : blank.words)
    await soon(text).toHaveAttribute('contenteditable', 'true')
    if (context.refusal !== null) await refuses(page, context.refusal)
  },
  sending: ({ page }) => isFixed(page),
  'unreached.waiting': ({ page }, { context }) => waitsForConnection(page, context.refusal),
  'unreached.probing': ({ page }, { context }) => waitsForConnection(page, context.refusal),
  asking: async ({ page }) => {
    await soon(ticketReplyPage(page).alert).toContainText(askingToSendReply)
    await isFixed(page)
  },
  sent: async ({ page }) => {
    await soon(ticketReplyPage(page).sent).toBeVisible()
    await soon(ticketReplyPage(page).text).toHaveText('')
  },
}

async function refuses(page: PageQueries, refusal: TicketError): Promise<void> {
  if (refusal.type !== 'invalid-values') return says(page, refusal, 'main')
  await soon(ticketReplyPage(page).alert).toContainText('Проверьте заполненные поля')
}

async function waitsForConnection(page: PageQueries, refusal: TicketError): Promise<void> {
  await refuses(page, refusal)
  await soon(ticketReplyPage(page).alert).toContainText(ticketTexts.waiting)
  await isFixed(page)
}

/** What failed is what will be sent: it can be changed after «Изменить» only. */
async function isFixed(page: PageQueries): Promise<void> {
  await soon(ticketReplyPage(page).text).toHaveText(reply.words)
  await soon(ticketReplyPage(page).text).toHaveAttribute('contenteditable', 'false')
}
