import { quote } from '#contract/plain-text.ts'
import { type GroupTitles, ofStudent, type Templates } from './template.ts'

/** `student` is empty for the student; `value` and `was` of a changed mark are empty for an absence. */
export type MarksMessages = {
  'mark-new': { student: string; course: string; value: string; topic: string }
  'mark-changed': { student: string; course: string; value: string; was: string; topic: string }
  'absence-marked': { student: string; course: string; topic: string }
  /** `lesson` is the day of the lesson. */
  'homework-overdue': { student: string; subject: string; topic: string; lesson: string }
}

const absence = { ru: 'отсутствие', en: 'an absence' }

const ru: Templates<MarksMessages> = {
  'mark-new': ({ student, course, value, topic }) => ({
    about: course,
    subject: ofStudent(student, `Новая оценка — ${course}`),
    text: `${value}, тема ${quote(topic, 'ru')}.`,
    discreet: { text: `Тема ${quote(topic, 'ru')}.` },
    next: 'Журнал оценок — в личном кабинете.',
  }),
  'mark-changed': ({ student, course, value, was, topic }) => ({
    about: course,
    subject: ofStudent(student, `Оценка изменена — ${course}`),
    text: `Было ${was || absence.ru}, стало ${value || absence.ru}, тема ${quote(topic, 'ru')}.`,
    discreet: { text: `Тема ${quote(topic, 'ru')}.` },
    next: 'Журнал оценок — в личном кабинете.',
  }),
  'absence-marked': ({ student, course, topic }) => ({
    about: course,
    subject: ofStudent(student, `Отмечено отсутствие — ${course}`),
    text: `Тема ${quote(topic, 'ru')}.`,
    next: 'Журнал оценок — в личном кабинете.',
  }),
  'homework-overdue': ({ student, subject, topic, lesson }) => ({
    about: subject,
    subject: ofStudent(student, `Задание не сдано в срок — ${subject}`),
    text: `Занятие ${lesson}, тема ${quote(topic, 'ru')}.`,
    next: 'Домашние задания — в личном кабинете.',
  }),
}

const en: Templates<MarksMessages> = {
  'mark-new': ({ student, course, value, topic }) => ({
    about: course,
    subject: ofStudent(student, `New mark — ${course}`),
    text: `${value}, topic ${quote(topic, 'en')}.`,
    discreet: { text: `Topic ${quote(topic, 'en')}.` },
    next: 'All marks are in your account.',
  }),
  'mark-changed': ({ student, course, value, was, topic }) => ({
    about: course,
    subject: ofStudent(student, `Mark changed — ${course}`),
    text: `It was ${was || absence.en}, now it is ${value || absence.en}, topic ${quote(topic, 'en')}.`,
    discreet: { text: `Topic ${quote(topic, 'en')}.` },
    next: 'All marks are in your account.',
  }),
  'absence-marked': ({ student, course, topic }) => ({
    about: course,
    subject: ofStudent(student, `Absence recorded — ${course}`),
    text: `Topic ${quote(topic, 'en')}.`,
    next: 'All marks are in your account.',
  }),
  'homework-overdue': ({ student, subject, topic, lesson }) => ({
    about: subject,
    subject: ofStudent(student, `Homework is overdue — ${subject}`),
    text: `Lesson of ${lesson}, topic ${quote(topic, 'en')}.`,
    next: 'Homework is in your account.',
  }),
}

export const marksTemplates = { ru, en }

export const marksGroupTitles: GroupTitles<MarksMessages> = {
  ru: {
    'mark-new': (count, student) => ofStudent(student, `Новых оценок — ${count}`),
    'mark-changed': (count, student) => ofStudent(student, `Изменено оценок — ${count}`),
    'absence-marked': (count, student) => ofStudent(student, `Отмечено отсутствий — ${count}`),
    'homework-overdue': (count, student) => ofStudent(student, `Заданий не сдано в срок — ${count}`),
  },
  en: {
    'mark-new': (count, student) => ofStudent(student, `New marks — ${count}`),
    'mark-changed': (count, student) => ofStudent(student, `Marks changed — ${count}`),
    'absence-marked': (count, student) => ofStudent(student, `Absences recorded — ${count}`),
    'homework-overdue': (count, student) => ofStudent(student, `Homework overdue — ${count}`),
  },
}
