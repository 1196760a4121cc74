import { type ActorRefFrom, assign, setup } from 'xstate'
import { noopCallback, notProvided, notProvidedAction } from './not-provided.ts'

type Attempts = { attempts: number }

/** What the stream of changes of this browser reports. */
export type StreamEvent =
  | { type: 'stream.opened' }
  | { type: 'stream.lost' }
  /** The server or something on the way to it does not offer the stream. */
  | { type: 'stream.refused' }
  | { type: 'stream.sessionEnded' }

export type ConnectionEvent =
  | StreamEvent
  | { type: 'network.lost' }
  | { type: 'network.found' }
  /** A call had no answer. */
  | { type: 'call.unreached' }
  | { type: 'connection.retry' }

/**
 * Whether the page is notified of changes (online), asks for them (degraded), or cannot reach the server (offline). The
 * browser's own events come late or not at all, so a lost stream and a call without an answer are checked.
 */
export const connectionMachine = setup({
  types: {
    context: {} as Attempts,
    events: {} as ConnectionEvent,
    tags: {} as 'offline',
  },
  actors: {
    stream: noopCallback<StreamEvent, Attempts>(),
    probe: notProvided<void>('probe'),
    poll: noopCallback<StreamEvent>(),
  },
  actions: {
    countAttempt: assign(({ context }) => ({ attempts: context.attempts + 1 })),
    resetAttempts: assign({ attempts: 0 }),
    retryQueries: notProvidedAction<void>,
    endSession: notProvidedAction<void>,
  },
  guards: { isUnstable: ({ context }) => context.attempts >= 3 },
  // The stream itself adds a random pause that grows with the attempts.
  delays: { backoff: 2000, probePause: 5000, streamPause: 300_000 },
}).createMachine({
  id: 'connection',
  context: { attempts: 0 },
  initial: 'online',
  states: {
    online: {
      initial: 'opening',
      invoke: { id: 'stream', src: 'stream', input: ({ context }) => ({ attempts: context.attempts }) },
      on: {
        'stream.lost': 'checking',
        'stream.refused': 'degraded',
        'stream.sessionEnded': 'sessionEnded',
        'call.unreached': 'checking',
        'network.lost': 'offline',
      },
      states: {
        opening: { on: { 'stream.opened': { target: 'live', actions: 'resetAttempts' } } },
        live: {},
      },
    },
    checking: {
      invoke: { id: 'probe', src: 'probe', onDone: 'pausing', onError: 'offline' },
      on: { 'network.lost': 'offline' },
    },
    pausing: {
      description: 'The server answers, but the stream broke: it opens again after a pause.',
      after: {
        backoff: [
          { guard: 'isUnstable', target: 'degraded', actions: 'resetAttempts' },
          { target: 'online', actions: 'countAttempt' },
        ],
      },
      on: { 'network.lost': 'offline' },
    },
    degraded: {
      description: 'Without the stream the visible part of the page asks for changes.',
      invoke: { id: 'poll', src: 'poll' },
      after: { streamPause: 'online' },
      on: { 'call.unreached': 'checking', 'network.lost': 'offline' },
    },
    offline: {
      tags: 'offline',
      initial: 'waiting',
      states: {
        waiting: {
          after: { probePause: 'probing' },
          on: { 'network.found': 'probing', 'connection.retry': 'probing' },
        },
        probing: {
          invoke: {
            id: 'probeAgain',
            src: 'probe',
            onDone: { target: '#connection.online', actions: ['resetAttempts', 'retryQueries'] },
            onError: 'waiting',
          },
        },
      },
    },
    sessionEnded: { type: 'final', entry: 'endSession' },
  },
})

export type ConnectionActor = ActorRefFrom<typeof connectionMachine>
