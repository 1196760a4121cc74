/** Letters of `nameKey`, by script: a mistake does not change the script. */
const alphabets = [
  { letters: 'абвгдежзиклмнопрстуфхцчшщъыьэюя', word: /^[а-я]+$/ },
  { letters: 'abcdefghijklmnopqrstuvwxyz', word: /^[a-z]+$/ },
]

/** Shorter words have too many similar ones; longer ones are not typed by hand. */
const minLength = 4
const maxLength = 24

/**
 * The words of which one typing mistake may have made this one: a letter is wrong, missing or superfluous, or two
 * neighbours are swapped. Each is looked up in the index of words, so that the search reads no other rows.
 */
export function withOneMistake(word: string): string[] {
  const letters = alphabets.find((alphabet) => alphabet.word.test(word))?.letters
  if (letters === undefined || word.length < minLength || word.length > maxLength) return []
  const found = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, here, after] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)]
    for (const letter of letters) {
      found.add(before + letter + here + after)
      found.add(before + letter + after)
    }
    if (word.length > minLength) found.add(before + after)
    if (after !== '') found.add(before + after.slice(0, 1) + here + after.slice(1))
  }
  return [...found].filter((each) => each !== word)
}
