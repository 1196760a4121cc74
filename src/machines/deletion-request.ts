import { assign, setup } from 'xstate'
import { notProvided, notProvidedAction } from './not-provided.ts'
import type { CodeError, CodeErrorParams } from './one-time-code.ts'
import { withRefusal } from './states/code-states.ts'

/** Whose data are to be deleted. */
export type DeletionOf = { subjectId: string }
/** A request that was sent. */
export type SentRequest = { id: string }

type DeletionContext = { subjectId: string; requestId: string; refusal: CodeError | null }

type DeletionEvent =
  | ({ type: 'person.choose' } & DeletionOf)
  | { type: 'step.back' }
  | { type: 'deletion.confirm' }
  | { type: 'request.withdraw' }
  | { type: 'dialog.close' }

/** Asks the school to delete personal data: choose the person, read what goes and what stays, confirm, change one's mind. */
export const deletionRequestMachine = setup({
  types: { context: {} as DeletionContext, events: {} as DeletionEvent, tags: {} as 'busy' },
  actors: {
    requestDeletion: notProvided<SentRequest, DeletionOf>('requestDeletion'),
    withdrawRequest: notProvided<void, SentRequest>('withdrawRequest'),
  },
  actions: {
    takePerson: assign((_, { subjectId }: DeletionOf) => ({ subjectId, refusal: null })),
    takeRequest: assign((_, { id }: SentRequest) => ({ requestId: id, refusal: null })),
    refuse: assign((_, { refusal }: CodeErrorParams) => ({ refusal })),
    forgetRefusal: assign({ refusal: null }),
    close: notProvidedAction<void>,
  },
}).createMachine({
  id: 'deletionRequest',
  context: { subjectId: '', requestId: '', refusal: null },
  initial: 'choosing',
  on: { 'dialog.close': '.closed' },
  states: {
    choosing: {
      on: {
        'person.choose': { target: 'previewing', actions: { type: 'takePerson', params: ({ event }) => event } },
      },
    },
    previewing: {
      on: {
        'deletion.confirm': { target: 'sending', actions: 'forgetRefusal' },
        'step.back': { target: 'choosing', actions: 'forgetRefusal' },
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'requestDeletion',
        src: 'requestDeletion',
        input: ({ context: { subjectId } }) => ({ subjectId }),
        onDone: { target: 'asked', actions: { type: 'takeRequest', params: ({ event }) => event.output } },
        onError: { target: 'previewing', actions: withRefusal('refuse') },
      },
    },
    asked: {
      description: 'What comes next is shown; the request can be withdrawn at once.',
      on: { 'request.withdraw': { target: 'withdrawing', actions: 'forgetRefusal' } },
    },
    withdrawing: {
      tags: 'busy',
      invoke: {
        id: 'withdrawRequest',
        src: 'withdrawRequest',
        input: ({ context: { requestId } }) => ({ id: requestId }),
        onDone: 'withdrawn',
        onError: { target: 'asked', actions: withRefusal('refuse') },
      },
    },
    withdrawn: {},
    closed: { type: 'final', entry: 'close' },
  },
})
