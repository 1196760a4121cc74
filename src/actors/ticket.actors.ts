import { fromCallback } from 'xstate'
import type { WriteCall } from '#contract/call-changes.ts'
import { isDefinitive, isSessionError, toResult } from '#src/api/api-error.ts'
import { invalidateChangedBy } from '#src/api/query-cache.ts'
import { type NewTicket, ticketMachine } from '#src/machines/ticket.ts'
import { ticketReplyMachine } from '#src/machines/ticket-reply.ts'
import { attached, createDrafts, type DraftKey } from '#src/storage/drafts.ts'
import { type FlowDependencies, toFlowError } from './flow-dependencies.ts'
import { probeServer } from './probe-server.ts'
import { promiseActor } from './promise-actor.ts'

type Reply = { id: string; html: string }

/** Actors and actions of the machines of a ticket and of a reply to its answer. */
export function provideTicket({ browser, http, session, queryClient, report }: FlowDependencies) {
  const drafts = createDrafts(browser)
  const draftKey = (about: string | null): DraftKey => ({
    userId: session().getSnapshot().context.user?.id ?? '',
    about,
  })
  const replyKey = (id: string) => draftKey(`reply-${id}`)

  /** Sends a draft with its files. The dialog may be closed meanwhile, so the follow-up is not an action of a machine. */
  async function send<Body extends object, Answer>(
    [draft, call]: [DraftKey, WriteCall],
    text: Body,
    post: (args: { body: Body & { files?: string[] }; idempotencyKey: string }) => Promise<Answer>,
  ): Promise<Answer> {
    const body = { ...text, ...attached(drafts.filesOf(draft)) }
    const { answer, error } = await toResult(post({ body, idempotencyKey: drafts.keyOf(draft, JSON.stringify(body)) }))
    if (error !== null) {
      // A lost answer is asked for again with the same key. An ended session says nothing about it.
      if (isSessionError(error)) {
        drafts.markUnsent(draft)
        report(error)
      } else if (isDefinitive(error)) drafts.dropKey(draft)
      throw toFlowError(error)
    }
    drafts.forget(draft)
    void invalidateChangedBy(queryClient, call)
    return answer
  }

  const connection = {
    probe: promiseActor<void>(({ signal }) => probeServer(browser(), signal)),
    network: fromCallback<{ type: 'network.found' }>(({ sendBack }) => {
      const window = browser()
      const report = () => sendBack({ type: 'network.found' })
      window.addEventListener('online', report)
      return () => window.removeEventListener('online', report)
    }),
  }

  return {
    drafts,
    replyKey,

    ticket: ticketMachine.provide({
      actors: {
        sendTicket: promiseActor<{ number: string }, NewTicket>(({ input: { about, topic, contentHtml } }) => {
          const call = 'POST /v1/schedule/ticket/create'
          const student = drafts.studentOf(draftKey(about))
          const recipient = drafts.recipientOf(draftKey(about))
          const to = { ...(student && { studentUuid: student }), ...(recipient && { recipientUuid: recipient }) }
          const text = { contentHtml, topic, ...to }
          return send([draftKey(about), call], text, (args) => http(call, args))
        }),
        ...connection,
      },
      actions: {
        keepDraft: (_, { about, ...content }) => drafts.keepTicket(draftKey(about), content),
      },
    }),

    ticketReply: ticketReplyMachine.provide({
      actors: {
        sendReply: promiseActor<void, Reply>(async ({ input: { id, html } }) => {
          const call = 'POST /v1/schedule/ticket/{id}/reply'
          await send([replyKey(id), call], { contentHtml: html }, (args) => http(call, { params: { id }, ...args }))
        }),
        ...connection,
      },
      actions: {
        keepDraft: (_, { id, html }) => drafts.keep(replyKey(id), html),
      },
    }),
  }
}
