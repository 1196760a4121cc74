import { setup } from 'xstate'
import { unprovided, unprovidedAction } from './unprovided.ts'

/** What the provider sent back, exactly as read from the address (D-3). */
export type OauthResult = {
  code?: string | undefined
  session?: string | undefined
  state?: string | undefined
  fromUrl?: string | undefined
  iss?: string | undefined
  error?: string | undefined
  error_description?: string | undefined
}

/** Sends what the provider sent back and goes where the server says (S4, D-3). */
export const oauthResultMachine = setup({
  types: {
    context: {} as { result: OauthResult },
    input: {} as OauthResult,
    tags: {} as 'slow',
  },
  actors: { sendResult: unprovided<string | null, OauthResult>('sendResult') },
  actions: {
    replacePage: unprovidedAction<{ location: string | null }>,
    openHome: unprovidedAction<void>,
    showBroken: unprovidedAction<void>,
  },
  guards: { hasLocation: (_, { location }: { location: string | null }) => location !== null },
  delays: { patience: 5000 },
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
        onError: { target: 'failed', actions: 'showBroken' },
      },
      initial: 'prompt',
      states: {
        prompt: { after: { patience: 'slow' } },
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
