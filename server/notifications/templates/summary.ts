import type { Locale } from '#contract/enumerations.ts'
import type { Templates } from './template.ts'

/** A notification in a message about several, in the language of the message. */
export type SummaryItem = { title: string; lines: readonly string[] }

/** `items` is a JSON list of `SummaryItem`. */
export type SummaryMessages = {
  /** What one change has caused. */
  summary: { items: string }
  /** What has waited for the digest. */
  digest: { items: string }
}

const ru: Templates<SummaryMessages> = {
  summary: ({ items }) => summaryOf(items, (count) => `Новое в личном кабинете: ${count}`),
  digest: ({ items }) => summaryOf(items, (count) => `Новое в личном кабинете: ${count}`),
}

const en: Templates<SummaryMessages> = {
  summary: ({ items }) => summaryOf(items, (count) => `New in your account: ${count}`),
  digest: ({ items }) => summaryOf(items, (count) => `New in your account: ${count}`),
}

export const summaryTemplates: Record<Locale, Templates<SummaryMessages>> = { ru, en }

/** Paragraphs are separated by empty lines. The title of a single item is the subject. */
function summaryOf(json: string, subjectOf: (count: number) => string) {
  const items = JSON.parse(json) as SummaryItem[]
  const [only] = items
  if (only && items.length === 1) return { subject: only.title, text: only.lines.join('\n') }
  return {
    subject: subjectOf(items.length),
    text: items.map(({ title, lines }) => [title, ...lines].join('\n')).join('\n\n'),
  }
}
