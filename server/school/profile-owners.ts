import type { ProfileField, ProfileOwner } from '#contract/enumerations.ts'
import type { School } from './read-school.ts'

/**
 * Which source of names and contacts wins. `person`: what a person changes here stays, imports replace it only before the
 * first sign-in. `provider`: each sign-in brings the verified values of the identity provider. `school`: imports replace
 * it always.
 */
export type ProfileOwners = Readonly<Record<ProfileField, ProfileOwner>>

export function profileOwnersOf({ profile }: Pick<School, 'profile'>): ProfileOwners {
  const { names = 'person', email = 'person', phone = 'person' } = profile ?? {}
  return { names, email, phone }
}

/** Columns of a person that belong to a field. */
export const columnsOfField = {
  names: ['firstName', 'lastName', 'patronym'],
  email: ['email'],
  phone: ['phone'],
} as const satisfies Record<ProfileField, readonly string[]>
