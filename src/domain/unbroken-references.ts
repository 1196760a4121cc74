const months = 'января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря'
/** Words that say nothing without the number after them. */
const counted = /(?<!\p{L})(кабинет|модуль|room|module|semester) (?=\d)/giu
const dayOfMonth = new RegExp(`(\\d) (?=(?:${months})(?!\\p{L}))`, 'gu')

/** Of an ordinal, of the number of a group and of a law: «1-й», «EGM-1», «63-ФЗ». */
const numberHyphen = /(?<=\d)-(?=ФЗ|\p{Ll}{1,2}(?!\p{L}))|(?<=\p{L})-(?=\d)/gu

/** The hyphens of numbers in a text do not end a line. */
export function unbrokenHyphens(text: string): string {
  return text.replaceAll(numberHyphen, '\u2060-\u2060')
}

/**
 * A text of the school or of a law whose references stay on one line: «№ 63-ФЗ», «5 декабря», «кабинет 214», «1-й семестр»,
 * «EGM-1».
 */
export function unbrokenReferences(text: string): string {
  return unbrokenHyphens(
    text
      .replaceAll(dayOfMonth, '$1\u00a0')
      .replaceAll(counted, '$1\u00a0')
      .replaceAll(/(\d-\p{L}) (?=семестр|четверть)/gu, '$1\u00a0')
      .replaceAll(/№ (?=[\p{L}\d])/gu, '№\u00a0'),
  )
}
