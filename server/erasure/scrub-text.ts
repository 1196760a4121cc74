const minStemLength = 3
/** Numbers of documents and phones, in any notation. */
const numbers = '\\+?\\d(?:[\\s()-]{0,2}\\d){5,}'
const endings = /(?:[ая]я|[иыо]й|[аеёийоуыьэюя])$/iu

/** Takes the place of what was deleted from a text of other people. */
const removedText = '[удалено]'

/** The vowel that a name loses in other cases: «Павел», «Лев», «Кравец». */
const fleeting = /(?<=.)(?:[еёо](?=[кц]$)|[её](?=л$))|(?<=^л)е(?=в$)/iu
const tags = /(<(?:"[^"]*"|'[^']*'|[^'">])*>)/u

/**
 * Replaces names in any case («Артёму Соколову», «Павлу») and contacts in HTML that others have written. Names shorter than
 * three letters are replaced only as a whole word. Numbers of six digits or more go too: those of documents are not known.
 * Of tags only contacts go, as those of links.
 */
export function scrubText(
  html: string,
  { names, contacts }: { names: readonly string[]; contacts: readonly string[] },
): string {
  const words = names.filter(Boolean).flatMap(patternsOf)
  const exact = contacts.filter(Boolean).map((contact) => escaped(contact))
  const patterns = [...(words.length > 0 ? [`(?<!\\p{L})(?:${words.join('|')})`] : []), ...exact, numbers]
  const inText = new RegExp(patterns.join('|'), 'giu')
  const inTags = exact.length > 0 ? new RegExp(exact.join('|'), 'giu') : null
  return html
    .split(tags)
    .map((part, index) => {
      if (index % 2 === 0) return part.replaceAll(inText, removedText)
      return inTags ? part.replaceAll(inTags, removedText) : part
    })
    .join('')
}

function patternsOf(name: string): string[] {
  const stem = name.replace(endings, '')
  const inflected = (start: string) => `${anyYo(start)}\\p{L}{0,3}(?!\\p{L})`
  // «Лев» is «Льва».
  const short = name.replace(fleeting, (_, at: number) => (name[at - 1]?.toLowerCase() === 'л' ? 'ь' : ''))
  return [
    stem.length < minStemLength ? `${anyYo(name)}(?!\\p{L})` : inflected(stem),
    ...(short === name ? [] : [`${anyYo(short)}\\p{L}{1,2}(?!\\p{L})`]),
  ]
}

/** Many write «е» for «ё». */
function anyYo(text: string): string {
  return escaped(text).replaceAll(/[её]/giu, '[её]')
}

export function escaped(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}-]/g, '\\$&')
}
