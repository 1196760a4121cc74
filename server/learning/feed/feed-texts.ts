import type { LessonFormat, Locale, ScheduleCategory } from '#contract/enumerations.ts'

type Words = {
  name: string
  cancelled: string
  moved: (from: string) => string
  topic: string
  teacher: string
  group: string
  join: string
  format: Record<LessonFormat, string>
  category: Record<ScheduleCategory, string>
}

/** Labels of the calendar in both languages. */
export const feedTexts: Record<Locale, Words> = {
  ru: {
    name: 'Расписание занятий',
    cancelled: 'Отменено',
    moved: (from) => `Перенесено: было ${from}`,
    topic: 'Тема',
    teacher: 'Преподаватель',
    group: 'Группа',
    join: 'Подключиться',
    format: { webinar: 'Вебинар', offline: 'Очное занятие', video: 'Видеоурок', stream: 'Трансляция' },
    category: {
      lessons: 'Занятие',
      examSubjects: 'Экзамен',
      conversations: 'Беседа',
      vacations: 'Каникулы',
      selfStudy: 'Самоподготовка',
    },
  },
  en: {
    name: 'Schedule',
    cancelled: 'Cancelled',
    moved: (from) => `Moved from ${from}`,
    topic: 'Topic',
    teacher: 'Teacher',
    group: 'Group',
    join: 'Join',
    format: { webinar: 'Webinar', offline: 'In person', video: 'Video lesson', stream: 'Live stream' },
    category: {
      lessons: 'Lesson',
      examSubjects: 'Exam',
      conversations: 'Talk',
      vacations: 'Holidays',
      selfStudy: 'Self-study',
    },
  },
}
