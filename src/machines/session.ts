import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { arrivalOf, locationOf, newsOf, returnOf } from './session-params.ts'
import { type Arrival, contextOf, nobody, sessionSetup } from './session-setup.ts'
import { signedIn, tellOfVisit } from './session-signed-in.ts'

/** Who is here, in which role group, and what follows from a failed call (S4, S6, S8). */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: nobody,
  initial: 'loadingConfig',
  on: {
    'user.changedElsewhere': [
      { guard: { type: 'isSamePerson', params: ({ event }) => event } },
      { target: '.away', actions: 'reloadPage' },
    ],
    'call.answeredForAnother': { target: '.away', actions: 'reloadPage' },
    'page.reload': { target: '.away', actions: 'reloadPage' },
    'page.restored': { target: '.away', actions: 'reloadPage' },
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
      // Another tab's news is answered by the load under way.
      on: { 'user.changedElsewhere': {} },
      invoke: {
        id: 'loadUser',
        src: 'loadUser',
        onDone: [
          {
            guard: { type: 'isSomebody', params: arrivalOf },
            target: 'signedIn',
            actions: [{ type: 'receive', params: arrivalOf }, ...tellOfVisit],
          },
          { target: 'visitor' },
        ],
        onError: 'unavailable',
      },
    },
    visitor: {
      entry: ['dismiss', 'forgetPerson', { type: 'tellOtherTabs', params: newsOf }],
      on: {
        'visit.begin': { actions: { type: 'tellOtherTabs', params: newsOf } },
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
        input: returnOf,
        onDone: [
          {
            guard: { type: 'hasLocation', params: locationOf },
            target: 'away',
            actions: { type: 'replacePage', params: locationOf },
          },
          { target: 'visitor' },
        ],
        onError: 'visitor',
      },
    },
    away: {
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

/** The session at rest, as a document tells of it: nothing is asked, and nothing is told until the visit begins. */
export function sessionAtRest(machine: typeof sessionMachine, arrival: Arrival): SessionSnapshot {
  return machine.resolveState({
    value: arrival === null ? 'visitor' : { signedIn: 'present' },
    context: contextOf(arrival),
  })
}

export type SessionActor = ActorRefFrom<typeof sessionMachine>
export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>
