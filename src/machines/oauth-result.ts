import { setup } from 'xstate'
import { notProvided, notProvidedAction } from './not-provided.ts'

/** Parameters of the OAuth callback, unchanged. */
export type OauthResult = {
  code?: string | undefined
  session?: string | undefined
  state?: string | undefined
  fromUrl?: string | undefined
  iss?: string | undefined
  error?: string | undefined
  error_description?: string | undefined
}

/** Why the sign-in failed, and the number of the request; null if unknown. */
export type OauthFailure = { reason: string | null; requestId: string | null }

/**
 * Sends the OAuth callback parameters and navigates to the target that the server returns, or to the page with the
 * reason of the failure (S4, D-3).
 */
export const oauthResultMachine = setup({
  types: {
    context: {} as { result: OauthResult },
    input: {} as OauthResult,
    tags: {} as 'slow',
  },
  actors: { sendResult: notProvided<string | null, OauthResult>('sendResult') },
  actions: {
    replacePage: notProvidedAction<{ location: string | null }>,
    openHome: notProvidedAction<void>,
    showFailure: notProvidedAction<OauthFailure>,
  },
  guards: { hasLocation: (_, { location }: { location: string | null }) => location !== null },
  delays: { slowAfter: 5000 },
}).createMachine({
  id: 'oauthResult',
  context: ({ input }) => ({ result: input }),
  initial: 'sending',
  states: {
    sending: {
      invoke: {
        id: 'sendResult',
        src: 'sendResult',
        input: ({ context }) => context.result,
        onDone: [
          {
            guard: { type: 'hasLocation', params: locationOf },
            target: 'leaving',
            actions: { type: 'replacePage', params: locationOf },
          },
          { target: 'goingHome', actions: 'openHome' },
        ],
        onError: { target: 'failed', actions: { type: 'showFailure', params: failureOf } },
      },
      initial: 'prompt',
      states: {
        prompt: { after: { slowAfter: 'slow' } },
        slow: { tags: 'slow' },
      },
    },
    leaving: { type: 'final' },
    goingHome: { type: 'final' },
    failed: { type: 'final' },
  },
})

function locationOf({ event }: { event: { output: string | null } }): { location: string | null } {
  return { location: event.output }
}

function failureOf({ event: { error } }: { event: { error: unknown } }): OauthFailure {
  const { reason = null, requestId = null } = error as Partial<OauthFailure>
  return { reason, requestId }
}
