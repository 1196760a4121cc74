import { assign, setup } from 'xstate'
import type { Viewer } from '#contract/landing.ts'
import type { Profile } from '#contract/profile.ts'
import {
  groupsHeld,
  knownRoles,
  passes,
  type Role,
  type RoleGroup,
  rolesInGroup,
  selectGroup,
} from '#contract/roles.ts'
import { unprovided, unprovidedAction } from './unprovided.ts'

/** The current user; the session machine is the only place that holds it. */
export type User = Profile

/** Who the server says is here, with the role group this browser remembers for that person (D-12). */
export type Arrival = { user: User; rememberedGroup: string | null } | null

export type SessionContext = {
  user: User | null
  roleGroup: RoleGroup | null
  /** An administrator is logged in as `user` (S3, D-13). */
  isLoggedAsAdmin: boolean
  /** Why the last try to log in as a user failed: the type of the failure (D-37). */
  startFailure: string | null
}

/** What other tabs and the browser tell without being asked (D-5). */
export type Surroundings =
  | { type: 'user.changedElsewhere'; userId: string | null }
  | { type: 'roleGroup.selectedElsewhere'; userId: string | null; group: RoleGroup }
  | { type: 'page.restored' }

export type SessionEvent =
  | Surroundings
  /** The page begins, with whoever the document already told of. */
  | { type: 'visit.begin' }
  | { type: 'roleGroup.select'; group: RoleGroup }
  | { type: 'impersonation.start'; userId: string; reason: string }
  | { type: 'impersonation.end' }
  | { type: 'signIn.request'; returnTo?: string }
  | { type: 'session.retry' }
  | { type: 'profile.changed' }
  /** The server has answered a change with the new profile. */
  | { type: 'profile.received'; user: User }
  /** The person has confirmed with a code; `at` is when, by the server's clock. */
  | { type: 'twoFactor.checked'; at: string }
  | { type: 'call.unauthorized' }
  | { type: 'call.forbidden' }
  | { type: 'call.broken' }
  | { type: 'call.answeredForAnother' }
  | { type: 'chunk.failed' }
  | { type: 'page.reload' }

type Person = { userId: string | null }

export const nobody: SessionContext = { user: null, roleGroup: null, isLoggedAsAdmin: false, startFailure: null }

/** What is known of whoever is here. */
export function contextOf(arrival: Arrival): SessionContext {
  if (arrival === null) return nobody
  const { user, rememberedGroup } = arrival
  const roleGroup = selectGroup(knownRoles(user.roles), rememberedGroup)
  return { user, roleGroup, isLoggedAsAdmin: user.isLoggedAs, startFailure: null }
}

/** What the session machine may do to the world, and what it may ask; the wiring provides it. */
export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    tags: {} as 'settling' | 'leaving' | 'busy',
  },
  actors: {
    loadConfig: unprovided<void>('loadConfig'),
    loadUser: unprovided<Arrival>('loadUser'),
    requestSignIn: unprovided<string | null, { returnTo: string | undefined }>('requestSignIn'),
    startImpersonation: unprovided<void, { userId: string; reason: string }>('startImpersonation'),
    endImpersonation: unprovided<void>('endImpersonation'),
  },
  actions: {
    receive: assign((_, { arrival }: { arrival: Arrival }) => contextOf(arrival)),
    renew: assign(({ context }, { user }: { user: User }) => contextOf({ user, rememberedGroup: context.roleGroup })),
    noteCheck: assign(({ context }, { at }: { at: string }) => ({
      user: context.user && { ...context.user, twoFactorLastCheck: at },
    })),
    noteStart: assign((_, { failure }: { failure: string | null }) => ({ startFailure: failure })),
    dismiss: assign(nobody),
    select: assign((_, { group }: { group: RoleGroup }) => ({ roleGroup: group })),
    rememberRoleGroup: unprovidedAction<{ user: User | null; group: RoleGroup | null }>,
    announceUser: unprovidedAction<{ user: User | null }>,
    tellOtherTabs: unprovidedAction<Surroundings>,
    replacePage: unprovidedAction<{ location: string | null }>,
    forgetData: unprovidedAction<void>,
    forgetPerson: unprovidedAction<void>,
    reloadPage: unprovidedAction<void>,
    reloadIfReleased: unprovidedAction<void>,
    refreshMenu: unprovidedAction<void>,
    refreshNames: unprovidedAction<void>,
    openHome: unprovidedAction<void>,
    openAdminPanel: unprovidedAction<Person>,
    showForbidden: unprovidedAction<void>,
    showBroken: unprovidedAction<void>,
    notifyEndFailed: unprovidedAction<void>,
    notifyNotRenewed: unprovidedAction<void>,
  },
  guards: {
    isSomebody: (_, { arrival }: { arrival: Arrival }) => arrival !== null,
    isSameArrival: ({ context }, { arrival }: { arrival: Arrival }) => arrival?.user.id === context.user?.id,
    isSamePerson: ({ context }, { userId }: Person) => userId === (context.user?.id ?? null),
    canSelect: ({ context }, { group }: { group: RoleGroup }) =>
      group !== context.roleGroup && groupsOf(context).includes(group),
    canFollow: ({ context }, { userId, group }: Person & { group: RoleGroup }) =>
      userId === context.user?.id && group !== context.roleGroup && groupsOf(context).includes(group),
    mayImpersonate: ({ context }) => !context.isLoggedAsAdmin && passes('admin', rolesAtWork(context)),
    isImpersonating: ({ context }) => context.isLoggedAsAdmin,
    hasLocation: (_, { location }: { location: string | null }) => location !== null,
  },
})

export function groupsOf({ user }: SessionContext): RoleGroup[] {
  return user === null ? [] : groupsHeld(knownRoles(user.roles))
}

/** Who it is, as far as it decides where they may be (S6); null for a visitor. */
export function viewerOf({ user, roleGroup, isLoggedAsAdmin }: SessionContext): Viewer | null {
  return user === null ? null : { roles: knownRoles(user.roles), group: roleGroup, isLoggedAs: isLoggedAsAdmin }
}

/** The roles that checks look at: those of the selected group (S6). */
function rolesAtWork({ user, roleGroup }: SessionContext): Role[] {
  return user === null ? [] : rolesInGroup(knownRoles(user.roles), roleGroup)
}
