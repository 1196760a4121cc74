import { describe, expect, test } from 'vitest'
import type { GradeBook, JournalDay, Mark } from '#contract/learning/grade-book.ts'
import { gradeBookViewOf, selectGradeBook } from '#src/domain/grade-book-selection.ts'
import {
  type Book,
  journalEntries,
  journalEntryKey,
  journalGrid,
  markToNumber,
  weightedEntries,
} from '#src/routes/-grade-book/journal.ts'
import { isPassed, type Settings } from '#src/routes/-grade-book/passing-marks.ts'
import { goalRequirements, goalReserves, markGoals, reachedGoal } from '#src/routes/-grade-book/what-if/goals.ts'
import * as samples from '#tests/support/samples/grade-book-samples.ts'

const day = (uuid: string, date: string, rest: Partial<JournalDay> = {}): JournalDay => ({
  uuid,
  courseUuid: 'math',
  termUuid: 'autumn',
  date,
  topic: 'Дроби',
  markType: 'test',
  max: 5,
  held: true,
  markUuid: null,
  absent: false,
  earlier: [],
  ...rest,
})
const mark = (uuid: string, value: string, weight = 1): Mark => ({
  uuid,
  courseUuid: 'math',
  date: '2026-11-18',
  value,
  markType: 'test',
  weight,
})

describe('A day of a journal', () => {
  const entries = journalEntries(
    [
      day('d', '2026-11-05', { held: false }),
      day('a', '2026-11-02', { markUuid: 'm1' }),
      day('c', '2026-11-04', { markUuid: 'm2', absent: true }),
      day('b', '2026-11-03'),
    ],
    [mark('m1', '5', 3), mark('m2', 'н')],
    new Set(['m1']),
  )

  test('has the key of its mark, or its own without a mark', () => {
    expect(entries.map(journalEntryKey)).toEqual(['m1', 'b', 'm2', 'd'])
  })

  test('counts by its weight where a number was given', () => {
    expect(weightedEntries(entries).map(({ value, weight }) => [value, weight])).toEqual([[5, 3]])
    const credit = journalEntries([day('e', '2026-11-06', { markUuid: 'm3' })], [mark('m3', 'зачёт')])
    expect(weightedEntries(credit)).toEqual([])
    expect(['4', '4,5', '9.5', '', 'н'].map(markToNumber)).toEqual([4, 4.5, 9.5, null, null])
  })
})

test('Two lessons of a course on one day have a column each, and share it with other courses', () => {
  const entries = journalEntries(
    [
      day('m1', '2026-11-02'),
      day('m2', '2026-11-02'),
      day('p', '2026-11-02', { courseUuid: 'physics' }),
      day('m3', '2026-11-09'),
    ],
    [],
  )
  const { columns, at } = journalGrid(entries)
  expect(columns.map(({ date }) => date)).toEqual(['2026-11-02', '2026-11-02', '2026-11-09'])
  const row = (course: string) => columns.map((_, column) => at(course, column)?.uuid)
  expect([row('math'), row('physics')]).toEqual([
    ['m1', 'm2', 'm3'],
    ['p', undefined, undefined],
  ])
})

const term = (uuid: string, startsOn: string, endsOn: string) => ({ uuid, title: uuid, startsOn, endsOn })
const thisYear: Book = {
  uuid: 'now',
  variant: 'school',
  title: 'Дневник',
  schoolYear: '2026/2027',
  terms: [term('autumn', '2026-09-01', '2026-10-25'), term('winter', '2026-11-05', '2026-12-30')],
  courses: [],
}
const lastYear: Book = { ...thisYear, uuid: 'then', terms: [term('old', '2025-09-01', '2025-10-25')] }
const studentBooks = (uuid: string, books: Book[]) => ({
  student: { uuid, firstName: uuid, lastName: '', patronym: null, avatar: null, grade: null },
  books,
})

