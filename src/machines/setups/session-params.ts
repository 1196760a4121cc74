import { assertEvent } from 'xstate'
import type { RoleGroup } from '#contract/roles.ts'
import type {
  CrossTabMessage,
  ImpersonationRequest,
  SessionContext,
  SessionEvent,
  SignedInUser,
  User,
} from './session-setup.ts'

/** Parameters of the guards, actions and actors of the session machine. */

export function arrivalOf({ event }: { event: { output: SignedInUser } }): { arrival: SignedInUser } {
  return { arrival: event.output }
}

export function locationOf({ event }: { event: { output: string | null } }): { location: string | null } {
  return { location: event.output }
}

export function roleGroupChoiceOf({ context }: { context: SessionContext }): {
  user: User | null
  group: RoleGroup | null
} {
  return { user: context.user, group: context.roleGroup }
}

export function userChangedMessage({ context }: { context: SessionContext }): CrossTabMessage {
  return { type: 'user.changedElsewhere', userId: context.user?.id ?? null }
}

export function roleGroupMessage({
  context,
  event,
}: {
  context: SessionContext
  event: { group: RoleGroup }
}): CrossTabMessage {
  return { type: 'roleGroup.selectedElsewhere', userId: context.user?.id ?? null, group: event.group }
}

export function userIdOf({ context }: { context: SessionContext }): { userId: string | null } {
  return { userId: context.user?.id ?? null }
}

export function renewedUserIdOf({ event }: { event: { user: User } }): { userId: string } {
  return { userId: event.user.id }
}

export function returnToOf({ event }: { event: SessionEvent }): { returnTo: string | undefined } {
  return { returnTo: event.type === 'signIn.request' ? event.returnTo : undefined }
}

export function impersonationOf({ event }: { event: SessionEvent }): ImpersonationRequest {
  assertEvent(event, 'impersonation.start')
  return { userId: event.userId, reason: event.reason, ticketNumber: event.ticketNumber }
}

/** The error type of a failed call. */
export function failureOf({ event: { error } }: { event: { error: unknown } }): { failure: string } {
  return { failure: error instanceof Error && 'type' in error ? String(error.type) : 'unknown' }
}
