// Database: none.
import { expect, test } from 'vitest'
import { createSchool } from '#server/demo/enrolment/create-school.ts'
import { calendarRows } from '#server/demo/learning/lesson-rows.ts'
import type { Lesson } from '#server/demo/learning/lessons.ts'
import { createLessonResults } from '#server/demo/learning/progress.ts'
import { addDays } from '#server/time/calendar-days.ts'

test('Homework of the demo suits its subject and is due when the group meets next, not at a cancelled lesson', () => {
  const now = new Date('2026-11-30T16:00:00Z')
  const school = createSchool({ now, timeZone: 'Europe/Moscow', families: 60, seed: 'lichny-kabinet' })
  const lessonsOfGroup = new Map<string, Lesson[]>()
  // The generator also fills the map.
  expect([...calendarRows(school, lessonsOfGroup)]).not.toHaveLength(0)
  const agreements = school.agreements.filter(({ group, leftOn }) => group !== null && leftOn === null)
  const results = agreements.flatMap((agreement) => {
    const lessons = lessonsOfGroup.get(agreement.group?.row.id ?? '') ?? []
    const options = { now, today: school.today, problems: [] }
    const own = createLessonResults(school.random.fork(agreement.student.person.id), agreement, lessons, options)
    const subject = agreement.group?.program.subject
    return own.map(({ homeworkDueAt, homeworkTask }) => ({ homeworkDueAt, homeworkTask, subject, lessons }))
  })
  const ahead = results.filter(({ homeworkDueAt }) => homeworkDueAt && homeworkDueAt > now)
  expect(ahead.length).toBeGreaterThan(20)
  const isHeldThen = ({ homeworkDueAt, lessons }: (typeof ahead)[number]) =>
    lessons.some(({ startsAt, state }) => state !== 'cancelled' && startsAt.getTime() === homeworkDueAt?.getTime())
  const isLast = ({ lessons }: (typeof ahead)[number]) =>
    !lessons.some(({ day, state }) => state !== 'cancelled' && day > addDays(school.today, 7))
  expect(ahead.filter((result) => !isHeldThen(result) && !isLast(result))).toEqual([])
  const withProblems = results.filter(({ homeworkTask }) => homeworkTask?.startsWith('Решить задачи'))
  expect([...new Set(withProblems.map(({ subject }) => subject))].toSorted()).toEqual([
    'chemistry',
    'informatics',
    'math',
    'physics',
  ])
})
