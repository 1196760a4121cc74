import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { announceVisitActions, signedIn } from './session-signed-in.ts'
import { arrivalOf, failureOf, locationOf, returnToOf, userChangedMessage } from './setups/session-params.ts'
import { contextOf, type SignedInUser, sessionSetup, signedOutContext } from './setups/session-setup.ts'

/** The session: current user, selected role group, reactions to failed calls (S4, S6, S8). */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: signedOutContext,
  initial: 'loadingConfig',
  on: {
    'user.changedElsewhere': [
      { guard: { type: 'isSamePerson', params: ({ event }) => event } },
      { target: '.leavingPage', actions: 'reloadPage' },
    ],
    'call.answeredForAnother': { target: '.leavingPage', actions: 'reloadPage' },
    'page.reload': { target: '.leavingPage', actions: 'reloadPage' },
    'page.restored': { target: '.leavingPage', actions: 'reloadPage' },
    'call.forbidden': { actions: 'showForbidden' },
    'call.broken': { actions: 'showBroken' },
    'chunk.failed': { actions: 'reloadIfReleased' },
  },
  states: {
    loadingConfig: {
      tags: 'settling',
      invoke: { id: 'loadConfig', src: 'loadConfig', onDone: 'loadingUser', onError: 'unavailable' },
    },
    loadingUser: {
      tags: 'settling',
      // A load is running already: it covers messages of other tabs.
      on: { 'user.changedElsewhere': {} },
      invoke: {
        id: 'loadUser',
        src: 'loadUser',
        onDone: [
          {
            guard: { type: 'isSignedIn', params: arrivalOf },
            target: 'signedIn',
            actions: [{ type: 'setUser', params: arrivalOf }, ...announceVisitActions],
          },
          { target: 'visitor' },
        ],
        onError: 'unavailable',
      },
    },
    visitor: {
      entry: ['dismiss', 'forgetPerson', { type: 'notifyOtherTabs', params: userChangedMessage }],
      on: {
        'page.loaded': { actions: { type: 'notifyOtherTabs', params: userChangedMessage } },
        'call.unauthorized': 'askingToSignIn',
        'signIn.request': 'askingToSignIn',
      },
    },
    signedIn,
    askingToSignIn: {
      tags: 'leaving',
      invoke: {
        id: 'requestSignIn',
        src: 'requestSignIn',
        input: returnToOf,
        onDone: [
          {
            guard: { type: 'hasLocation', params: locationOf },
            target: 'leavingPage',
            actions: { type: 'replacePage', params: locationOf },
          },
          { target: 'visitor', actions: { type: 'notifySignInFailed', params: { failure: null } } },
        ],
        onError: { target: 'visitor', actions: { type: 'notifySignInFailed', params: failureOf } },
      },
    },
    leavingPage: {
      description:
        'The page is being replaced or reloaded; a page restored from the back/forward cache starts here again.',
      tags: 'leaving',
    },
    unavailable: {
      description: 'Config or user could not be loaded: every guarded address shows the 500 page.',
      on: { 'session.retry': 'loadingConfig' },
    },
  },
})

/** A settled snapshot from the document's initial state. No requests and no side effects until `page.loaded`. */
export function settledSessionSnapshot(machine: typeof sessionMachine, arrival: SignedInUser): SessionSnapshot {
  return machine.resolveState({
    value: arrival === null ? 'visitor' : { signedIn: 'present' },
    context: contextOf(arrival),
  })
}

export type SessionActor = ActorRefFrom<typeof sessionMachine>
export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>
