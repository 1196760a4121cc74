import type { Locale } from '#contract/enumerations.ts'
import type { Counts } from './import-file.ts'
import type { ImportReport } from './import-work.ts'

const columns = ['read', 'created', 'changed', 'unchanged', 'deleted', 'faulty'] as const satisfies (keyof Counts)[]
const titles: Record<Locale, Record<'file' | keyof Counts, string>> = {
  ru: {
    file: 'файл',
    read: 'прочитано',
    created: 'создано',
    changed: 'изменено',
    unchanged: 'без изменений',
    deleted: 'удалено',
    faulty: 'с ошибками',
  },
  en: {
    file: 'file',
    read: 'read',
    created: 'created',
    changed: 'changed',
    unchanged: 'unchanged',
    deleted: 'deleted',
    faulty: 'faulty',
  },
}

const outcomes: Record<Locale, Record<'applied' | 'partly' | 'nothing' | 'would' | 'wouldNot', string>> = {
  ru: {
    applied: 'Загружено.',
    partly: 'Загружено не всё: есть ошибки.',
    nothing: 'Ничего не загружено.',
    would: 'Пробный запуск: было бы загружено.',
    wouldNot: 'Пробный запуск: загружать нечего.',
  },
  en: {
    applied: 'Imported.',
    partly: 'Imported in part: there are errors.',
    nothing: 'Nothing was imported.',
    would: 'Dry run: this would be imported.',
    wouldNot: 'Dry run: there is nothing to import.',
  },
}

/** The table of files, and whether anything was imported. */
export function reportOf({ files, faults }: ImportReport, locale: Locale, { isDryRun }: { isDryRun: boolean }): string {
  const title = titles[locale]
  const rows = [
    [title.file, ...columns.map((column) => title[column])],
    ...files.map((counts) => [counts.file, ...columns.map((column) => String(counts[column]))]),
  ]
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  const text = rows.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
  )
  const isApplied = files.some(({ created, changed, deleted }) => created + changed + deleted > 0)
  const applied = faults > 0 ? 'partly' : 'applied'
  const outcome = isDryRun ? (isApplied ? 'would' : 'wouldNot') : isApplied ? applied : 'nothing'
  return `${text.join('\n')}\n${outcomes[locale][outcome]}\n`
}

/** A bar of the part that is read, on a terminal. */
export function progressBar(file: string, part: number): string {
  const width = 30
  const done = Math.min(width, Math.round(part * width))
  return `\r[${'#'.repeat(done)}${'-'.repeat(width - done)}] ${String(Math.round(part * 100)).padStart(3)} %  ${file}\u001b[K`
}
