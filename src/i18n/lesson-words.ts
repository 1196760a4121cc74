import { msg } from '@lingui/core/macro'
import type {
  CalendarView,
  LessonFormat,
  LessonState,
  ScheduleCategory,
  ScheduleFilterKind,
} from '#contract/enumerations.ts'
import type { Words } from './enumeration-words.ts'

export const lessonFormatWords: Words<LessonFormat> = {
  webinar: msg`Вебинар`,
  offline: msg`Очно`,
  video: msg`Видеоурок`,
  stream: msg`Трансляция`,
}

/** A webinar in the first week of a course, which wears an icon of its own (S2). */
export const firstWeekWebinarWords = msg`Вебинар первой недели`

export const lessonStateWords: Words<LessonState> = {
  planned: msg`По плану`,
  moved: msg`Перенесено`,
  cancelled: msg`Отменено`,
}

export const scheduleCategoryWords: Words<ScheduleCategory> = {
  lessons: msg`Занятие`,
  examSubjects: msg`Экзамен`,
  conversations: msg`Беседа`,
  vacations: msg`Каникулы`,
  selfStudy: msg`Самоподготовка`,
}

export const scheduleFilterKindWords: Words<ScheduleFilterKind> = {
  conversations: msg`Беседы`,
  'exam-subjects': msg`Экзамены`,
  offline: msg`Очно`,
  online: msg`Онлайн`,
  vacations: msg`Каникулы`,
  'self-study': msg`Самоподготовка`,
}

export const calendarViewWords: Words<CalendarView> = {
  month: msg`Месяц`,
  week: msg`Неделя`,
}
