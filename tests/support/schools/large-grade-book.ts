import type { Database } from '#server/db/client.ts'
import { guardianships, userRoles, users } from '#server/db/schema/people.ts'
import { listPlannedCourses } from '#server/demo/learning/grade-book-courses.ts'
import { createGradeBook } from '#server/demo/learning/grade-books.ts'
import { bookRows, courseRows, createSchoolJournals } from '#server/demo/learning/journal-rows.ts'
import type { Column, Journals } from '#server/demo/learning/journals.ts'
import { markTypeOfLesson, tasks } from '#server/demo/learning/mark-types.ts'
import type { Random } from '#server/demo/rows/random.ts'
import { addDemoAccounts, insertRows, type SeedOptions, seedDemo } from '#server/demo/seed.ts'
import { daysOf } from '#server/demo/structure/school-year.ts'
import { type DemoAccount, demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { isoWeekday } from '#server/time/calendar-days.ts'

const family = { lastName: 'Книголюбов', title: '', titleEn: '' }

/** A student with a very long grade book, and the parent. */
export const largeGradeBookAccounts = {
  student: { ...family, login: 'large-book', roles: ['student'], firstName: 'Всеволод', patronym: 'Юрьевич' },
  parent: { ...family, login: 'large-book-parent', roles: ['parent'], firstName: 'Юрий', patronym: 'Всеволодович' },
} as const satisfies Record<string, DemoAccount>

export type LargeGradeBookLogin = (typeof largeGradeBookAccounts)[keyof typeof largeGradeBookAccounts]['login']

/** Seeds the demo, and a student with this many marks of last year. */
export async function seedWithLargeGradeBook(database: Database, marks: number, options: SeedOptions): Promise<void> {
  const school = await seedDemo(database, options)
  const usual = createSchoolJournals(school).find(
    ({ branch, year }) => branch === 'school' && year === school.structure.lastYear,
  )
  if (!usual) throw new Error('The demo has no school journals of last year')
  const random = school.random.fork('large grade book')
  const journals = createLargeJournals(random, usual, school.people.teachers, marks)
  const [parent, person] = await Promise.all(
    [largeGradeBookAccounts.parent, largeGradeBookAccounts.student].map((account) => addUser(database, account)),
  )
  if (!parent || !person) throw new Error('The accounts were not added')
  await database.insert(guardianships).values({ guardianId: parent.id, childId: person.id })
  const student = { person, branch: 'school', grade: 8, customer: parent, isShown: false } as const
  await insertRows(database, courseRows([journals]))
  await insertRows(database, bookRows([createGradeBook(random, student, journals, school.plan, true)]))
  await addDemoAccounts(database, Object.values(largeGradeBookAccounts))
}

async function addUser(database: Database, { login, roles, firstName, lastName, patronym }: DemoAccount) {
  const user = { subject: demoSubject(login), firstName, lastName, patronym, hasPassword: true }
  const [added] = await database.insert(users).values(user).returning()
  if (!added) throw new Error(`${login} was not added`)
  await database.insert(userRoles).values(roles.map((role) => ({ userId: added.id, role })))
  return added
}

const courseCount = 40

/** Journals with this many days to mark, spread evenly over the terms of a past year. */
function createLargeJournals(
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
  const courses = Array.from({ length: courseCount }, (_, index) => {
    const { title, topics } = planned[index % planned.length] as (typeof planned)[number]
    const row = {
      id: random.uuid(),
      campaignId,
      groupId: null,
      teacherId: random.pick(teachers).id,
      title: `${title}, часть ${Math.floor(index / planned.length) + 1}`,
      noJournalReason: null,
    }
    const length = Math.floor(((index + 1) * marks) / courseCount) - Math.floor((index * marks) / courseCount)
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
