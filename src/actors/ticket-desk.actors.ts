import { fromCallback } from 'xstate'
import type { WriteCall } from '#contract/call-changes.ts'
import { isBlank } from '#contract/input-formats.ts'
import { deskTicketQuery } from '#src/api/admin.ts'
import { isDefinitive, isSessionError, type Result, toResult } from '#src/api/api-error.ts'
import { invalidateChangedBy } from '#src/api/query-cache.ts'
import type { DeskMessageKind, TicketChange, TicketChanged } from '#src/machines/setups/ticket-desk-setup.ts'
import { ticketDeskMachine } from '#src/machines/ticket-desk.ts'
import { attached, createDrafts, type DraftFile, type DraftKey } from '#src/storage/drafts.ts'
import { type FlowDependencies, toFlowError } from './flow-dependencies.ts'
import { promiseActor } from './promise-actor.ts'

type DeskMessage = { id: string; html: string; kind: DeskMessageKind; version: number }
type Change = { id: string; change: TicketChange; version: number }

/** Actors and actions of the ticket desk, and the drafts of its messages. */
export function provideTicketDesk({ browser, http, session, queryClient, report }: FlowDependencies) {
  const drafts = createDrafts(browser)
  const draftOf = (id: string): DraftKey => ({
    userId: session().getSnapshot().context.user?.id ?? '',
    about: `desk-${id}`,
  })

  /** After a success and after a refusal the screen shows the ticket as it is now. */
  async function finish<Answer>(call: WriteCall, { answer, error }: Result<Answer>): Promise<Answer> {
    if (error === null || isDefinitive(error)) await invalidateChangedBy(queryClient, call)
    if (error === null) return answer
    if (isSessionError(error)) report(error)
    throw toFlowError(error)
  }

  return {
    /** The draft, begun with what is on the screen, or with what was there when it was tried. */
    recallDraft(id: string, shown: number) {
      const html = drafts.recall(draftOf(id))
      const tried = isBlank(html) ? null : drafts.triedOf(draftOf(id))
      const version = tried === null ? shown : (JSON.parse(tried) as DeskMessage).version
      return {
        html,
        kind: drafts.kindOf(draftOf(id)) ?? ('answer' as const),
        version,
        mayBeStored: tried !== null,
        hasUnread: version !== shown,
      }
    },
    filesOfDraft: (id: string) => drafts.filesOf(draftOf(id)),
    keepFiles: (id: string, files: DraftFile[]) => drafts.keepFiles(draftOf(id), files),

    ticketDesk: ticketDeskMachine.provide({
      actors: {
        sendMessage: promiseActor<{ version: number }, DeskMessage>(async ({ input: { id, html, kind, version } }) => {
          const body = { kind, contentHtml: html, version, ...attached(drafts.filesOf(draftOf(id))) }
          const idempotencyKey = drafts.keyOf(draftOf(id), JSON.stringify(body))
          const call = 'POST /v1/admin/ticket/{id}/message'
          const result = await toResult(http(call, { params: { id }, body, idempotencyKey }))
          if (result.error === null) drafts.forget(draftOf(id))
          // An ended session does not say whether an earlier try was stored.
          else if (isDefinitive(result.error) && !isSessionError(result.error)) drafts.dropKey(draftOf(id))
          return finish(call, result)
        }),
        changeTicket: promiseActor<{ version: number }, Change>(async ({ input: { id, change, version } }) => {
          const call = 'PATCH /v1/admin/ticket/{id}'
          return finish(call, await toResult(http(call, { params: { id }, body: { ...change, version } })))
        }),
        watchTicket: fromCallback<TicketChanged, string>(({ input: id, sendBack }) => {
          const { queryKey } = deskTicketQuery(id)
          const cache = queryClient.getQueryCache()
          return cache.subscribe(({ type, query }) => {
            const version = queryClient.getQueryData(queryKey)?.version
            if (type !== 'updated' || query !== cache.find({ queryKey }) || version === undefined) return
            sendBack({ type: 'ticket.changed', version })
          })
        }),
      },
      actions: {
        keepDraft: (_, { id, html, kind }) => drafts.keep(draftOf(id), html, kind),
      },
    }),
  }
}
