import {
  arrivalOf,
  failureOf,
  impersonationOf,
  renewedUserIdOf,
  roleGroupChoiceOf,
  roleGroupMessage,
  userChangedMessage,
  userIdOf,
} from './setups/session-params.ts'
import { sessionSetup, type User } from './setups/session-setup.ts'

/**
 * Actions at the start of a visit. Entering the state from the document's initial state must not run them on the
 * server.
 */
export const announceVisitActions = [
  { type: 'rememberRoleGroup', params: roleGroupChoiceOf },
  { type: 'notifyOtherTabs', params: userChangedMessage },
] as const

const renewed = {
  guard: { type: 'isSamePerson', params: renewedUserIdOf },
  actions: [{ type: 'updateUser', params: ({ event }: { event: { user: User } }) => event }, 'refreshNames'],
} as const

/** The data of the person are gone before the page of the provider opens. */
const sessionEnded = { target: '#session.askingToSignIn', actions: ['dismiss', 'forgetPerson'] } as const

/** A user is signed in, as themselves or as an administrator who impersonates another user. */
export const signedIn = sessionSetup.createStateConfig({
  initial: 'present',
  on: {
    'page.loaded': { actions: announceVisitActions },
    'call.unauthorized': 'askingToSignIn',
    'profile.received': renewed,
    'twoFactor.checked': { actions: { type: 'setTwoFactorCheckedAt', params: ({ event }) => event } },
    'roleGroup.select': {
      guard: { type: 'canSelect', params: ({ event }) => event },
      actions: [
        { type: 'select', params: ({ event }) => event },
        { type: 'rememberRoleGroup', params: roleGroupChoiceOf },
        { type: 'notifyOtherTabs', params: roleGroupMessage },
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
        // Not while an impersonation starts or ends: that ends a session too.
        'stream.sessionEnded': sessionEnded,
        // Only a document can lead through the provider. The session of an impersonation is not one of the provider.
        'provider.checkDue': [{ guard: 'isImpersonating' }, { target: '#session.leavingPage', actions: 'reloadPage' }],
        'impersonation.start': {
          guard: 'mayImpersonate',
          target: 'startingImpersonation',
          actions: { type: 'noteStart', params: { failure: null } },
        },
        'impersonation.end': { guard: 'isImpersonating', target: 'endingImpersonation' },
      },
    },
    refreshing: {
      // The response of the running load may be older than this change.
      on: {
        'profile.changed': { target: 'refreshing', reenter: true },
        'stream.sessionEnded': sessionEnded,
        'profile.received': { ...renewed, target: 'present' },
      },
      invoke: {
        id: 'reloadUser',
        src: 'loadUser',
        onDone: [
          {
            guard: { type: 'isSameArrival', params: arrivalOf },
            target: 'present',
            actions: { type: 'setUser', params: arrivalOf },
          },
          { target: '#session.leavingPage', actions: 'reloadPage' },
        ],
        onError: { target: 'present', actions: 'notifyNotRenewed' },
      },
    },
    startingImpersonation: {
      tags: 'busy',
      invoke: {
        id: 'startImpersonation',
        src: 'startImpersonation',
        input: impersonationOf,
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
          actions: [{ type: 'openAdminPanel', params: userIdOf }, 'dismiss', 'forgetData'],
        },
        onError: { target: 'present', actions: 'notifyEndFailed' },
      },
    },
  },
})
