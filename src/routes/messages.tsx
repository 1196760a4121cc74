import { createFileRoute } from '@tanstack/react-router'
import { ticketConversationQuery, ticketsQuery } from '#src/api/schedule.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { loadPage } from './-query/load-page.ts'

export const Route = createFileRoute('/messages')({
  ...screenRoute('messages', () => import('./-messages/page.tsx')),
  loaderDeps: ({ search: { ticket } }) => ({ ticket }),
  loader: (args) =>
    loadPage(args, ({ isVisitor, required }) => {
      const { ticket } = args.deps
      const list = required(ticketsQuery())
      // For a visitor the 401 of the list starts sign-in.
      return isVisitor || ticket === undefined ? list : [list, required(ticketConversationQuery(ticket))]
    }),
})
