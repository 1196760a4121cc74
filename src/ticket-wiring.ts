import { fromPromise } from 'xstate'
import { isBlank } from '#contract/rich-text.ts'
import { attempt, concernsSession, isDecided } from './api/failure.ts'
import { ticketsQuery } from './api/tickets.ts'
import { createDrafts, type DraftPlace } from './drafts.ts'
import { type FlowWorld, refusalOf } from './flow-wiring.ts'
import { ticketMachine } from './machines/ticket.ts'

/** The flow of the dialog in which a letter is written; wired with that dialog. */
export function wireTicket({ browser, http, session, queryClient, report }: FlowWorld) {
  const drafts = createDrafts(browser)
  const draftPlace = (about: string | null): DraftPlace => ({
    userId: session().getSnapshot().context.user?.id ?? '',
    about,
  })

  return {
    drafts,

    ticket: ticketMachine.provide({
      actors: {
        // What follows the answer is done here: whoever has closed the dialog meanwhile has sent the letter all the same.
        sendLetter: fromPromise<{ number: string }, { about: string | null; contentHtml: string }>(
          async ({ input: { about, contentHtml } }) => {
            const place = draftPlace(about)
            const args = { body: { contentHtml }, idempotencyKey: drafts.keyOf(place, contentHtml) }
            const { answer, error } = await attempt(http('POST /v1/schedule/ticket/create', args))
            if (error !== null) {
              if (isDecided(error)) drafts.dropKey(place)
              if (concernsSession(error)) report(error)
              throw refusalOf(error)
            }
            drafts.forget(place)
            void queryClient.invalidateQueries({ queryKey: ticketsQuery().queryKey })
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
