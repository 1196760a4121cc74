import type { Named } from '#src/i18n/person-words.ts'

/** The names as a form holds them. */
export type Names = { lastName: string; firstName: string; patronym: string }

/** What the form says differently, as the server takes it: only that is sent, and no patronym is null. */
export function changedNames(before: Named, { lastName, firstName, patronym }: Names): Partial<Named> {
  const after: Named = { lastName: lastName.trim(), firstName: firstName.trim(), patronym: patronym.trim() || null }
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name as keyof Named] !== value))
}
