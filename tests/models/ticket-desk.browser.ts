import type { DeskTicket } from '#contract/people/tickets.ts'
import type { TicketChange } from '#src/machines/setups/ticket-desk-setup.ts'
import { json } from '#tests/model-runner/browser/app-under-test.ts'
import { type BrowserLevel, inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserPool } from '#tests/model-runner/browser/browser-pool.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { byEnvironment, byUser } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { Level } from '#tests/model-runner/model.ts'
import { changedMeanwhile, ticketDeskPage } from '#tests/support/pages/ticket-desk-page.ts'
import { refetch } from './app/outside-events.ts'
import { profileState } from './app/profile-state.ts'
import { replyOf } from './one-time-code-dialog.ts'
import { anna, vera } from './sample-users.ts'
import { blank, deskInput, message, otherVersion, ticketDeskModel } from './ticket-desk.model.ts'

const { id } = deskInput
const read = `GET /v1/admin/ticket/${id}`
const send = `POST /v1/admin/ticket/${id}/message`
const change = `PATCH /v1/admin/ticket/${id}`
const address = `/adm-panel/?tab=tickets&ticket=${id}`

/** The ticket as the server has it; it has no assignee, so that it can be taken again. */
function ticketAt(version: number): DeskTicket {
  return {
    id,
    number: 'Р-2026-000123',
    topic: 'schedule',
    state: 'inProgress',
    createdAt: '2035-08-30T09:00:00.000Z',
    dueAt: null,
    author: { id: anna.id, name: 'Анна Белова' },
    student: null,
    assignee: null,
    recipient: null,
    version,
    contentHtml: '<p>Где будет занятие?</p>',
    files: [],
    messages: [],
  }
}

export function ticketDeskInBrowser(pool: BrowserPool): Level<BrowserStage> {
  return inBrowser(pool, ticketDeskModel, {
    start: address,
    state: () => profileState(vera),
    responses: {
      [read]: json(ticketAt(deskInput.version)),
      'GET /v1/admin/ticket/assignee/list': json([{ id: vera.id, name: 'Вера Орлова' }]),
    },
    calls: {
      sendMessage: ({ html, kind, version }) => ({ call: send, body: { contentHtml: html, kind, version } }),
      watchTicket: null,
      changeTicket: ({ change: changes, version }: { change: TicketChange; version: number }) => ({
        call: change,
        body: { ...changes, version },
      }),
    },
    address: () => address,
    written: [message.words, 'Где будет занятие?', 'Анна Белова', 'Вера Орлова'],
    lostOnReload: {
      conflicted: 'после обновления видно новое: читать больше нечего',
    },
    events,
    states,
  })
}

const events: BrowserLevel['events'] = {
  'message.type': byUser(async ({ page }, { event, before }) => {
    await ticketDeskPage(page).text(before.context.kind).click()
    // The editor reports changes only, and typing an empty text into an empty editor is none.
    await page.keyboard.press('ControlOrMeta+a')
    if (event.html === blank.html) await page.keyboard.press('Backspace')
    else await page.keyboard.insertText(message.words)
  }),
  'kind.choose': byUser(({ page }, { event }) => ticketDeskPage(page).choice(event.kind).click()),
  'message.send': byUser(({ page, press }, { before }) => press(ticketDeskPage(page).send(before.context.kind))),
  'ticket.change': byUser(({ page, press }) => press(ticketDeskPage(page).take)),
  'conflict.read': byUser(({ page, press }) => press(ticketDeskPage(page).read)),
  'ticket.changed': byEnvironment(async (stage, { event }) => {
    stage.network.always(read, json(ticketAt(event.version)))
    stage.network.expect({ call: read }, { reply: json(ticketAt(event.version)) })
    await refetch(stage, 'GET /v1/admin/ticket/{id}')
    await stage.network.allSent(read)
  }),
  'xstate.done.actor.sendMessage': accepts(send),
  'xstate.error.actor.sendMessage': refuses(send),
  'xstate.done.actor.changeTicket': accepts(change),
  'xstate.error.actor.changeTicket': refuses(change),
}

function accepts(call: string) {
  return byEnvironment(async ({ network }, { event }) => {
    network.always(read, json(ticketAt(event.output.version)))
    await network.answer(call, json(event.output))
  })
}

function refuses(call: string) {
  return byEnvironment(async ({ network }, { event, before }) => {
    const { version, hasUnread } = before.context
    const isOther = event.error.type === 'state-conflict' || hasUnread
    network.always(read, json(ticketAt(isOther ? otherVersion(version) : version)))
    await network.answer(call, replyOf(event.error))
  })
}

const states: BrowserLevel['states'] = {
  writing: async ({ page }, { context }) => {
    await soon(ticketDeskPage(page).text(context.kind)).toHaveText(
      context.html === message.html ? message.words : blank.words,
    )
    if (context.refusal !== null) await soon(ticketDeskPage(page).alert).toContainText('Не получилось')
  },
  sending: ({ page }, { context }) =>
    soon(ticketDeskPage(page).text(context.kind)).toHaveAttribute('contenteditable', 'false'),
  changing: async ({ page }, { context }) => {
    await soon(ticketDeskPage(page).take).toBeVisible()
    await soon(ticketDeskPage(page).text(context.kind)).toHaveAttribute('contenteditable', 'true')
  },
  conflicted: async ({ page }, { context }) => {
    await soon(ticketDeskPage(page).alert.filter({ hasText: changedMeanwhile })).toBeVisible()
    await soon(ticketDeskPage(page).text(context.kind)).toHaveText(
      context.html === message.html ? message.words : blank.words,
    )
  },
}
