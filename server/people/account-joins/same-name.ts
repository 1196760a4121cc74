type Name = { firstName: string; lastName: string; patronym: string | null }

/** Whether two names can be of one person: equal without case and «ё», a patronym may be missing. No name is of no one. */
export function isSameName(one: Name, other: Name): boolean {
  const isEqual = (field: 'firstName' | 'lastName') =>
    spelled(one[field]) !== '' && spelled(one[field]) === spelled(other[field])
  const [patronym, otherPatronym] = [spelled(one.patronym ?? ''), spelled(other.patronym ?? '')]
  const isSamePatronym = patronym === '' || otherPatronym === '' || patronym === otherPatronym
  return isEqual('firstName') && isEqual('lastName') && isSamePatronym
}

function spelled(name: string): string {
  return name.normalize('NFC').trim().toLowerCase().replaceAll('ё', 'е')
}
