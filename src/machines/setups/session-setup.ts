import { assign, setup } from 'xstate'
import type { Profile } from '#contract/people/profile.ts'
import {
  groupsHeld,
  knownRoles,
  passesRoleCheck,
  type Role,
  type RoleGroup,
  rolesInGroup,
  selectGroup,
} from '#contract/roles.ts'
import type { Viewer } from '#contract/route-access.ts'
import { notProvided, notProvidedAction } from '#src/machines/not-provided.ts'

/** The current user. Only the session machine holds it. */
export type User = Profile

/** The signed-in user and the stored role group of this user; null for a visitor. */
export type SignedInUser = { user: User; rememberedGroup: string | null } | null

export type SessionContext = {
  user: User | null
  roleGroup: RoleGroup | null
  /** An administrator is logged in as `user`. */
  isImpersonating: boolean
  /** Error type of the last failed impersonation. */
  startFailure: string | null
}

/** Why an administrator logs in as a user. `ticketNumber` is empty without a ticket. */
export type ImpersonationRequest = { userId: string; reason: string; ticketNumber: string }

/** Messages from other tabs. */
export type CrossTabMessage =
  | { type: 'user.changedElsewhere'; userId: string | null }
  | { type: 'roleGroup.selectedElsewhere'; userId: string | null; group: RoleGroup }
  | { type: 'page.restored' }

export type SessionEvent =
  | CrossTabMessage
  /** The page has loaded, with the user from the document if there is one. */
  | { type: 'page.loaded' }
  | { type: 'roleGroup.select'; group: RoleGroup }
  | ({ type: 'impersonation.start' } & ImpersonationRequest)
  | { type: 'impersonation.end' }
  | { type: 'signIn.request'; returnTo?: string | undefined }
  | { type: 'session.retry' }
  | { type: 'profile.changed' }
  /** A mutation returned the changed profile. */
  | { type: 'profile.received'; user: User }
  /** The user passed a two-factor check; `at` is the server's time. */
  | { type: 'twoFactor.checked'; at: string }
  | { type: 'call.unauthorized' }
  | { type: 'call.forbidden' }
  | { type: 'call.broken' }
  | { type: 'call.answeredForAnother' }
  | { type: 'chunk.failed' }
  /** The session was ended elsewhere, or has expired. */
  | { type: 'stream.sessionEnded' }
  /** A page was opened when the provider is due to be asked whether its session is still open. */
  | { type: 'provider.checkDue' }
  | { type: 'page.reload' }

type Person = { userId: string | null }

export const signedOutContext: SessionContext = {
  user: null,
  roleGroup: null,
  isImpersonating: false,
  startFailure: null,
}

/** The context of a signed-in user or a visitor. */
export function contextOf(arrival: SignedInUser): SessionContext {
  if (arrival === null) return signedOutContext
  const { user, rememberedGroup } = arrival
  const roleGroup = selectGroup(knownRoles(user.roles), rememberedGroup)
  return { user, roleGroup, isImpersonating: user.isLoggedAs, startFailure: null }
}

/** Setup of the session machine; `src/actors/session.actors.ts` implements its actors and actions. */
export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    tags: {} as 'settling' | 'leaving' | 'busy',
  },
  actors: {
    loadConfig: notProvided<void>('loadConfig'),
    loadUser: notProvided<SignedInUser>('loadUser'),
    requestSignIn: notProvided<string | null, { returnTo: string | undefined }>('requestSignIn'),
    startImpersonation: notProvided<void, ImpersonationRequest>('startImpersonation'),
    endImpersonation: notProvided<void>('endImpersonation'),
  },
  actions: {
    setUser: assign((_, { arrival }: { arrival: SignedInUser }) => contextOf(arrival)),
    updateUser: assign(({ context }, { user }: { user: User }) =>
      contextOf({ user, rememberedGroup: context.roleGroup }),
    ),
    setTwoFactorCheckedAt: assign(({ context }, { at }: { at: string }) => ({
      user: context.user && { ...context.user, twoFactorLastCheck: at },
    })),
    noteStart: assign((_, { failure }: { failure: string | null }) => ({ startFailure: failure })),
    dismiss: assign(signedOutContext),
    select: assign((_, { group }: { group: RoleGroup }) => ({ roleGroup: group })),
    rememberRoleGroup: notProvidedAction<{ user: User | null; group: RoleGroup | null }>,
    notifyOtherTabs: notProvidedAction<CrossTabMessage>,
    replacePage: notProvidedAction<{ location: string | null }>,
    forgetData: notProvidedAction<void>,
    forgetPerson: notProvidedAction<void>,
    reloadPage: notProvidedAction<void>,
    reloadIfReleased: notProvidedAction<void>,
    refreshMenu: notProvidedAction<void>,
    refreshNames: notProvidedAction<void>,
    openHome: notProvidedAction<void>,
    openAdminPanel: notProvidedAction<Person>,
    showForbidden: notProvidedAction<void>,
    showBroken: notProvidedAction<void>,
    notifySignInFailed: notProvidedAction<{ failure: string | null }>,
    notifyEndFailed: notProvidedAction<void>,
    notifyNotRenewed: notProvidedAction<void>,
  },
  guards: {
    isSignedIn: (_, { arrival }: { arrival: SignedInUser }) => arrival !== null,
    isSameArrival: ({ context }, { arrival }: { arrival: SignedInUser }) => arrival?.user.id === context.user?.id,
    isSamePerson: ({ context }, { userId }: Person) => userId === (context.user?.id ?? null),
    canSelect: ({ context }, { group }: { group: RoleGroup }) =>
      group !== context.roleGroup && groupsOf(context).includes(group),
    canFollow: ({ context }, { userId, group }: Person & { group: RoleGroup }) =>
      userId === context.user?.id && group !== context.roleGroup && groupsOf(context).includes(group),
    mayImpersonate: ({ context }) => !context.isImpersonating && passesRoleCheck('admin', activeRoles(context)),
    isImpersonating: ({ context }) => context.isImpersonating,
    hasLocation: (_, { location }: { location: string | null }) => location !== null,
  },
})

export function groupsOf({ user }: SessionContext): RoleGroup[] {
  return user === null ? [] : groupsHeld(knownRoles(user.roles))
}

/** The part of the user that route access depends on; null for a visitor. */
export function viewerOf({ user, roleGroup, isImpersonating }: SessionContext): Viewer | null {
  return user === null ? null : { roles: knownRoles(user.roles), group: roleGroup, isImpersonating }
}

/** The roles of the selected role group, which role checks use. */
function activeRoles({ user, roleGroup }: SessionContext): Role[] {
  return user === null ? [] : rolesInGroup(knownRoles(user.roles), roleGroup)
}
