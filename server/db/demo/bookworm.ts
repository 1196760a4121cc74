import { weekdayOf } from '#server/days.ts'
import type { DemoAccount } from './accounts.ts'
import { coursesOf } from './courses.ts'
import type { Column, Journals } from './journals.ts'
import { kindAt, tasks } from './marking.ts'
import type { Random } from './random.ts'
import { daysOf } from './school-year.ts'

const lastName = 'Книголюбов'

/** Added only where a seed asks for it: a student whose grade book is very long, and a parent of that student. */
export const bookwormAccounts = {
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

export type BookwormLogin = (typeof bookwormAccounts)[keyof typeof bookwormAccounts]['login']

const howManyCourses = 40

/** Journals with so many days to be marked, spread evenly over the terms of a year that is over. */
export function thickJournals(
  random: Random,
  usual: Journals,
  teachers: readonly { id: string }[],
  marks: number,
): Journals {
  const { terms, campaignId } = usual
  const days = terms.flatMap((term) =>
    [...daysOf(term)].filter((day) => weekdayOf(day) <= 5).map((heldOn) => ({ heldOn, termId: term.id })),
  )
  const planned = coursesOf('school', 8).filter(({ noJournalReason }) => noJournalReason === null)
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
      const { markType, max } = kindAt('school', index, position, length)
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
