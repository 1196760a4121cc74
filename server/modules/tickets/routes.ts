import { createTicket, listTickets } from '#contract/schedule.ts'
import { noticePlaceOf, queueMessage } from '#server/delivery/queue.ts'
import { serve } from '#server/plugins/calls.ts'
import { refuseValue } from '#server/refusal.ts'
import type { App } from '#server/surroundings.ts'
import { cleanLetter, letterFault } from './rules.ts'
import { keepTicket, ticketListOf } from './tickets.ts'

/** Letters about the schedule: what was written is kept clean, and its author is told the number. */
export async function ticketRoutes(app: App) {
  const { TIME_ZONE: timeZone } = app.env
  const ticketList = ticketListOf(app.database)

  serve(app, createTicket, async ({ session, body, language, database }) => {
    const contentHtml = cleanLetter(body.contentHtml)
    const fault = letterFault(contentHtml)
    if (fault !== null) refuseValue('contentHtml', fault, 'Nothing is left to read, or too much')
    const now = app.clock()
    const ticket = await keepTicket(database, { authorId: session.userId, contentHtml, now, timeZone })
    const to = noticePlaceOf(session.user)
    const values = { number: ticket.number }
    if (to) await queueMessage(database, { to, kind: 'ticket-received', language, values, now })
    return ticket
  })

  serve(app, listTickets, ({ session }) => ticketList(session.userId))
}
