import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type {
  CalendarView,
  LessonFormat,
  LessonState,
  Locale,
  ScheduleCategory,
  ScheduleFilterKind,
} from '#contract/enumerations.ts'
import type { Role } from '#contract/roles.ts'

export type Words<Value extends string> = Record<Value, MessageDescriptor>

const unknown = msg`неизвестно`

/** The words for a value of an enumeration; the server may know values that this page does not (S3). */
export function wordsFor(words: Words<string>, value: string): MessageDescriptor {
  return known(words, value, unknown)
}

/** What a table says of a value that may be newer than the table. */
export function known<Entry>(table: Record<string, Entry>, value: string, otherwise: Entry): Entry {
  return Object.hasOwn(table, value) ? (table[value] as Entry) : otherwise
}

/** Each language in itself, so that whoever cannot read the page finds theirs. */
export const languageNames: Record<Locale, string> = { ru: 'Русский', en: 'English' }

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

/** S6 names `admin_u2035` in two ways. */
export const roleWords: Words<Role | 'u2035_admin'> = {
  student: msg`Ученик школы`,
  teacher: msg`Преподаватель`,
  parent: msg`Родитель`,
  super_administrator: msg`Главный администратор`,
  administrator: msg`Администратор`,
  user_manager: msg`Управляющий пользователями`,
  team_leader: msg`Руководитель группы`,
  admin_u2035: msg`Администратор программы «2035»`,
  u2035_admin: msg`Администратор программы «2035»`,
  innopolis_teacher: msg`Преподаватель программы «Иннополис»`,
  innopolis_student: msg`Студент программы «Иннополис»`,
  innopolis_verificator: msg`Проверяющий программы «Иннополис»`,
  rtk_user: msg`Участник программы РТК`,
  edcheck_user: msg`Участник проверки знаний`,
  edcheck_student: msg`Ученик, проверка знаний`,
  edcheck_parent: msg`Родитель, проверка знаний`,
  spo_student: msg`Студент колледжа`,
  spo_parent: msg`Родитель студента колледжа`,
  academy_student: msg`Студент академии`,
  academy_parent: msg`Родитель студента академии`,
}
