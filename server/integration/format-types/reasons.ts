import type { Locale } from '#contract/enumerations.ts'
import { receiptNotes, receiptProblems } from '#server/billing/ledger/receipt-problems.ts'
import { csvProblems, fillText } from '#server/csv/csv-problems.ts'

/** Why a row or a file is not imported. `{value}` is the cell. */
const reasons = {
  empty: { ru: 'пустое значение', en: 'is empty' },
  'too-long': { ru: 'слишком длинное значение', en: 'is too long' },
  'not-a-day': {
    ru: '«{value}» — не дата вида 2026-11-20 или 20.11.2026',
    en: '“{value}” is not a day such as 2026-11-20 or 20.11.2026',
  },
  'not-an-instant': {
    ru: '«{value}» — не время вида 2026-11-20T14:05:00+03:00 или 20.11.2026 14:05',
    en: '“{value}” is not a date and time such as 2026-11-20T14:05:00+03:00 or 20.11.2026 14:05',
  },
  'not-a-time': { ru: '«{value}» — не время вида 15:30', en: '“{value}” is not a time such as 15:30' },
  'not-a-number': { ru: '«{value}» — не число', en: '“{value}” is not a number' },
  'not-an-integer': { ru: '«{value}» — не целое число', en: '“{value}” is not a whole number' },
  'not-an-amount': { ru: '«{value}» — не сумма вида 8800.50', en: '“{value}” is not an amount such as 8800.50' },
  'not-a-flag': {
    ru: '«{value}» — не true и не false (не «истина» и не «ложь»)',
    en: '“{value}” is neither true nor false',
  },
  'not-listed': { ru: 'значения «{value}» нет среди возможных', en: '“{value}” is not one of the allowed values' },
  'not-a-name': {
    ru: '«{value}» — не имя: только буквы, дефис, апостроф, точка и пробел',
    en: '“{value}” is not a name: only letters, hyphens, apostrophes, dots and spaces are allowed',
  },
  'not-an-email': { ru: '«{value}» — не адрес почты', en: '“{value}” is not an email address' },
  'not-a-phone': {
    ru: '«{value}» — не номер телефона вида +7 900 123-45-67',
    en: '“{value}” is not a phone number such as +7 900 123-45-67',
  },
  'plus-eight': {
    ru: '«{value}» — не номер телефона: с +8 российские номера не начинаются, пишите +7 или 8',
    en: '“{value}” is not a phone number: Russian numbers begin with +7 or 8, not with +8',
  },
  'not-ten-digits': {
    ru: '«{value}» — не номер телефона: после +7 должно быть десять цифр',
    en: '“{value}” is not a phone number: ten digits follow +7',
  },
  'no-country-code': {
    ru: '«{value}» — не российский номер: номера других стран начинаются с +',
    en: '“{value}” is not a Russian number: numbers of other countries begin with +',
  },
  'not-an-id': { ru: '«{value}» — не UUID', en: '“{value}” is not a UUID' },
  'not-json': { ru: 'не JSON', en: 'is not JSON' },
  'not-base64': { ru: 'не base64', en: 'is not base64' },
  'inexact-number': {
    ru: 'число больше 2^53 теряет последние цифры: передайте его строкой',
    en: 'is a number above 2^53, which loses its last digits: send it as a string',
  },
  unknown: { ru: 'записи «{value}» нет', en: '“{value}” is unknown' },
  repeated: { ru: '«{value}» уже есть в этом файле', en: '“{value}” is already in this file' },
  cycle: { ru: '«{value}»: записи ссылаются друг на друга по кругу', en: '“{value}” creates a cycle' },
  'of-another': { ru: '«{value}» относится к другому человеку', en: '“{value}” belongs to another person' },
  'account-of-another': {
    ru: 'с «{value}» входит другая учётная запись; если это один человек, объедините учётные записи в панели',
    en: '“{value}”: another account signs in with it; if they are one person, merge them in the panel',
  },
  'several-people': { ru: 'подходят несколько человек', en: 'several people match' },
  'added-only': {
    ru: 'проведённая операция не меняется: исправьте её другой операцией',
    en: 'a booked operation cannot be changed: correct it with another one',
  },
  'not-the-total': {
    ru: 'сумма платежей не равна сумме договора',
    en: 'the payments do not add up to the total of the contract',
  },
  appoints: {
    ru: 'права администратора «{value}» меняет только главный администратор',
    en: 'only a chief administrator can change the administrator right “{value}”',
  },
  'of-administrator': {
    ru: 'у этого человека есть права администратора: его данные меняет только главный администратор',
    en: 'belongs to an administrator: only a chief administrator can change it',
  },
  'has-spaces': { ru: 'в «{value}» не должно быть пробелов', en: '“{value}” must not contain spaces' },
  'not-an-account': {
    ru: '«{value}» — не sub: нужно от 1 до 255 символов ASCII',
    en: '“{value}” is not a sub of 1 to 255 ASCII characters',
  },
  'not-a-grade': { ru: '«{value}» — не класс от 1 до 11', en: '“{value}” is not a grade from 1 to 11' },
  'not-rights': {
    ru: '«{value}» — не права: нужно sourcedId=full, payer, learning, informed или права через +',
    en: '“{value}” is not a set of rights such as sourcedId=payer',
  },
  'not-a-role': { ru: '«{value}» — не роль', en: '“{value}” is not a role' },
  'in-another-line': { ru: 'то же значение в строке {value}', en: 'line {value} has it too' },
  'of-several': { ru: 'то же значение у нескольких людей', en: 'several people have it' },
  'of-listed': { ru: 'то же значение у «{value}»', en: '“{value}” has it' },
  'of-unlisted': {
    ru: 'то же значение у другого человека («{value}»); если это один человек, объедините учётные записи в панели',
    en: 'another person has it (“{value}”); if they are one person, merge the accounts in the panel',
  },
  'has-another-account': {
    ru: 'у человека уже другая учётная запись',
    en: 'the person already has another account',
  },
  'own-guardian': {
    ru: 'ребёнок не может быть родителем самому себе',
    en: 'a child cannot be their own guardian',
  },
  'guardian-of-guardian': {
    ru: 'у «{value}» родителем назван этот же человек',
    en: 'this person is a guardian of “{value}”',
  },
  'lost-letters': {
    ru: 'часть букв потеряна (�): сохраните исходный файл как «CSV UTF-8»',
    en: 'has lost letters (�): save the file as “CSV UTF-8” from its source',
  },
  'unknown-columns': { ru: 'неизвестные столбцы: {value}', en: 'unknown columns: {value}' },
  unreadable: { ru: 'файл не читается: {value}', en: 'cannot be read: {value}' },
  ...receiptProblems,
  constraint: { ru: 'нарушено правило базы данных {value}', en: 'violates the database rule {value}' },
  ...csvProblems,
  damaged: { ru: 'файл повреждён: {value}', en: 'is damaged: {value}' },
  'too-large': { ru: 'больше {value} после распаковки', en: 'is larger than {value} when unpacked' },
  'too-many-files': { ru: 'больше {value} файлов', en: 'contains more than {value} files' },
  'no-files': {
    ru: 'нет ни одного известного файла, такого как users.csv; есть {value}',
    en: 'contains no known file such as users.csv; it has {value}',
  },
  'several-folders': {
    ru: 'известные файлы лежат в разных папках: {value}',
    en: 'has known files in several folders: {value}',
  },
  'office-document': {
    ru: 'это документ {value}: сохраните каждый лист как «CSV UTF-8» и упакуйте файлы в ZIP',
    en: 'is a document, {value}: save each sheet as “CSV UTF-8” and pack the files into a ZIP',
  },
  'other-archive': {
    ru: 'это не ZIP, а {value}: упакуйте файлы CSV в ZIP',
    en: 'is not a ZIP but {value}: pack the CSV files into a ZIP',
  },
  'not-a-zip': {
    ru: 'это не ZIP, не папка с файлами CSV и не список людей или платежей',
    en: 'is neither a ZIP nor a folder with CSV files, nor a list of people or payments',
  },
  'not-in-bundle': { ru: 'указан в manifest.csv, но отсутствует', en: 'is listed in manifest.csv but missing' },
  'other-version': {
    ru: 'версия «{value}» не поддерживается: нужна 1.2',
    en: 'version “{value}” is not supported: use 1.2',
  },
  'too-many-deletions': {
    ru: 'было бы удалено записей: {value}, это больше 10 %; разрешите удаление (--allow-deletes)',
    en: 'would delete {value} records, which is more than 10%: allow it (--allow-deletes)',
  },
} as const satisfies Record<string, Record<Locale, string>>
export type Reason = keyof typeof reasons

