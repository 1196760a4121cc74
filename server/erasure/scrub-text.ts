const minStemLength = 3
/** Numbers of documents and phones, in any notation. */
const numbers = '\\+?\\d(?:[\\s()-]{0,2}\\d){5,}'
const endings = /(?:[ая]я|[иыо]й|[аеёийоуыьэюя])$/iu

/** Takes the place of what was deleted from a text of other people. */
const removedText = '[удалено]'

/**
 * Replaces names in any case («Артёму Соколову») and contacts in a text that others have written. Names shorter than three
 * letters are replaced only as a whole word. Numbers of six digits or more go too: those of documents are not known.
 */
export function scrubText(
  text: string,
  { names, contacts }: { names: readonly string[]; contacts: readonly string[] },
): string {
  const words = names.filter(Boolean).map((name) => {
    const stem = name.replace(endings, '')
    return stem.length < minStemLength ? `${escaped(name)}(?!\\p{L})` : `${escaped(stem)}\\p{L}{0,3}(?!\\p{L})`
  })
  const exact = contacts.filter(Boolean).map((contact) => escaped(contact))
  const patterns = [...(words.length > 0 ? [`(?<!\\p{L})(?:${words.join('|')})`] : []), ...exact]
  return text.replaceAll(new RegExp([...patterns, numbers].join('|'), 'giu'), removedText)
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}-]/g, '\\$&')
}
