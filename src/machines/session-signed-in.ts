import { arrivalOf, choiceOf, failureOf, newsOf, personOf, renewedOf, selectionOf, wishOf } from './session-params.ts'
import { type SessionContext, sessionSetup, type User } from './session-setup.ts'

/** What the world hears of it, once a visit: whoever enters this state by a document tells nobody on a server. */
export const tellOfVisit = [
  { type: 'rememberRoleGroup', params: choiceOf },
  { type: 'announceUser', params: ({ context }: { context: SessionContext }) => ({ user: context.user }) },
  { type: 'tellOtherTabs', params: newsOf },
] as const

const renewed = {
  guard: { type: 'isSamePerson', params: renewedOf },
  actions: [{ type: 'renew', params: ({ event }: { event: { user: User } }) => event }, 'refreshNames'],
} as const

/** Somebody is here: as oneself, or an administrator as somebody else (D-13). */
export const signedIn = sessionSetup.createStateConfig({
  initial: 'present',
  on: {
    'visit.begin': { actions: tellOfVisit },
    'call.unauthorized': 'askingToSignIn',
    'profile.received': renewed,
    'twoFactor.checked': { actions: { type: 'noteCheck', params: ({ event }) => event } },
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
        'impersonation.start': {
          guard: 'mayImpersonate',
          target: 'startingImpersonation',
          actions: { type: 'noteStart', params: { failure: null } },
        },
        'impersonation.end': { guard: 'isImpersonating', target: 'endingImpersonation' },
      },
    },
    refreshing: {
      // What is being read may be older than this change.
      on: {
        'profile.changed': { target: 'refreshing', reenter: true },
        'profile.received': { ...renewed, target: 'present' },
      },
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
        onError: { target: 'present', actions: 'notifyNotRenewed' },
      },
    },
    startingImpersonation: {
      tags: 'busy',
      invoke: {
        id: 'startImpersonation',
        src: 'startImpersonation',
        input: wishOf,
        onDone: { target: '#session.loadingUser', actions: ['dismiss', 'forgetData', 'openHome'] },
        onError: { target: 'present', actions: { type: 'noteStart', params: failureOf } },
      },
    },
    endingImpersonation: {
      tags: 'busy',
      invoke: {
        id: 'endImpersonation',
        src: 'endImpersonation',
        onDone: {
          target: '#session.loadingUser',
          actions: [{ type: 'openAdminPanel', params: personOf }, 'dismiss', 'forgetData'],
        },
        onError: { target: 'present', actions: 'notifyEndFailed' },
      },
    },
  },
})