/** What is said besides faults. */
const notes = {
  'ignored-columns': { ru: 'столбцы пропущены: {value}', en: 'ignored columns: {value}' },
  'ignored-file': { ru: 'файл пропущен', en: 'is ignored' },
  'no-manifest': {
    ru: 'файла нет, поэтому остальные файлы дополняют данные и ничего не удаляется',
    en: 'is missing: the files add to the data, and nothing is deleted',
  },
  'not-locked': {
    ru: 'false не закрывает вход; людей с таким значением: {value}, закройте им вход в карточках пользователей',
    en: 'false does not block the sign-in; people with it: {value}, block them in their user cards',
  },
  'no-role': {
    ru: 'строк, которые не дают роли: {value}; роль указывают в столбце metadata.role',
    en: 'rows that give no role: {value}; the role goes in the column metadata.role',
  },
  'account-left-out': {
    ru: 'с этим значением входит другая учётная запись («{value}»), поэтому оно пропущено; если это один человек, объедините учётные записи в панели',
    en: 'another account signs in with it (“{value}”), so it is left out here; if they are one person, merge them in the panel',
  },
  'part-kept': {
    ru: 'платёж разделён в личном кабинете: у него остаётся {value}, остальное — в другом платеже договора',
    en: 'the payment was split in the personal account: it keeps {value}, and the rest is another payment of the contract',
  },
  'roles-given': { ru: 'ролей выдано: {value}', en: 'roles given: {value}' },
  'roles-taken': { ru: 'ролей снято: {value}', en: 'roles taken: {value}' },
  'guardians-added': {
    ru: 'связей родителя и ребёнка создано: {value}',
    en: 'links of guardian and child added: {value}',
  },
  'guardians-ended': {
    ru: 'связей родителя и ребёнка прекращено: {value}',
    en: 'links of guardian and child ended: {value}',
  },
  ...receiptNotes,
  refused: { ru: 'не загружен: в нём есть ошибки', en: 'was not imported: it has errors' },
  blocked: { ru: 'не загружен: ошибки в {value}', en: 'was not imported: errors in {value}' },
} as const satisfies Record<string, Record<Locale, string>>

