import type { BankLine } from '#contract/billing/bank-lines.ts'
import type { Locale } from '#contract/enumerations.ts'
import type { ImportRow } from '#contract/integration/imports.ts'
import type { EditedNews } from '#contract/school-news.ts'
import type { ReportedAbsence } from './absences.ts'
import type { AuditEntry, ListedUser } from './admin.ts'
import type { WorkQueueItem } from './school-work.ts'
import type { QueuedTicket } from './tickets.ts'

/** The lists of the panel that can be downloaded as CSV, by the name of the file, with their rows. */
export type ListFileRows = {
  users: ListedUser
  messages: QueuedTicket
  audit: AuditEntry
  queue: WorkQueueItem
  absences: ReportedAbsence
  news: EditedNews
  imports: ImportRow
  'bank-lines': BankLine
}
export type ListFileName = keyof ListFileRows

/** Plain data, because it is posted to a worker thread. */
export type ListFileRequest = {
  list: ListFileName
  items: readonly unknown[]
  language: Locale
  timeZone: string
}

/** A number is an amount of roubles or a count. */
export type Cell = string | number | null

/** Headings and rows of a list in the words of its page. */
export type DescribeList = (request: ListFileRequest) => Promise<Cell[][]>
