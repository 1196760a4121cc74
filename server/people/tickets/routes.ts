import { createTicket, listTickets } from '#contract/schedule.ts'
import type { App } from '#server/app-types.ts'
import { throwInvalidValue } from '#server/http-error.ts'
import { noticePlaceOf, queueMessage } from '#server/notifications/queue-message.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { sanitizeTicket, ticketProblem } from './rules.ts'
import { insertTicket, prepareTicketList } from './tickets.ts'

/** Support tickets. The text is sanitized and the author is notified of the number. */
export async function ticketRoutes(app: App) {
  const { TIME_ZONE: timeZone } = app.env
  const ticketList = prepareTicketList(app.database)

  registerCall(app, createTicket, async ({ session, body, language, database }) => {
    const contentHtml = sanitizeTicket(body.contentHtml)
    const fault = ticketProblem(contentHtml)
    if (fault !== null) throwInvalidValue('contentHtml', fault, 'The text is empty or too long')
    const now = app.clock()
    const ticket = await insertTicket(database, { authorId: session.userId, contentHtml, now, timeZone })
    const to = noticePlaceOf(session.user)
    const values = { number: ticket.number }
    if (to) await queueMessage(database, { to, kind: 'ticket-received', language, values, now })
    return ticket
  })

  registerCall(app, listTickets, ({ session }) => ticketList(session.userId))
}
