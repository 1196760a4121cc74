import type { Locale } from '#contract/enumerations.ts'

/** What a CSV file or one of its rows may have. `{value}` is the value; `{expected}` and `{found}` are its parts. */
export const csvProblems = {
  'missing-columns': { ru: 'нет столбцов: {value}', en: 'missing columns: {value}' },
  'repeated-columns': { ru: 'столбцы повторяются: {value}', en: 'repeated columns: {value}' },
  'other-columns': {
    ru: 'столбцов в заголовке: {expected}, а в строке: {found}',
    en: 'columns in the header: {expected}, in this row: {found}',
  },
  'unnamed-column': {
    ru: 'в столбце {value} есть значение, а названия у столбца нет',
    en: 'column {value} has a value here, but no name in the header',
  },
  'stray-quote': { ru: 'незакрытая или лишняя кавычка', en: 'has a stray or unclosed quote' },
  'long-line': { ru: 'строка длиннее {value} символов', en: 'is a row longer than {value} characters' },
  'too-many-columns': { ru: 'больше {value} столбцов', en: 'has more than {value} columns' },
  'too-many-rows': { ru: 'больше {value} строк', en: 'has more than {value} rows' },
  'long-cell': { ru: 'значение длиннее {value} символов', en: 'is longer than {value} characters' },
  'too-complex': {
    ru: 'чтение файла требует слишком много времени или памяти: разделите его на части',
    en: 'takes too much time or memory to read: split it into parts',
  },
  'unknown-encoding': {
    ru: 'кодировка не распознана: сохраните файл как «CSV UTF-8»',
    en: 'has an unknown encoding: save it as “CSV UTF-8”',
  },
  'other-file': {
    ru: 'это не таблица CSV, а {value}: откройте файл и сохраните как «CSV UTF-8»',
    en: 'is not a CSV file but {value}: open it and save it as “CSV UTF-8”',
  },
  'not-storable': { ru: 'содержит символ U+0000 или непарный суррогат', en: 'contains U+0000 or a lone surrogate' },
} as const satisfies Record<string, Record<Locale, string>>
export type CsvProblem = keyof typeof csvProblems

/** The text of a problem with its value. `9/11` is two values, divided by the first slash. */
export function fillText(text: string, value: string): string {
  const [, expected = '', found = ''] = /^(.*?)(?:\/(.*))?$/s.exec(value) ?? []
  const values: Record<string, string> = { value, expected, found }
  return text.replaceAll(/\{(value|expected|found)\}/g, (_, name: string) => values[name] ?? '')
}

/** A problem of the whole file, which ends its reading. Lines are counted from 1; 0 is the whole file. */
export class CsvFileError extends Error {
  readonly problem: CsvProblem
  readonly value: string
  readonly line: number

  constructor(problem: CsvProblem, value = '', line = 0) {
    super(fillText(csvProblems[problem].en, value))
    this.problem = problem
    this.value = value
    this.line = line
  }
}
