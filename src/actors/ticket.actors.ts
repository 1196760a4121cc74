import { fromCallback } from 'xstate'
import type { TicketTopic } from '#contract/enumerations.ts'
import { isDefinitive, isSessionError, toResult } from '#src/api/api-error.ts'
import { invalidateChangedBy } from '#src/api/query-cache.ts'
import { ticketMachine } from '#src/machines/ticket.ts'
import { attached, createDrafts, type DraftKey } from '#src/storage/drafts.ts'
import { type FlowDependencies, toFlowError } from './flow-dependencies.ts'
import { probeServer } from './probe-server.ts'
import { promiseActor } from './promise-actor.ts'

/** Actors and actions of the ticket machine. */
export function provideTicket({ browser, http, session, queryClient, report }: FlowDependencies) {
  const drafts = createDrafts(browser)
  const draftPlace = (about: string | null): DraftKey => ({
    userId: session().getSnapshot().context.user?.id ?? '',
    about,
  })

  return {
    drafts,

    ticket: ticketMachine.provide({
      actors: {
        // The dialog may be closed while the call is pending, so the follow-up is not an action of the machine.
        sendLetter: promiseActor<{ number: string }, { about: string | null; topic: TicketTopic; contentHtml: string }>(
          async ({ input: { about, topic, contentHtml } }) => {
            const place = draftPlace(about)
            const body = { contentHtml, topic, ...attached(drafts.filesOf(place)) }
            const args = { body, idempotencyKey: drafts.keyOf(place, JSON.stringify(body)) }
            const { answer, error } = await toResult(http('POST /v1/schedule/ticket/create', args))
            if (error !== null) {
              if (isDefinitive(error)) drafts.dropKey(place)
              if (isSessionError(error)) report(error)
              throw toFlowError(error)
            }
            drafts.forget(place)
            void invalidateChangedBy(queryClient, 'POST /v1/schedule/ticket/create')
            return answer
          },
        ),
        probe: promiseActor<void>(({ signal }) => probeServer(browser(), signal)),
        network: fromCallback<{ type: 'network.found' }>(({ sendBack }) => {
          const window = browser()
          const report = () => sendBack({ type: 'network.found' })
          window.addEventListener('online', report)
          return () => window.removeEventListener('online', report)
        }),
      },
      actions: {
        keepDraft: (_, { about, html }) => drafts.keep(draftPlace(about), html),
      },
    }),
  }
}
