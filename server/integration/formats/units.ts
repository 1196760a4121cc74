import type { Format } from '#server/integration/format-types/format.ts'
import { gradeBookFormats, scheduleFormats } from './learning.ts'
import { contentFormats, contractFormats, programme2035Formats, purchaseFormats } from './money-and-content.ts'
import { enrollmentFormats, userFormats } from './people.ts'
import { schoolFormats } from './school.ts'

/**
 * Formats in the order in which they are applied: records come before those that refer to them. The formats of a unit
 * are applied in one transaction.
 */
export const units: readonly (readonly Format[])[] = [
  ...unitsOf(schoolFormats.filter(({ file }) => !['classes', 'slots'].includes(file))),
  userFormats,
  ...unitsOf(schoolFormats.filter(({ file }) => ['classes', 'slots'].includes(file))),
  enrollmentFormats,
  ...[scheduleFormats, gradeBookFormats, programme2035Formats].flatMap(unitsOf),
  contractFormats,
  ...[purchaseFormats, contentFormats].flatMap(unitsOf),
]

export const formats = units.flat()
/** Names of the files, without `.csv`. */
export const fileNames: readonly string[] = [...new Set(formats.map(({ file }) => file))]

/** One unit for each file. */
function unitsOf(some: readonly Format[]): Format[][] {
  return [...Map.groupBy(some, ({ file }) => file).values()]
}
