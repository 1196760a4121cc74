import { isoWeekday } from '#server/calendar-days.ts'
import type { DemoAccount } from '#server/idp/demo-accounts.ts'
import { listPlannedCourses } from './learning/grade-book-courses.ts'
import type { Column, Journals } from './learning/journals.ts'
import { markTypeOfLesson, tasks } from './learning/mark-types.ts'
import type { Random } from './random.ts'
import { daysOf } from './school-year.ts'

const lastName = 'Книголюбов'

/** Seeded only on request: a student with a very long grade book, and a parent. */
export const largeGradeBookAccounts = {
  student: {
    login: 'bookworm',
    title: 'Ученик с тысячами отметок',
    titleEn: 'Student with thousands of marks',
    roles: ['student'],
    firstName: 'Всеволод',
    lastName,
    patronym: 'Юрьевич',
  },
  parent: {
    login: 'bookworm-parent',
    title: 'Родитель ученика с тысячами отметок',
    titleEn: 'Parent of a student with thousands of marks',
    roles: ['parent'],
    firstName: 'Юрий',
    lastName,
    patronym: 'Всеволодович',
  },
} as const satisfies Record<string, DemoAccount>

export type LargeGradeBookLogin = (typeof largeGradeBookAccounts)[keyof typeof largeGradeBookAccounts]['login']

const howManyCourses = 40

/** Journals with this many days to mark, spread evenly over the terms of a past year. */
export function createLargeJournals(
  random: Random,
  usual: Journals,
  teachers: readonly { id: string }[],
  marks: number,
): Journals {
  const { terms, campaignId } = usual
  const days = terms.flatMap((term) =>
    [...daysOf(term)].filter((day) => isoWeekday(day) <= 5).map((heldOn) => ({ heldOn, termId: term.id })),
  )
  const planned = listPlannedCourses('school', 8).filter(({ noJournalReason }) => noJournalReason === null)
  const courses = Array.from({ length: howManyCourses }, (_, index) => {
    const { title, topics } = planned[index % planned.length] as (typeof planned)[number]
    const row = {
      id: random.uuid(),
      campaignId,
      groupId: null,
      teacherId: random.pick(teachers).id,
      title: `${title}, часть ${Math.floor(index / planned.length) + 1}`,
      noJournalReason: null,
    }
    const length = Math.floor(((index + 1) * marks) / howManyCourses) - Math.floor((index * marks) / howManyCourses)
    const columns = Array.from({ length }, (_, position): Column => {
      const { markType, max } = markTypeOfLesson('school', index, position, length)
      return {
        id: random.uuid(),
        courseId: row.id,
        ...(days[Math.floor((position * days.length) / length)] as (typeof days)[number]),
        topic: topics[position % topics.length] ?? '',
        task: tasks[markType] ?? null,
        branch: 'school',
        markType,
        max,
        held: true,
      }
    })
    return { row, columns }
  })
  return { ...usual, courses }
}
