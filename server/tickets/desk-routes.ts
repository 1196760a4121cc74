import {
  changeTicket,
  getDeskTicket,
  listAssignees,
  listResponseTimes,
  listTicketQueue,
  writeTicketMessage,
} from '#contract/people/tickets.ts'
import { recipientRules } from '#server/access/ticket-recipients.ts'
import type { App } from '#server/app-types.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { serveListFile } from '#server/plugins/list-files.ts'
import { findDeskTicket } from './desk-ticket.ts'
import { findResponseTimes } from './response-times.ts'
import { findAssignees, findTicketQueue } from './ticket-queue.ts'
import { changeTicketFacts, writeMessage } from './ticket-steps.ts'

/** The ticket desk of the administrators. */
export async function ticketDeskRoutes(app: App): Promise<void> {
  const { clock } = app

  registerCall(app, listTicketQueue, ({ query, session: { userId } }) =>
    findTicketQueue(app.database, query, { userId, now: clock(), rules: recipientRules(app) }),
  )
  serveListFile(app, listTicketQueue, 'messages', ({ query, session: { userId } }, pageSize) =>
    findTicketQueue(app.database, query, { userId, now: clock(), rules: recipientRules(app) }, pageSize),
  )
  registerCall(app, listResponseTimes, () => findResponseTimes(app.database, clock()))
  registerCall(app, listAssignees, () => findAssignees(app.database))
  registerCall(app, getDeskTicket, ({ params: { id } }) =>
    findDeskTicket(app.database, { id, rules: recipientRules(app) }),
  )

  registerCall(app, writeTicketMessage, ({ params: { id }, body, session: { userId }, database }) =>
    writeMessage(database, { ...body, id, userId, now: clock() }),
  )
  registerCall(app, changeTicket, ({ params: { id }, body }) =>
    app.database.transaction((transaction) => changeTicketFacts(transaction, { ...body, id, now: clock() })),
  )
}
