const months = 'января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря'
/** Words that say nothing without the number after them. */
const counted = /(?<!\p{L})(кабинет|модуль|room|module|semester) (?=\d)/giu
const dayOfMonth = new RegExp(`(\\d) (?=(?:${months})(?!\\p{L}))`, 'gu')

/** A text of the school or of a law whose references stay on one line: «№ 63-ФЗ», «5 декабря», «кабинет 214», «1-й семестр». */
export function unbrokenReferences(text: string): string {
  return text
    .replaceAll(dayOfMonth, '$1\u00a0')
    .replaceAll(counted, '$1\u00a0')
    .replaceAll(/(\d-\p{L}) (?=семестр|четверть)/gu, '$1\u00a0')
    .replaceAll(/№ (?=[\p{L}\d])/gu, '№\u00a0')
    .replaceAll(/(\d)-(?=ФЗ)/gu, '$1\u2060-\u2060')
}
