import { type LinkError, linkErrors } from '#contract/enumerations.ts'

/** Search of the profile: what came of linking an account, told by the address that the provider led back to. */
export type ProfileSearch = { linked?: string; linkError?: LinkError }

/** Whatever the address holds; a reason that nobody knows is a refusal. */
export function readProfileSearch({ linked, linkError }: Record<string, unknown>): ProfileSearch {
  if (typeof linked === 'string' && linked !== '') return { linked }
  if (typeof linkError !== 'string') return {}
  return { linkError: linkErrors.find((known) => known === linkError) ?? 'refused' }
}
