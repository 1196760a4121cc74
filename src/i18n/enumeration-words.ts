import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Locale } from '#contract/enumerations.ts'

export type Words<Value extends string> = Record<Value, MessageDescriptor>

const unknown = msg`неизвестно`

/** The words for a value of an enumeration; the server may know values that this page does not (S3). */
export function wordsFor(words: Words<string>, value: string): MessageDescriptor {
  return known(words, value, unknown)
}

/** What a table says of a value that may be newer than the table. */
export function known<Entry>(table: Record<string, Entry>, value: string, otherwise: Entry): Entry {
  return Object.hasOwn(table, value) ? (table[value] as Entry) : otherwise
}

/** Each language in itself, so that whoever cannot read the page finds theirs. */
export const languageNames: Record<Locale, string> = { ru: 'Русский', en: 'English' }
