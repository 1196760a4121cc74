import { fromPromise } from 'xstate'
import { isBlank } from '#contract/input-formats.ts'
import { isDefinitive, isSessionError, toResult } from '#src/api/api-error.ts'
import { invalidateChangedBy } from '#src/api/query-cache.ts'
import { ticketMachine } from '#src/machines/ticket.ts'
import { createDrafts, type DraftKey } from '#src/storage/drafts.ts'
import { type FlowDependencies, toFlowError } from './flow-dependencies.ts'

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
        sendLetter: fromPromise<{ number: string }, { about: string | null; contentHtml: string }>(
          async ({ input: { about, contentHtml } }) => {
            const place = draftPlace(about)
            const args = { body: { contentHtml }, idempotencyKey: drafts.keyOf(place, contentHtml) }
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
      },
      actions: {
        keepDraft: (_, { about, html }) => {
          if (isBlank(html)) drafts.forget(draftPlace(about))
          else drafts.keep(draftPlace(about), html)
        },
      },
    }),
  }
}
