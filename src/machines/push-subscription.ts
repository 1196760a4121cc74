import { assign, setup } from 'xstate'
import { noopCallback, notProvided } from './not-provided.ts'
import type { CodeError } from './one-time-code.ts'

/** Why a browser gets no notifications: it cannot, or only the installed application can (iPhone, iPad). */
export type PushObstacle = 'browser' | 'install'

/** What is known of this browser. */
export type PushState = { is: 'unsupported'; obstacle: PushObstacle } | { is: 'blocked' | 'off' | 'on' }

/** The subscription that the browser has made with its push service. */
export type PushRegistration = { endpoint: string; keys: { p256dh: string; auth: string } }

/** The question of the browser was closed, its push service did not answer, or a call failed. */
export type PushFailure = { type: 'dismissed' | 'push-service' | CodeError['type'] }

export type BrowserChange = { type: 'browser.changed' }

type FailureParams = { failure: PushFailure }
const toFailure = ({ event }: { event: { error: unknown } }): FailureParams => {
  const { type } = event.error as PushFailure
  return { failure: { type } }
}

/** The state begins with the output of `register`. */
const registrationIn = (event: object) => (event as { output: PushRegistration }).output
const onFailure = (target: 'off' | 'on') => ({ target, actions: { type: 'takeFailure', params: toFailure } }) as const
const recheck = { target: 'checking', actions: 'forgetFailure' } as const
const watch = { id: 'watch', src: 'watch' } as const

/** Push notifications of this browser: whether it can have them, the question of the browser, subscribing and leaving. */
export const pushSubscriptionMachine = setup({
  types: {
    context: {} as { obstacle: PushObstacle; failure: PushFailure | null },
    events: {} as { type: 'push.enable' | 'push.disable' | 'push.check' } | BrowserChange,
    tags: {} as 'busy',
  },
  actors: {
    checkState: notProvided<PushState>('checkState'),
    /** Reports that the permission, or the list of browsers, has changed. */
    watch: noopCallback<BrowserChange>(),
    askPermission: notProvided<NotificationPermission>('askPermission'),
    register: notProvided<PushRegistration>('register'),
    save: notProvided<void, PushRegistration>('save'),
    remove: notProvided<void>('remove'),
  },
  actions: {
    takeObstacle: assign((_, { obstacle }: { obstacle: PushObstacle }) => ({ obstacle })),
    takeFailure: assign((_, { failure }: FailureParams) => ({ failure })),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    isUnsupported: (_, { is }: { is: PushState['is'] }) => is === 'unsupported',
    isBlocked: (_, { is }: { is: PushState['is'] }) => is === 'blocked',
    isOn: (_, { is }: { is: PushState['is'] }) => is === 'on',
    isGranted: (_, { answer }: { answer: NotificationPermission }) => answer === 'granted',
    isDenied: (_, { answer }: { answer: NotificationPermission }) => answer === 'denied',
  },
}).createMachine({
  id: 'pushSubscription',
  context: { obstacle: 'browser', failure: null },
  initial: 'checking',
  states: {
    checking: {
      tags: 'busy',
      invoke: {
        id: 'checkState',
        src: 'checkState',
        onDone: [
          {
            guard: { type: 'isUnsupported', params: ({ event }) => event.output },
            target: 'unsupported',
            actions: {
              type: 'takeObstacle',
              params: ({ event: { output } }) => ({
                obstacle: output.is === 'unsupported' ? output.obstacle : 'browser',
              }),
            },
          },
          { guard: { type: 'isBlocked', params: ({ event }) => event.output }, target: 'blocked' },
          { guard: { type: 'isOn', params: ({ event }) => event.output }, target: 'on' },
          { target: 'off' },
        ],
        onError: 'unsupported',
      },
    },
    unsupported: {
      description: 'The page says what to do instead.',
      on: { 'push.check': 'checking' },
    },
    blocked: {
      description: 'Only the settings of the browser can allow notifications again.',
      invoke: watch,
      on: { 'push.check': 'checking', 'browser.changed': recheck },
    },
    off: {
      invoke: watch,
      on: {
        'push.enable': { target: 'asking', actions: 'forgetFailure' },
        'browser.changed': recheck,
      },
    },
    asking: {
      tags: 'busy',
      invoke: {
        id: 'askPermission',
        src: 'askPermission',
        onDone: [
          { guard: { type: 'isGranted', params: ({ event }) => ({ answer: event.output }) }, target: 'registering' },
          { guard: { type: 'isDenied', params: ({ event }) => ({ answer: event.output }) }, target: 'blocked' },
          { target: 'off', actions: { type: 'takeFailure', params: { failure: { type: 'dismissed' } } } },
        ],
        onError: onFailure('off'),
      },
    },
    registering: {
      tags: 'busy',
      invoke: {
        id: 'register',
        src: 'register',
        onDone: 'saving',
        onError: onFailure('off'),
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ event }) => registrationIn(event),
        onDone: 'on',
        onError: onFailure('off'),
      },
    },
    on: {
      invoke: watch,
      on: {
        'push.disable': { target: 'removing', actions: 'forgetFailure' },
        'browser.changed': recheck,
      },
    },
    removing: {
      tags: 'busy',
      invoke: { id: 'remove', src: 'remove', onDone: 'off', onError: onFailure('on') },
    },
  },
})
