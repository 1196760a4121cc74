import { expect } from 'playwright/test'
import type { AnyMachineSnapshot } from 'xstate'
import { ticketTopics } from '#contract/enumerations.ts'
import { json } from '#tests/model-runner/browser/app-under-test.ts'
import { type BrowserLevel, inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserPool } from '#tests/model-runner/browser/browser-pool.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { byEnvironment, byUser, type PageQueries } from '#tests/model-runner/browser/drivers.ts'
import { passTime } from '#tests/model-runner/browser/fake-timers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { Level } from '#tests/model-runner/model.ts'
import { sendingForm, ticketPage, ticketTexts } from '#tests/support/pages/ticket-page.ts'
import { profileState } from './app/profile-state.ts'
import { replyOf, says } from './one-time-code-dialog.ts'
import { anna } from './sample-users.ts'
import { blank, number, ticketModel, ticketText } from './ticket.model.ts'

const create = 'POST /v1/schedule/ticket/create'
export const probe = 'GET /healthz'

export function ticketInBrowser(pool: BrowserPool): Level<BrowserStage> {
  return inBrowser(pool, ticketModel, {
    start: '/schedule?tickets=new',
    state: () => profileState(anna),
    calls: {
      sendTicket: (_, { context }) => ({ call: create, body: isTicket(context.isAttached, context.topic) }),
      probe: () => ({ call: probe }),
      network: null,
    },
    address: ({ value }) => (value === 'closed' ? '/schedule' : '/schedule?tickets=new'),
    escape: 'ticket.close',
    asides: {
      sent: [
        { button: 'Скопировать номер', copies: number },
        { link: ticketTexts.messages, opens: '/messages' },
      ],
    },
    // The ticket is shown as typed, and as it will be sent.
    written: [ticketText.words, ticketTexts.fact, 'Состояние'],
    events,
    states,
  })
}

/** Events of what a ticket and a reply share. */
export const sendingDrivers = (machine: 'ticket' | 'ticketReply'): BrowserLevel['events'] => ({
  'text.edit': byUser(({ page, press }) => press(sendingForm(page).edit)),
  'ticket.send': byUser(({ page, press }) => press(sendingForm(page).send)),
  'ticket.postpone': byUser(({ page, press }) => press(sendingForm(page).postpone)),
  'network.found': byEnvironment(({ page }) => page.evaluate(() => void window.dispatchEvent(new Event('online')))),
  [`xstate.after.probePause.${machine}.unreached.waiting`]: byEnvironment(({ page }) => passTime(page, 5000)),
  'xstate.done.actor.probe': byEnvironment(({ network }) => network.answer(probe, json({}))),
  'xstate.error.actor.probe': byEnvironment(({ network }) => network.answer(probe, 'offline')),
})

const events: BrowserLevel['events'] = {
  'text.change': byUser(async ({ page }, { event }) => {
    await ticketPage(page).text.click()
    // The editor reports changes only, and typing an empty text into an empty editor is none.
    await page.keyboard.press('ControlOrMeta+a')
    if (event.html === blank.html) await page.keyboard.press('Backspace')
    else await page.keyboard.insertText(ticketText.words)
  }),
  'topic.choose': byUser(async ({ page }, { event }) => {
    // Keys, as a user presses them: the topics are options of one list, in this order.
    const { topic } = ticketPage(page)
    await topic.press('Home')
    for (let below = ticketTopics.indexOf(event.topic); below > 0; below -= 1) await topic.press('ArrowDown')
  }),
  'ticket.review': byUser(({ page, press }) => press(ticketPage(page).review)),
  'facts.attach': byUser(async ({ page }, { event }) => {
    // A press toggles: to the value that the box has already, it takes two.
    const { attachment } = ticketPage(page)
    if ((await attachment.isChecked()) === event.isAttached) await attachment.click()
    await attachment.click()
  }),
  'ticket.close': byUser(({ page }) => page.keyboard.press('Escape')),
  'xstate.done.actor.sendTicket': byEnvironment(({ network }) =>
    network.answer(create, json({ uuid: anna.id, number })),
  ),
  'xstate.error.actor.sendTicket': byEnvironment(({ network }, { event }) =>
    network.answer(create, replyOf(event.error)),
  ),
  ...sendingDrivers('ticket'),
}

const states: BrowserLevel['states'] = {
  writing: async ({ page }, { context }) => {
    const { text, topic } = ticketPage(page)
    await soon(text).toHaveText(context.html === ticketText.html ? ticketText.words : blank.words)
    await soon(topic).toHaveValue(context.topic)
    if (context.refusal?.type === 'invalid-values') await soon(text).toHaveAttribute('aria-invalid', 'true')
  },
  reviewing: async ({ page }, { context }) => {
    const { reviewed, attachment } = ticketPage(page)
    await soon(reviewed).toContainText(ticketText.words)
    await soon(attachment).toBeChecked({ checked: context.isAttached })
    await soon(attachment).toBeEnabled()
    if (context.refusal !== null) await says(page, context.refusal)
  },
  sending: async ({ page }) => soon(ticketPage(page).attachment).toBeDisabled(),
  'unreached.waiting': ({ page }, { context }) => waitsForConnection(page, context),
  'unreached.probing': ({ page }, { context }) => waitsForConnection(page, context),
  asking: async ({ page }, { context }) => {
    await soon(ticketPage(page).alert).toContainText(ticketTexts.asking)
    await showsTicket(page, context)
  },
  sent: ({ page }) => soon(page.getByText(ticketTexts.sent(number))).toBeVisible(),
  closed: async ({ page }) => {
    await soon(page.getByRole('dialog')).toHaveCount(0)
    await soon(page).toHaveURL(({ search }) => search === '')
  },
}

async function waitsForConnection(page: PageQueries, context: AnyMachineSnapshot['context']): Promise<void> {
  await says(page, context.refusal)
  await soon(ticketPage(page).alert).toContainText(ticketTexts.waiting)
  await showsTicket(page, context)
}

/** What failed is what will be sent: it can be changed after «Изменить» only. */
async function showsTicket(page: PageQueries, { isAttached }: AnyMachineSnapshot['context']): Promise<void> {
  const { reviewed, attachment } = ticketPage(page)
  await soon(reviewed).toContainText(ticketText.words)
  await soon(attachment).toBeChecked({ checked: isAttached })
  await soon(attachment).toBeDisabled()
}

/** The request contains the typed text, and the screen data only if the user attached it. */
function isTicket(isAttached: boolean, topic: string) {
  return (body: unknown) => {
    const { contentHtml, ...rest } = body as { contentHtml: string }
    expect(rest).toEqual({ topic })
    expect(contentHtml.startsWith(ticketText.html)).toBe(true)
    expect(contentHtml.includes(ticketTexts.fact)).toBe(isAttached)
  }
}