export type NoteReason = keyof typeof notes
export const noteReasons = Object.keys(notes)

/** A fault or a note. Lines are counted from 1; 0 is the whole file. */
type Finding<Kind extends string> = {
  file: string
  line: number
  column: string
  reason: Kind
  value?: string | undefined
}
export type Fault = Finding<Reason>
/** A fault with `isLeftOut` refuses nothing: its row alone is not imported. */
export type Note = Finding<NoteReason> | (Fault & { isLeftOut: true })

export function isNote(finding: Fault | Note): finding is Note {
  return 'isLeftOut' in finding || isNoteReason(finding.reason)
}

export function isNoteReason(reason: Reason | NoteReason): reason is NoteReason {
  return Object.hasOwn(notes, reason)
}

const shownLength = 300
const leftOut: Record<Locale, string> = { ru: 'не загружено: ', en: 'not imported: ' }

/** `users.csv:12 email: “x” is not an email address` */
export function describeFinding({ file, line, column, ...finding }: Fault | Note, locale: Locale): string {
  const place = [line > 0 ? `${file}:${line}` : file, column].filter(Boolean).join(' ')
  return `${place}: ${describeReason(finding, locale)}`
}

/** `“x” is not an email address` */
export function describeReason(
  {
    reason,
    value = '',
    isLeftOut = false,
  }: Pick<Fault | Note, 'reason' | 'value'> & { isLeftOut?: boolean | undefined },
  locale: Locale,
): string {
  const text = ({ ...reasons, ...notes } as Record<string, Record<Locale, string>>)[reason]?.[locale] ?? reason
  const shown = value.length > shownLength ? `${value.slice(0, shownLength)}…` : value
  return (isLeftOut ? leftOut[locale] : '') + fillText(text, shown)
}
