import { randomUUID } from 'node:crypto'
import { expect } from 'playwright/test'
import type { DeskTicket } from '#contract/people/tickets.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { unplayable } from '#tests/model-runner/e2e/e2e-level.ts'
import type { Step } from '#tests/model-runner/paths/replay.ts'
import { blank, message } from '#tests/models/ticket-desk.model.ts'
import { changedMeanwhile, ticketDeskPage } from '#tests/support/pages/ticket-desk-page.ts'
import { tooOften } from './fault-injection.ts'
import { newPerson, newTicket } from './fixtures/school.ts'
import { type ProductDriver, type ProductLevel, type ProductStage, signIn } from './test-server.ts'

type Someone = Awaited<ReturnType<typeof newPerson>>
type DeskData = { administrator: Someone; colleague: Someone; ticket: string }
type Stage = ProductStage<DeskData>

const send = 'POST /v1/admin/ticket/{id}/message'
const change = 'PATCH /v1/admin/ticket/{id}'

const refusals = (call: string) => ({
  'переписку изменил кто-то другой': (async (stage) => {
    await noteOfColleague(stage)
    await stage.server.proxy.pass(call)
  }) satisfies ProductDriver<DeskData>,
  'сервер не принял значение': unplayable('the page offers no value that the server refuses'),
  'изменений слишком много': tooOften(call),
  'нет связи с сервером': (({ server }) => server.proxy.cut(call)) satisfies ProductDriver<DeskData>,
})

/** An administrator answers the ticket of a parent, and a colleague works on the same ticket. */
export const ticketDeskEndToEnd: ProductLevel<DeskData> = {
  open: async (server) => {
    const { ticket } = await newTicket(server)
    const administrator = () => newPerson(server, { roles: ['administrator'], confirmed: true })
    return { administrator: await administrator(), colleague: await administrator(), ticket }
  },
  held: [send, change],
  begin: async (stage) => {
    await signIn(stage, stage.data.administrator)
    await stage.page.goto(`/adm-panel/?tab=tickets&ticket=${stage.data.ticket}`)
  },
  unplayableSteps: [
    {
      why: 'the ticket is that of the administrator already',
      is: (step, { steps }) =>
        step.event.type === 'ticket.change' && steps.slice(0, steps.indexOf(step)).some(hasTaken),
    },
    {
      why: 'a message that was cut off is not stored, so another version is a conflict',
      is: ({ event, before }) => event.type === 'xstate.done.actor.sendMessage' && before.context.hasUnread,
    },
  ],
  events: {
    'message.type': async ({ page }, { event, before }) => {
      await ticketDeskPage(page).text(before.context.kind).click()
      await page.keyboard.press('ControlOrMeta+a')
      if (event.html === blank.html) await page.keyboard.press('Backspace')
      else await page.keyboard.insertText(message.words)
    },
    'kind.choose': ({ page }, { event }) => ticketDeskPage(page).choice(event.kind).click(),
    'message.send': ({ page }, { before }) => ticketDeskPage(page).send(before.context.kind).click(),
    'ticket.change': ({ page }) => ticketDeskPage(page).take.click(),
    'conflict.read': ({ page }) => ticketDeskPage(page).read.click(),
    'ticket.changed': {
      'в переписке есть новое': async (stage) => {
        await noteOfColleague(stage)
        await soon(stage.page.getByText('Позвоню семье сам').first()).toBeVisible()
      },
      'переписка перечитана, нового нет': unplayable('nothing is announced that has not changed'),
    },
    'xstate.done.actor.sendMessage': async (stage, { before }) => {
      await stage.server.proxy.pass(send)
      const { messages } = await ticketOf(stage)
      const [last] = messages.slice(-1)
      expect({ kind: last?.kind, html: last?.contentHtml }).toEqual({ kind: before.context.kind, html: message.html })
    },
    'xstate.error.actor.sendMessage': refusals(send),
    'xstate.done.actor.changeTicket': async (stage) => {
      await stage.server.proxy.pass(change)
      expect((await ticketOf(stage)).assignee?.id).toBe(stage.data.administrator.userId)
    },
    'xstate.error.actor.changeTicket': refusals(change),
  },
  states: {
    writing: async ({ page }, { context }) => {
      await soon(ticketDeskPage(page).text(context.kind)).toHaveText(
        context.html === message.html ? message.words : blank.words,
      )
      if (context.refusal !== null) await soon(ticketDeskPage(page).alert).toContainText('Не получилось')
    },
    sending: async ({ page, server }, { context }) => {
      await server.proxy.isHeld(send)
      await soon(ticketDeskPage(page).text(context.kind)).toHaveAttribute('contenteditable', 'false')
    },
    changing: ({ server }) => server.proxy.isHeld(change),
    conflicted: async ({ page }, { context }) => {
      await soon(ticketDeskPage(page).alert.filter({ hasText: changedMeanwhile })).toBeVisible()
      // A message that was sent too often may follow a change of the administrator's own.
      if (context.refusal?.type !== 'too-many-requests')
        await soon(page.getByText('Позвоню семье сам').first()).toBeVisible()
      await soon(ticketDeskPage(page).text(context.kind)).toHaveText(
        context.html === message.html ? message.words : blank.words,
      )
    },
  },
}

function hasTaken({ event }: Step): boolean {
  return event.type === 'xstate.done.actor.changeTicket'
}

async function ticketOf({ data }: Stage): Promise<DeskTicket> {
  return (await data.colleague.call(`GET /v1/admin/ticket/${data.ticket}`)).json<DeskTicket>()
}

async function noteOfColleague(stage: Stage): Promise<void> {
  const { colleague, ticket } = stage.data
  const { version } = await ticketOf(stage)
  const { statusCode, body } = await colleague.call(`POST /v1/admin/ticket/${ticket}/message`, {
    body: { kind: 'note', contentHtml: '<p>Позвоню семье сам</p>', version },
    headers: { 'idempotency-key': randomUUID() },
  })
  if (statusCode >= 400) throw new Error(`the colleague was refused: ${body}`)
}
