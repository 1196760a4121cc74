import type { AbsenceReason, Locale } from '#contract/enumerations.ts'
import { type GroupTitles, ofStudent, type Templates } from './template.ts'

/** `student` is empty for the student; `title` is the subject of a lesson, or the title of an exam or talk. */
type Lesson = { title: string; student: string }

export type LessonsMessages = {
  /**
   * Original and new time; equal if only the place has changed. `place` may be empty. `teacher`: the name, if another one
   * than expected; notifications that were stored earlier have none.
   */
  'lesson-moved': Lesson & { was: string; at: string; place: string; teacher?: string }
  'lesson-cancelled': Lesson & { at: string }
  /** Another teacher than expected; the name. `who`: the teacher of the group again after a substitute, or another one. */
  'lesson-substituted': Lesson & { at: string; teacher: string; who?: 'regular' | 'other' }
  /** Outside of the weekly times of the group. */
  'lesson-added': Lesson & { at: string; place: string }
  /** For a teacher who holds a lesson, exam or talk now; `other` held it before. */
  'lesson-taken-over': Handover
  /** For a teacher who does not hold it any more; `other` holds it. */
  'lesson-handed-over': Handover
  'absence-reported': Absence & { reason: AbsenceReason }
  'absence-withdrawn': Absence
}

/** `group` is empty for an exam or a talk. */
type Handover = { group: string; title: string; at: string; other: string }

/** For the teacher. `from` is the first missed lesson; `until` is the last day, empty for one day. */
type Absence = { student: string; groups: string; from: string; until: string }

const reasons: Record<Locale, Record<AbsenceReason, string>> = {
  ru: { illness: 'болезнь', family: 'семейные обстоятельства', other: 'другая' },
  en: { illness: 'illness', family: 'family circumstances', other: 'another one' },
}

const ru: Templates<LessonsMessages> = {
  'lesson-moved': ({ title, student, was, at, place, teacher = '' }) => ({
    about: title,
    subject: ofStudent(student, `Занятие перенесено — ${title}`),
    text: `${was === at ? `${at}, время прежнее.` : `Было ${was}, стало ${at}.`}${place && ` Место: ${place}.`}${teacher && ` Проведёт ${teacher}.`}`,
    next: 'Расписание — в личном кабинете.',
  }),
  'lesson-cancelled': ({ title, student, at }) => ({
    about: title,
    subject: ofStudent(student, `Занятие отменено — ${title}`),
    text: `Занятия ${at} не будет.`,
    next: 'Расписание — в личном кабинете.',
  }),
  'lesson-substituted': ({ title, student, at, teacher, who }) => ({
    about: title,
    subject: ofStudent(
      student,
      `${who === 'regular' ? 'Замены преподавателя не будет' : 'Другой преподаватель'} — ${title}`,
    ),
    text: `Занятие ${at} проведёт ${teacher}.`,
    next: 'Расписание — в личном кабинете.',
  }),
  'lesson-added': ({ title, student, at, place }) => ({
    about: title,
    subject: ofStudent(student, `Новое занятие — ${title}`),
    text: `${at}${place && `, ${place}`}.`,
    next: 'Расписание — в личном кабинете.',
  }),
  'lesson-taken-over': ({ group, title, at, other }) => ({
    about: group || title,
    subject: group ? `Вы проведёте занятие — ${group}` : `Проведёте вы — ${title}`,
    text: `${group && `${title}, `}${at}. Вместо: ${other}.`,
    next: 'Занятия на неделю — в личном кабинете.',
  }),
  'lesson-handed-over': ({ group, title, at, other }) => ({
    about: group || title,
    subject: `${group ? 'Занятие проведёт' : 'Проведёт'} другой преподаватель — ${group || title}`,
    text: `${group && `${title}, `}${at}. Проведёт ${other}.`,
    next: 'Занятия на неделю — в личном кабинете.',
  }),
  'absence-reported': ({ student, groups, from, until, reason }) => ({
    subject: `Не придёт: ${student}`,
    text: `${groups}: ${until === '' ? from : `с ${from} по ${until}`}. Причина: ${reasons.ru[reason]}.`,
    discreet: { text: `${groups}: ${until === '' ? from : `с ${from} по ${until}`}.` },
    next: 'Занятия на неделю — в личном кабинете.',
  }),
  'absence-withdrawn': ({ student, groups, from, until }) => ({
    subject: `Всё-таки придёт: ${student}`,
    text: `${groups}: ${until === '' ? from : `с ${from} по ${until}`}. Сообщение об отсутствии отозвано.`,
    next: 'Занятия на неделю — в личном кабинете.',
  }),
}