describe('The column that a URL opens', () => {
  const allBooks = [studentBooks('artem', [lastYear, thisYear]), studentBooks('maria', [])]
  const opens = (search: object, today: string) => {
    const opened = selectGradeBook(allBooks, search, today)
    return [opened?.studentBooks.student?.uuid, opened?.book?.uuid, opened?.term?.uuid]
  }

  test.each([
    ['this year’s book and the present term', {}, '2026-11-20', ['artem', 'now', 'winter']],
    ['the term before the holidays one is in', {}, '2026-11-01', ['artem', 'now', 'autumn']],
    ['the last book while the next has not begun', {}, '2026-08-15', ['artem', 'then', 'old']],
    ['what it names', { child: 'artem', book: 'now', term: 'autumn' }, '2026-11-20', ['artem', 'now', 'autumn']],
    [
      'the present where it names what is not there',
      { book: 'gone', term: 'x' },
      '2026-11-20',
      ['artem', 'now', 'winter'],
    ],
    ['a child without a book', { child: 'maria' }, '2026-11-20', ['maria', undefined, undefined]],
  ])('is %s', (_, search, today, expected) => {
    expect(opens(search, today)).toEqual(expected)
  })

  test('is that of new marks in a college and an academy, if the present one has none', () => {
    const opens = (variant: Book['variant'], newIn: readonly string[], search = {}) => {
      const books = [studentBooks('artem', [{ ...thisYear, variant }])]
      const newMarks = newIn.map((termUuid) => ({ bookUuid: 'now', termUuid }))
      return selectGradeBook(books, search, '2026-11-20', newMarks)?.term?.uuid
    }
    expect([opens('college', ['autumn']), opens('academy', ['autumn'])]).toEqual(['autumn', 'autumn'])
    expect([opens('college', ['autumn', 'winter']), opens('college', ['old'])]).toEqual(['winter', 'winter'])
    expect(opens('college', ['autumn'], { term: 'winter' })).toBe('winter')
    expect(opens('school', ['autumn'])).toBe('winter')
  })

  test('is the record of a college, all courses of an academy, and the marks of a school', () => {
    const [one, two] = [samples.courseOf(12, 'Анализ данных'), samples.courseOf(13, 'Право')]
    const viewOf = (variant: GradeBook['variant'], courses = [one, two], search = {}) =>
      gradeBookViewOf({ variant, courses }, search)
    expect([viewOf('school'), viewOf('academy'), viewOf('college')]).toEqual(['marks', 'totals', 'totals'])
    expect(viewOf('school', [one, two], { view: 'totals' })).toBe('totals')
    expect(viewOf('academy', [one, two], { course: two.uuid })).toBe('marks')
    expect(viewOf('academy', [one])).toBe('marks')
  })
})

const five: Settings = {
  scale: { kind: 'five', passing: 3, max: 5 },
  markTypes: [
    { code: 'classwork', title: 'Работа на уроке', weight: 1 },
    { code: 'control', title: 'Контрольная работа', weight: 3 },
    { code: 'credit', title: 'Зачёт', weight: 0 },
  ],
}
const passFail: Settings['scale'] = { kind: 'passFail', passing: 1, max: 1 }

test('Whether a mark passes depends on its scale; some marks are neither', () => {
  expect(['3', '2', 'зачёт', 'незачет', 'освобождён'].map((value) => isPassed(value, passFail))).toEqual([
    true,
    false,
    true,
    false,
    null,
  ])
  expect(['60', '59'].map((value) => isPassed(value, { kind: 'hundred', passing: 60, max: 100 }))).toEqual([
    true,
    false,
  ])
})

test('The best mark is reached at its average, with a reserve of marks that would not change it', () => {
  const marks = [5, 5, 5, 5].map((value) => ({ value, weight: 1 }))
  expect(markGoals(marks, five.scale)).toEqual([])
  const goal = { mark: 5, threshold: 4.5 }
  expect(reachedGoal(marks, five.scale)).toEqual(goal)
  expect(goalReserves(marks, goal, five).map(({ code, count }) => [code, count])).toEqual([
    ['control', 1],
    ['classwork', 4],
  ])
  const fours = (count: number) => Array.from({ length: count }, () => ({ value: 4, weight: 1 }))
  expect(reachedGoal([...marks, ...fours(4)], five.scale)).toEqual(goal)
  expect(reachedGoal([...marks, ...fours(5)], five.scale)).toBeNull()
})

test('The requirements of a goal are the numbers of best marks, the smallest first', () => {
  const marks = [4, 4, 4, 3].map((value) => ({ value, weight: 1 }))
  const goals = markGoals(marks, five.scale)
  expect(goals).toEqual([{ mark: 5, threshold: 4.5 }])
  expect(goalRequirements(marks, { mark: 5, threshold: 4.5 }, five)).toEqual([
    { code: 'control', title: 'Контрольная работа', weight: 3, count: 2 },
    { code: 'classwork', title: 'Работа на уроке', weight: 1, count: 6 },
  ])
})
