import { plainText } from '#contract/plain-text.ts'

/** Characters of the first words of a message in a list. */
export const previewLength = 160
const subjectLength = 90
/** Characters of an answer in an email: the whole one is in the application. */
const messageLength = 4000

const greeting =
  /^(?:[^.!?,]{1,40}, )?(?:здравствуйте|добрый (?:день|вечер)|доброе утро|уважаем|hello\b|hi\b|dear\b|good (?:morning|afternoon|evening)\b)[^.!?]{0,60}[.!]\s*/i

/** A shorter one is an abbreviation. */
const firstSentence = /^.{15,}?[.!?](?=\s|$)/

/** What a ticket is about: the first sentence of its text after a greeting. */
export function ticketSubject(html: string): string {
  const [first = ''] = blocksOf(html)
    .map((block) => block.replace(greeting, ''))
    .filter((block) => block !== '')
  const [sentence] = firstSentence.exec(first) ?? [first || plainText(html)]
  return shorten(sentence.replace(/\.$/, ''), subjectLength)
}

/** The first words of a message in one line. The HTML may end within a tag. */
export function firstWords(html: string, length: number): string {
  return shorten(plainText(withoutBrokenTag(html)), length)
}

/** The text of a message without markup, its paragraphs separated by empty lines. */
export function messageText(html: string): string {
  const text = blocksOf(html.replaceAll('<li>', '<li>— ')).join('\n\n')
  return text.length > messageLength ? `${text.slice(0, messageLength - 1).trimEnd()}…` : text
}

function blocksOf(html: string): string[] {
  return withoutBrokenTag(html)
    .split(/<\/(?:p|li|ul|ol|blockquote)>|<br\s*\/?>/)
    .map(plainText)
    .filter((block) => block !== '')
}

function withoutBrokenTag(html: string): string {
  return html.replace(/<[^>]*$/, '')
}

/** Ends at a word. */
function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)).trimEnd()}…`
}
