import MiniSearch from 'minisearch'
import { swapLayout } from '#contract/plain-text.ts'

/** `words`: what it is also called; `note`: further facts, such as a number. */
export type Searched = { title: string; words?: string | undefined; note?: string | undefined }

/** Finds the items that answer a text, the best first. */
export type Search<Item> = (text: string) => Item[]

/**
 * Builds the index of the items once, and searches it: each word as the beginning of a word, then in the other keyboard
 * layout, then with typing mistakes, and at last with any of the words.
 */
export function createSearch<Item extends Searched>(items: readonly Item[]): Search<Item> {
  const index = new MiniSearch<Searched & { id: number }>({
    fields: ['title', 'words', 'note'],
    processTerm: termOf,
    searchOptions: { boost: { title: 2 }, prefix: true, combineWith: 'AND' },
  })
  index.addAll(items.map(({ title, words, note }, id) => ({ id, title, words, note })))
  return (text) => {
    const texts = [text, swapLayout(text)]
    const tries = [
      ...texts.map((each) => () => index.search(each)),
      ...texts.map((each) => () => index.search(each, { fuzzy: mistakes(0.34) })),
      ...texts.map((each) => () => index.search(each, { fuzzy: mistakes(0.2), combineWith: 'OR' })),
    ]
    for (const search of tries) {
      const found = search()
      if (found.length > 0) return found.flatMap(({ id }) => items[id as number] ?? [])
    }
    return []
  }
}

/** The share of letters that may be wrong. Another number is another thing. */
function mistakes(share: number): (term: string) => number {
  return (term) => (/\d/.test(term) ? 0 : share)
}

/** Words that say nothing about what is looked for. */
const stopWords = new Set(
  'а в во где для до и из или как когда ли мне мой моя мои можно на не нужно о об от по про с со то у что я a an and can do does for how i in is it my of on or the to what when where'.split(
    ' ',
  ),
)

/** Russian endings: a word is found in each of its forms. */
const ending =
  /(?<=.{3})(?:ями|ами|ого|его|ому|ему|ыми|ими|ать|ять|ить|еть|ах|ях|ов|ев|ей|ой|ий|ый|ая|яя|ое|ее|ам|ям|ом|ем|ую|юю|[ыиаяоеуюьй])$/

function termOf(word: string): string | null {
  const term = word.toLowerCase().replaceAll('ё', 'е')
  return stopWords.has(term) ? null : term.replace(ending, '')
}