const en: Templates<LessonsMessages> = {
  'lesson-moved': ({ title, student, was, at, place, teacher = '' }) => ({
    about: title,
    subject: ofStudent(student, `Lesson moved — ${title}`),
    text: `${was === at ? `${at}, the time is the same.` : `It was ${was}, now it is ${at}.`}${place && ` Place: ${place}.`}${teacher && ` Taught by ${teacher}.`}`,
    next: 'The schedule is in your account.',
  }),
  'lesson-cancelled': ({ title, student, at }) => ({
    about: title,
    subject: ofStudent(student, `Lesson cancelled — ${title}`),
    text: `The lesson on ${at} will not take place.`,
    next: 'The schedule is in your account.',
  }),
  'lesson-substituted': ({ title, student, at, teacher, who }) => ({
    about: title,
    subject: ofStudent(student, `${who === 'regular' ? 'No substitute teacher' : 'Another teacher'} — ${title}`),
    text: `The lesson on ${at} will be taught by ${teacher}.`,
    next: 'The schedule is in your account.',
  }),
  'lesson-added': ({ title, student, at, place }) => ({
    about: title,
    subject: ofStudent(student, `New lesson — ${title}`),
    text: `${at}${place && `, ${place}`}.`,
    next: 'The schedule is in your account.',
  }),
  'lesson-taken-over': ({ group, title, at, other }) => ({
    about: group || title,
    subject: group ? `A lesson is yours now — ${group}` : `You hold it now — ${title}`,
    text: `${group && `${title}, `}${at}. In place of ${other}.`,
    next: 'This week’s lessons are in your account.',
  }),
  'lesson-handed-over': ({ group, title, at, other }) => ({
    about: group || title,
    subject: group ? `Another teacher has your lesson — ${group}` : `Another teacher holds it now — ${title}`,
    text: `${group && `${title}, `}${at}. ${group ? 'Taught' : 'Held'} by ${other}.`,
    next: 'This week’s lessons are in your account.',
  }),
  'absence-reported': ({ student, groups, from, until, reason }) => ({
    subject: `Will be absent: ${student}`,
    text: `${groups}: ${until === '' ? from : `from ${from} to ${until}`}. Reason: ${reasons.en[reason]}.`,
    discreet: { text: `${groups}: ${until === '' ? from : `from ${from} to ${until}`}.` },
    next: 'This week’s lessons are in your account.',
  }),
  'absence-withdrawn': ({ student, groups, from, until }) => ({
    subject: `Will come after all: ${student}`,
    text: `${groups}: ${until === '' ? from : `from ${from} to ${until}`}. The absence reported earlier is withdrawn.`,
    next: 'This week’s lessons are in your account.',
  }),
}

export const lessonsTemplates = { ru, en }

export const lessonsGroupTitles: GroupTitles<LessonsMessages> = {
  ru: {
    'lesson-moved': (count, student) => ofStudent(student, `Перенесено занятий — ${count}`),
    'lesson-cancelled': (count, student) => ofStudent(student, `Отменено занятий — ${count}`),
    'lesson-substituted': (count, student) => ofStudent(student, `Изменений преподавателя — ${count}`),
    'lesson-added': (count, student) => ofStudent(student, `Новых занятий — ${count}`),
    'lesson-taken-over': (count) => `Вам передано — ${count}`,
    'lesson-handed-over': (count) => `Передано другим преподавателям — ${count}`,
  },
  en: {
    'lesson-moved': (count, student) => ofStudent(student, `Lessons moved — ${count}`),
    'lesson-cancelled': (count, student) => ofStudent(student, `Lessons cancelled — ${count}`),
    'lesson-substituted': (count, student) => ofStudent(student, `Changes of teacher — ${count}`),
    'lesson-added': (count, student) => ofStudent(student, `New lessons — ${count}`),
    'lesson-taken-over': (count) => `Handed over to you — ${count}`,
    'lesson-handed-over': (count) => `Handed over to other teachers — ${count}`,
  },
}
