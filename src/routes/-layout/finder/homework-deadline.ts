import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { HomeworkTask } from '#contract/learning/homework.ts'
import type { Dates } from '#src/i18n/dates.ts'

/** Until when a task is handed in, where nothing beside it names its state. */
export function homeworkDeadline(
  { state, dueAt, acceptedUntil }: Pick<HomeworkTask, 'state' | 'dueAt' | 'acceptedUntil'>,
  { dates, i18n }: { dates: Dates; i18n: I18n },
): string {
  if (state !== 'overdue') return i18n._(msg`сдать до ${dates.dateTime(dueAt)}`)
  return acceptedUntil === null
    ? i18n._(msg`просрочено, срок был ${dates.day(dates.dayOf(dueAt))}`)
    : i18n._(msg`просрочено, примут до ${dates.day(dates.dayOf(acceptedUntil))}`)
}
