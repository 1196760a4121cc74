import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Course, CourseStudent } from '#contract/catalog.ts'
import { lessonFormats, transferConflicts } from '#contract/enumerations.ts'
import { programs } from '#server/db/schema/programs.ts'
import { openDemoSchool } from '#tests/support/schools/demo-school.ts'
import type { Person } from '#tests/support/server/app.ts'

const { server, signIn } = openDemoSchool({ now: '2026-10-14T09:00:00Z' })
let courses: Course[]
beforeAll(async () => {
  const first = await page(1)
  courses = [...first.items]
  for (let number = 2; courses.length < first.total; number += 1) courses.push(...(await page(number)).items)
}, 120_000)

async function page(number: number): Promise<{ items: Course[]; total: number }> {
  return (await server.visitor.call('GET /v1/catalog/course/list', { query: `page=${number}` })).json()
}

async function studentsOf(person: Person, course: string): Promise<CourseStudent[]> {
  return (await person.call(`GET /v1/catalog/course/${course}/student/list`)).json()
}

test('The demo catalog has courses of every branch and format with several groups each, some of which begin soon', async () => {
  const all = await server.opened.database.select({ id: programs.id, branch: programs.branch }).from(programs)
  const branchOf = new Map(all.map(({ id, branch }) => [id, branch]))
  expect(new Set(courses.map(({ uuid }) => branchOf.get(uuid)))).toEqual(new Set(['school', 'academy', 'college']))
  expect(new Set(courses.flatMap(({ formats }) => formats))).toEqual(new Set(lessonFormats))
  expect(courses.filter(({ groups }) => groups.length > 1).length).toBeGreaterThan(20)
  expect(courses.filter(({ nextStartOn }) => nextStartOn !== null).length).toBeGreaterThanOrEqual(4)
})

test('It lists a full course with a waiting list after the others, and a course whose enrolment is closed', async () => {
  const full = courses.findIndex(({ title }) => title === 'Робототехника')
  expect(courses[full]?.placesLeft).toBe(0)
  expect(courses.findLastIndex(({ placesLeft }) => placesLeft > 0)).toBeLessThan(full)
  const details = (await server.visitor.call(`GET /v1/catalog/course/${courses[full]?.uuid}`)).json()
  expect(details.groups.map(({ waiting }: { waiting: number }) => waiting)).toEqual([2, 0])

  const found = eq(programs.title, 'Астрономия с телескопом')
  const [closed] = await server.opened.database.select({ id: programs.id }).from(programs).where(found)
  expect(courses.map(({ uuid }) => uuid)).not.toContain(closed?.id)
  const parent = await signIn('parent', 'parent')
  expect((await studentsOf(parent, closed?.id ?? '')).map(({ obstacle }) => obstacle)).toContain('enrolment-closed')
})

test('Its parents see every kind of schedule conflict and of obstacle to a group', async () => {
  const parents = [await signIn('parent', 'parent'), await signIn('family', 'parent')]
  const students: CourseStudent[] = []
  for (const parent of parents) for (const { uuid } of courses) students.push(...(await studentsOf(parent, uuid)))
  const groups = students.flatMap((student) => student.groups)
  expect(new Set(groups.flatMap(({ clashes }) => clashes.map(({ kind }) => kind)))).toEqual(new Set(transferConflicts))
  expect(new Set(groups.map(({ obstacle }) => obstacle))).toEqual(new Set([null, 'full', 'already-there', 'grade']))
}, 60_000)
