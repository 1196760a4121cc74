import type { ImportContext } from '#server/integration/format-types/format.ts'

/** Notified once of each change; the import is one change. */
export function oneOfChange(subject: string, { now }: Pick<ImportContext, 'now'>) {
  const change = now.toISOString()
  return { once: `${subject} ${change}`, change }
}
