import { createHash } from 'node:crypto'
import { type ConsentPurpose, consentPurposes, type Locale } from '#contract/enumerations.ts'
import type { School } from './read-school.ts'

/** A text of the school's file that asks for a consent. */
export type ConsentText = {
  purpose: ConsentPurpose
  version: string
  paragraphs: Record<Locale, string>[]
  /** JSON without spaces in Unicode form NFC, in all languages. */
  text: string
  /** SHA-256 of `text`. */
  hash: string
}

/** The texts of the school's file, in the order in which they are asked. */
export function readConsentTexts({ consents }: School): ConsentText[] {
  return consentPurposes.flatMap((purpose) => {
    const given = consents?.[purpose]
    if (given === undefined) return []
    const { version, paragraphs } = given
    const text = JSON.stringify({ purpose, version, paragraphs }).normalize('NFC')
    return [{ purpose, version, paragraphs, text, hash: createHash('sha256').update(text).digest('hex') }]
  })
}
