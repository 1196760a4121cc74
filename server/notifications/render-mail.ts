import type { Locale } from '#contract/enumerations.ts'
import type { Env } from '#server/environment/env.ts'
import { linkLabelOf } from './mail-links.ts'

type Mail = {
  subject: string
  /** Paragraphs are separated by empty lines. */
  text: string
  /** Names of the attached files. */
  attached: readonly string[]
  /** Where it leads to. */
  url: string | null
  unsubscribe: string | null
  /** Address of the logo. */
  logo?: string | null
}

const labels = {
  ru: {
    product: 'Личный кабинет',
    attached: 'Во вложении',
    unsubscribe: 'Не присылать такие письма',
  },
  en: {
    product: 'Personal account',
    attached: 'Attached',
    unsubscribe: 'Stop emails of this kind',
  },
}

/** The text and the HTML of an email, both from the same parts. */
export async function renderMail(
  { subject, text, attached, url, unsubscribe, logo = null }: Mail,
  language: Locale,
  { SCHOOL }: Pick<Env, 'SCHOOL'>,
): Promise<{ text: string; html: string }> {
  const { product, attached: attachedLabel, unsubscribe: unsubscribeLabel } = labels[language]
  const paragraphs = [
    ...text.split('\n\n'),
    ...(attached.length > 0 ? [`${attachedLabel}: ${attached.join('; ')}`] : []),
  ]
  const plain = [...paragraphs, url, unsubscribe && `${unsubscribeLabel}: ${unsubscribe}`].filter(Boolean).join('\n\n')
  const opened = url === null ? withButton(paragraphs) : { paragraphs, url }
  // With the first email, not at the start of the server: the library takes time and memory.
  const { renderMailLayout } = await import('./mail-layout.ts')
  const html = renderMailLayout({
    language,
    subject,
    logo,
    sender: SCHOOL.name?.[language] ?? product,
    paragraphs: opened.paragraphs,
    link: opened.url === null ? null : { label: linkLabelOf(opened.url, language), url: opened.url },
    unsubscribe: unsubscribe === null ? null : { label: unsubscribeLabel, url: unsubscribe },
  })
  return { text: plain, html }
}

/** An address at the end of a sentence, such as one that reverts a change, is a button in the HTML. */
function withButton(paragraphs: readonly string[]): { paragraphs: readonly string[]; url: string | null } {
  const [, words, url] = /^(.* )(https?:\/\/\S+)$/s.exec(paragraphs.at(-1) ?? '') ?? []
  if (words === undefined || url === undefined) return { paragraphs, url: null }
  return { paragraphs: [...paragraphs.slice(0, -1), words.trimEnd()], url }
}
