import { setup } from 'xstate'
import { notProvided, notProvidedAction } from './not-provided.ts'

/**
 * Recovery on the 500 page: returns to the previous page when an unreachable server responds again. If the server
 * responds and one call fails, the user decides, which prevents a redirect loop.
 */
export const recoveryMachine = setup({
  types: {
    context: {} as { from: string },
    input: {} as { from: string },
    events: {} as { type: 'recovery.retry' },
    tags: {} as 'silent',
  },
  actors: { checkServer: notProvided<boolean>('checkServer') },
  actions: { returnToWork: notProvidedAction<{ from: string }> },
  guards: { answers: (_, { answers }: { answers: boolean }) => answers },
  delays: { pause: 3000 },
}).createMachine({
  id: 'recovery',
  context: ({ input }) => ({ from: input.from }),
  initial: 'checking',
  on: { 'recovery.retry': '.returning' },
  states: {
    checking: {
      invoke: {
        id: 'checkServer',
        src: 'checkServer',
        onDone: [{ guard: { type: 'answers', params: answerOf }, target: 'answering' }, { target: 'silent' }],
        onError: 'silent',
      },
    },
    answering: { description: 'The server answers, one call of it fails.' },
    silent: { tags: 'silent', after: { pause: 'checkingAgain' } },
    checkingAgain: {
      tags: 'silent',
      invoke: {
        id: 'checkServerAgain',
        src: 'checkServer',
        onDone: [{ guard: { type: 'answers', params: answerOf }, target: 'returning' }, { target: 'silent' }],
        onError: 'silent',
      },
    },
    returning: {
      type: 'final',
      entry: { type: 'returnToWork', params: ({ context }) => ({ from: context.from }) },
    },
  },
})

function answerOf({ event }: { event: { output: boolean } }): { answers: boolean } {
  return { answers: event.output }
}
