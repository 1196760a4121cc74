import type { GradeBook, JournalDay, Mark } from '#contract/learning/grade-book.ts'
import type { NewMark } from '#contract/learning/unseen.ts'
import type { Child } from '#contract/schemas.ts'

/** A readable id for each sample: `uuidOf(3)` ends in 3. */
export function uuidOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

export const autumn = { uuid: uuidOf(1), title: '1-я четверть', startsOn: '2026-09-01', endsOn: '2026-10-25' }
export const winter = { uuid: uuidOf(2), title: '2-я четверть', startsOn: '2026-11-05', endsOn: '2026-12-30' }

type Course = GradeBook['courses'][number]

export function courseOf(number: number, title: string, rest: Partial<Course> = {}): Course {
  return {
    uuid: uuidOf(number),
    title,
    groupUuid: null,
    teacher: null,
    average: null,
    termMarks: [],
    finalMark: null,
    ...rest,
  }
}

export const algebra = courseOf(10, 'Алгебра', {
  teacher: 'Белова Ирина Сергеевна',
  average: 4.25,
  termMarks: [{ termUuid: autumn.uuid, value: '4' }],
})
export const sport = courseOf(11, 'Физкультура')

export const schoolBook: GradeBook = {
  uuid: uuidOf(20),
  variant: 'school',
  title: 'Электронный дневник',
  schoolYear: '2026/2027',
  terms: [autumn, winter],
  courses: [algebra, sport],
}

export function dayOf(number: number, date: string, rest: Partial<JournalDay> = {}): JournalDay {
  return {
    uuid: uuidOf(number),
    courseUuid: algebra.uuid,
    termUuid: winter.uuid,
    date,
    topic: 'Дроби',
    markType: 'classwork',
    max: 5,
    held: true,
    markUuid: null,
    absent: false,
    earlier: [],
    ...rest,
  }
}

export function markOf(number: number, date: string, value: string, rest: Partial<Mark> = {}): Mark {
  return { uuid: uuidOf(number), courseUuid: algebra.uuid, date, value, markType: 'classwork', weight: 1, ...rest }
}

/** A mark, a lesson without a mark, an absence, a lesson not held, and a test of weight three. */
export const winterDays = [
  dayOf(30, '2026-11-09', { markUuid: uuidOf(40) }),
  dayOf(31, '2026-11-10'),
  dayOf(32, '2026-11-11', { markUuid: uuidOf(41), absent: true }),
  dayOf(33, '2026-11-12', { held: false }),
  dayOf(34, '2026-11-13', { markUuid: uuidOf(42), markType: 'control', topic: 'Проценты' }),
]
export const winterMarks = [
  markOf(40, '2026-11-09', '3'),
  markOf(41, '2026-11-11', 'н'),
  markOf(42, '2026-11-13', '5', { markType: 'control', weight: 3 }),
]

export const schoolSettings = {
  scale: { kind: 'five', passing: 3, max: 5 },
  markTypes: [
    { code: 'classwork', title: 'Работа на уроке', weight: 1 },
    { code: 'control', title: 'Контрольная работа', weight: 3 },
  ],
}

export const details = {
  uuid: uuidOf(42),
  topic: 'Проценты',
  task: 'Пять задач',
  comment: 'Отлично',
  teacher: 'Белова Ирина Сергеевна',
  history: [
    { value: '4', at: '2026-11-13T13:10:00.000Z' },
    { value: '5', at: '2026-11-16T11:30:00.000Z' },
  ],
  groupAverage: 4.1,
}

export function newMarkOf(rest: Partial<NewMark> = {}): NewMark {
  return {
    uuid: uuidOf(42),
    studentUuid: uuidOf(50),
    bookUuid: schoolBook.uuid,
    courseUuid: algebra.uuid,
    termUuid: winter.uuid,
    course: 'Алгебра',
    date: '2026-11-13',
    topic: 'Проценты',
    value: '5',
    max: 5,
    markType: 'control',
    givenAt: '2026-11-16T11:30:00.000Z',
    isNew: true,
    ...rest,
  }
}

export function childOf(number: number, firstName: string): Child {
  return { uuid: uuidOf(number), firstName, lastName: 'Соколовы', patronym: null, avatar: null, grade: null }
}
