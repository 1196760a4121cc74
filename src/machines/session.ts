import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { RoleGroup } from '#contract/roles.ts'
import {
  type Arrival,
  nobody,
  type SessionContext,
  type Surroundings,
  sessionSetup,
  type User,
} from './session-setup.ts'

/** Who is here, in which role group, and what follows from a failed call (S4, S6, S8). */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: nobody,
  initial: 'loadingConfig',
  invoke: { id: 'hearSurroundings', src: 'hearSurroundings' },
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
            actions: { type: 'receive', params: arrivalOf },
          },
          { target: 'visitor' },
        ],
        onError: 'unavailable',
      },
    },
    visitor: {
      entry: ['dismiss', 'forgetPerson', { type: 'tellOtherTabs', params: newsOf }],
      on: { 'call.unauthorized': 'askingToSignIn', 'signIn.request': 'askingToSignIn' },
    },
    signedIn: {
      entry: [
        { type: 'rememberRoleGroup', params: choiceOf },
        { type: 'announceUser', params: ({ context }) => ({ user: context.user }) },
        { type: 'tellOtherTabs', params: newsOf },
      ],
      initial: 'present',
      on: {
        'call.unauthorized': 'askingToSignIn',
        'roleGroup.select': {
          guard: { type: 'canSelect', params: ({ event }) => event },
          actions: [
            { type: 'select', params: ({ event }) => event },
            { type: 'rememberRoleGroup', params: choiceOf },
            { type: 'tellOtherTabs', params: selectionOf },
            'refreshMenu',
            'openHome',
          ],
        },
        'roleGroup.selectedElsewhere': {
          guard: { type: 'canFollow', params: ({ event }) => event },
          actions: [{ type: 'select', params: ({ event }) => event }, 'refreshMenu'],
        },
      },
      states: {
        present: {
          on: {
            'profile.changed': 'refreshing',
            'impersonation.end': { guard: 'isImpersonating', target: 'endingImpersonation' },
          },
        },
        refreshing: {
          // What is being read may be older than this change.
          on: { 'profile.changed': { target: 'refreshing', reenter: true } },
          invoke: {
            id: 'reloadUser',
            src: 'loadUser',
            onDone: [
              {
                guard: { type: 'isSameArrival', params: arrivalOf },
                target: 'present',
                actions: { type: 'receive', params: arrivalOf },
              },
              { target: '#session.away', actions: 'reloadPage' },
            ],
            onError: 'present',
          },
        },
        endingImpersonation: {
          tags: 'busy',
          invoke: {
            id: 'endImpersonation',
            src: 'endImpersonation',
            onDone: { target: '#session.loadingUser', actions: ['dismiss', 'forgetData', 'openAdminPanel'] },
            onError: { target: 'present', actions: 'notifyEndFailed' },
          },
        },
      },
    },
    askingToSignIn: {
      tags: 'leaving',
      invoke: {
        id: 'requestSignIn',
        src: 'requestSignIn',
        input: ({ event }) => ({ returnTo: event.type === 'signIn.request' ? event.returnTo : undefined }),
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

function arrivalOf({ event }: { event: { output: Arrival } }): { arrival: Arrival } {
  return { arrival: event.output }
}

function locationOf({ event }: { event: { output: string | null } }): { location: string | null } {
  return { location: event.output }
}

function choiceOf({ context }: { context: SessionContext }): { user: User | null; group: RoleGroup | null } {
  return { user: context.user, group: context.roleGroup }
}

function newsOf({ context }: { context: SessionContext }): Surroundings {
  return { type: 'user.changedElsewhere', userId: context.user?.id ?? null }
}

function selectionOf({ context, event }: { context: SessionContext; event: { group: RoleGroup } }): Surroundings {
  return { type: 'roleGroup.selectedElsewhere', userId: context.user?.id ?? null, group: event.group }
}

export type SessionActor = ActorRefFrom<typeof sessionMachine>
export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>
