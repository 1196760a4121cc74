import { setup } from 'xstate'
import { notProvided, notProvidedAction } from './not-provided.ts'

/** Requests the one-time sign-out link and opens it. */
export const signOutMachine = setup({
  types: {
    events: {} as { type: 'signOut.retry' },
    tags: {} as 'slow' | 'failed',
  },
  actors: { requestLogoutLink: notProvided<string>('requestLogoutLink') },
  actions: { replacePage: notProvidedAction<{ location: string | null }> },
  delays: { slowAfter: 5000 },
}).createMachine({
  id: 'signOut',
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        id: 'requestLogoutLink',
        src: 'requestLogoutLink',
        onDone: {
          target: 'leaving',
          actions: { type: 'replacePage', params: ({ event }) => ({ location: event.output }) },
        },
        onError: 'failed',
      },
      initial: 'prompt',
      states: {
        prompt: { after: { slowAfter: 'slow' } },
        slow: { tags: 'slow' },
      },
    },
    failed: { tags: 'failed', on: { 'signOut.retry': 'asking' } },
    leaving: { type: 'final' },
  },
})
