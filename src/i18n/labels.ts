import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Locale } from '#contract/enumerations.ts'

export type Labels<Value extends string> = Record<Value, MessageDescriptor>

const unknown = msg`неизвестно`

/** Label of a value. The server may send values that this release does not know (S3). */
export function labelOf(labels: Labels<string>, value: string): MessageDescriptor {
  return lookUp(labels, value, unknown)
}

/** Entry of a table, or `otherwise` for an unknown value. */
export function lookUp<Entry>(table: Record<string, Entry>, value: string, otherwise: Entry): Entry {
  return Object.hasOwn(table, value) ? (table[value] as Entry) : otherwise
}

/** Each language is named in itself. */
export const languageNames: Record<Locale, string> = { ru: 'Русский', en: 'English' }

/** Separator of inline parts. The no-break space keeps it from starting a line. */
export const separator = '\u00a0· '
