type Named = { firstName: string; lastName: string; patronym: string | null }

/** As documents write it: surname, name, patronym. */
export function fullName({ lastName, firstName, patronym }: Named): string {
  return [lastName, firstName, patronym].filter(Boolean).join(' ')
}

/** E.164 as people read it, `+7 912 345-67-89`; other countries' numbers stay as they are. */
export function readablePhone(phone: string): string {
  return phone.replace(/^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/, '+7 $1 $2-$3-$4')
}

/** The names as a form holds them. */
export type Names = { lastName: string; firstName: string; patronym: string }

/** What the form says differently, as the server takes it: only that is sent, and no patronym is null. */
export function changedNames(before: Named, { lastName, firstName, patronym }: Names): Partial<Named> {
  const after: Named = { lastName: lastName.trim(), firstName: firstName.trim(), patronym: patronym.trim() || null }
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name as keyof Named] !== value))
}
