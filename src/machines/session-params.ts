import { assertEvent } from 'xstate'
import type { RoleGroup } from '#contract/roles.ts'
import type { Arrival, SessionContext, SessionEvent, Surroundings, User } from './session-setup.ts'

/** What the session machine hands to its guards, actions and actors. */

export function arrivalOf({ event }: { event: { output: Arrival } }): { arrival: Arrival } {
  return { arrival: event.output }
}

export function locationOf({ event }: { event: { output: string | null } }): { location: string | null } {
  return { location: event.output }
}

export function choiceOf({ context }: { context: SessionContext }): { user: User | null; group: RoleGroup | null } {
  return { user: context.user, group: context.roleGroup }
}

export function newsOf({ context }: { context: SessionContext }): Surroundings {
  return { type: 'user.changedElsewhere', userId: context.user?.id ?? null }
}

export function selectionOf({
  context,
  event,
}: {
  context: SessionContext
  event: { group: RoleGroup }
}): Surroundings {
  return { type: 'roleGroup.selectedElsewhere', userId: context.user?.id ?? null, group: event.group }
}

export function personOf({ context }: { context: SessionContext }): { userId: string | null } {
  return { userId: context.user?.id ?? null }
}

export function renewedOf({ event }: { event: { user: User } }): { userId: string } {
  return { userId: event.user.id }
}

export function returnOf({ event }: { event: SessionEvent }): { returnTo: string | undefined } {
  return { returnTo: event.type === 'signIn.request' ? event.returnTo : undefined }
}

export function wishOf({ event }: { event: SessionEvent }): { userId: string; reason: string } {
  assertEvent(event, 'impersonation.start')
  return { userId: event.userId, reason: event.reason }
}

/** A failure of a call by its type; the words for it are the screen's. */
export function failureOf({ event: { error } }: { event: { error: unknown } }): { failure: string } {
  return { failure: error instanceof Error && 'type' in error ? String(error.type) : 'unknown' }
}
