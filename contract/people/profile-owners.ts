/** Parts of the profile, each with one source that wins (docs/school.md). */
export const profileFields = ['names', 'email', 'phone'] as const
export type ProfileField = (typeof profileFields)[number]

/**
 * `person`: what a person changes stays, imports replace it only before the first sign-in. `provider`: each sign-in brings
 * the verified values of the identity provider. `school`: imports replace it always.
 */
export const profileOwners = ['person', 'provider', 'school'] as const
export type ProfileOwner = (typeof profileOwners)[number]

export type ProfileOwners = Readonly<Record<ProfileField, ProfileOwner>>

/** Properties of a person that belong to a field. */
export const propertiesOfField = {
  names: ['firstName', 'lastName', 'patronym'],
  email: ['email'],
  phone: ['phone'],
} as const satisfies Record<ProfileField, readonly string[]>
