import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type {
  AbsenceReason,
  CalendarView,
  HomeworkTaskState,
  LessonFormat,
  LessonState,
  ScheduleCategory,
  ScheduleFilterKind,
} from '#contract/enumerations.ts'
import { daysUntil, startOfWeek } from './calendar-days.ts'
import type { Labels } from './labels.ts'

export const lessonFormatLabels: Labels<LessonFormat> = {
  webinar: msg`Вебинар`,
  offline: msg`Очно`,
  video: msg`Видеоурок`,
  stream: msg`Трансляция`,
}

/** A webinar in the first week of a course, with its own icon. */
export const firstWeekWebinarLabel = msg`Вебинар первой недели`

export const lessonStateLabels: Labels<LessonState> = {
  planned: msg`По плану`,
  moved: msg`Перенесено`,
  cancelled: msg`Отменено`,
}

const fromWeekdays = [
  { long: msg`с понедельника`, short: msg`с пн` },
  { long: msg`со вторника`, short: msg`со вт` },
  { long: msg`со среды`, short: msg`со ср` },
  { long: msg`с четверга`, short: msg`с чт` },
  { long: msg`с пятницы`, short: msg`с пт` },
  { long: msg`с субботы`, short: msg`с сб` },
  { long: msg`с воскресенья`, short: msg`с вс` },
] as const

/** The weekday of a day (YYYY-MM-DD) from which something has moved. */
export function movedFromMessages(day: string): { long: MessageDescriptor; short: MessageDescriptor } | undefined {
  return fromWeekdays[daysUntil(day, startOfWeek(day))]
}

/** Who teaches a lesson in place of another teacher. */
export function substituteMessage(teacher: string | null): MessageDescriptor {
  return teacher === null ? msg`Замена` : msg`Замена: ${teacher}`
}

export const homeworkStateLabels: Labels<HomeworkTaskState> = {
  open: msg`Нужно сдать`,
  overdue: msg`Просрочено`,
  submitted: msg`На проверке`,
  checked: msg`Проверено`,
  ended: msg`Срок прошёл`,
}

export const scheduleCategoryLabels: Labels<ScheduleCategory> = {
  lessons: msg`Занятие`,
  examSubjects: msg`Экзамен`,
  conversations: msg`Беседа`,
  vacations: msg`Каникулы`,
  selfStudy: msg`Самоподготовка`,
}

export const scheduleFilterKindLabels: Labels<ScheduleFilterKind> = {
  conversations: msg`Беседы`,
  'exam-subjects': msg`Экзамены`,
  offline: msg`Очно`,
  online: msg`Онлайн`,
  vacations: msg`Каникулы`,
  'self-study': msg`Самоподготовка`,
}

export const calendarViewLabels: Labels<CalendarView> = {
  month: msg`Месяц`,
  week: msg`Неделя`,
}

/** Before the time until which a task is accepted. */
export const dueLabel = msg`сдать до`

/** The student missed a lesson. */
export const absentLabel = msg`пропуск занятия`

export const absenceReasonLabels: Labels<AbsenceReason> = {
  illness: msg`Болезнь`,
  family: msg`Семейные обстоятельства`,
  other: msg`Другая причина`,
}
