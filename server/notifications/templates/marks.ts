import { type GroupTitles, ofStudent, type Templates } from './template.ts'

/** `student` is empty for the student. */
export type MarksMessages = {
  'mark-new': { student: string; course: string; value: string; topic: string }
  'mark-changed': { student: string; course: string; value: string; was: string; topic: string }
  /** `lesson` is the day of the lesson. */
  'homework-overdue': { student: string; subject: string; topic: string; lesson: string }
}

const ru: Templates<MarksMessages> = {
  'mark-new': ({ student, course, value, topic }) => ({
    about: course,
    subject: ofStudent(student, `Новая оценка — ${course}`),
    text: `${value}, тема «${topic}».`,
    discreet: { text: `Тема «${topic}».` },
    next: 'Журнал оценок — в личном кабинете.',
  }),
  'mark-changed': ({ student, course, value, was, topic }) => ({
    about: course,
    subject: ofStudent(student, `Оценка изменена — ${course}`),
    text: `Было ${was}, стало ${value}, тема «${topic}».`,
    discreet: { text: `Тема «${topic}».` },
    next: 'Журнал оценок — в личном кабинете.',
  }),
  'homework-overdue': ({ student, subject, topic, lesson }) => ({
    about: subject,
    subject: ofStudent(student, `Задание не сдано в срок — ${subject}`),
    text: `Занятие ${lesson}, тема «${topic}».`,
    next: 'Задания — в личном кабинете, «Посещаемость и задания».',
  }),
}

const en: Templates<MarksMessages> = {
  'mark-new': ({ student, course, value, topic }) => ({
    about: course,
    subject: ofStudent(student, `New mark — ${course}`),
    text: `${value}, topic “${topic}”.`,
    discreet: { text: `Topic “${topic}”.` },
    next: 'The grade book is in the personal account.',
  }),
  'mark-changed': ({ student, course, value, was, topic }) => ({
    about: course,
    subject: ofStudent(student, `Mark changed — ${course}`),
    text: `It was ${was}, now it is ${value}, topic “${topic}”.`,
    discreet: { text: `Topic “${topic}”.` },
    next: 'The grade book is in the personal account.',
  }),
  'homework-overdue': ({ student, subject, topic, lesson }) => ({
    about: subject,
    subject: ofStudent(student, `Homework is overdue — ${subject}`),
    text: `Lesson of ${lesson}, topic “${topic}”.`,
    next: 'Homework is in the personal account: “Attendance and homework”.',
  }),
}

export const marksTemplates = { ru, en }

export const marksGroupTitles: GroupTitles<MarksMessages> = {
  ru: {
    'mark-new': (count, student) => ofStudent(student, `Новых оценок — ${count}`),
    'mark-changed': (count, student) => ofStudent(student, `Изменено оценок — ${count}`),
    'homework-overdue': (count, student) => ofStudent(student, `Заданий не сдано в срок — ${count}`),
  },
  en: {
    'mark-new': (count, student) => ofStudent(student, `New marks — ${count}`),
    'mark-changed': (count, student) => ofStudent(student, `Marks changed — ${count}`),
    'homework-overdue': (count, student) => ofStudent(student, `Homework overdue — ${count}`),
  },
}
