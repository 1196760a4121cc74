import { nameKey } from '#contract/people/names.ts'

type Name = { firstName: string; lastName: string; patronym: string | null }

/** Whether two names can be of one person: equal by `nameKey`; a patronym may be missing. No name is of no one. */
export function isSameName(one: Name, other: Name): boolean {
  const isEqual = (field: 'firstName' | 'lastName') =>
    nameKey(one[field]) !== '' && nameKey(one[field]) === nameKey(other[field])
  const [patronym, otherPatronym] = [nameKey(one.patronym ?? ''), nameKey(other.patronym ?? '')]
  const isSamePatronym = patronym === '' || otherPatronym === '' || patronym === otherPatronym
  return isEqual('firstName') && isEqual('lastName') && isSamePatronym
}
