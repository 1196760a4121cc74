import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Course, CourseStudent } from '#contract/enrolment/catalog.ts'
import { lessonFormats, transferConflicts, transferObstacles } from '#contract/enumerations.ts'
import type { AvailableGroup, GroupWaitingList, StudyGroup, TransferPreview } from '#contract/learning/schedule.ts'
import { onlineTerritoryUuid } from '#contract/limits.ts'
import { programs } from '#server/db/schema/programs.ts'
import type { DemoLogin } from '#server/idp/accounts/demo-accounts.ts'
import { openDemoSchool } from '#tests/support/schools/demo-school.ts'
import { purchaseCalls } from '#tests/support/schools/purchase-calls.ts'
import type { Person } from '#tests/support/server/app.ts'

const { server, signIn } = openDemoSchool()
const { basketsOf, linesOf } = purchaseCalls()
let courses: Course[]
let parent: Person
let family: Person
beforeAll(async () => {
  parent = await signIn('parent', 'parent')
  family = await signIn('family', 'parent')
  const first = await page(1)
  courses = [...first.items]
  for (let number = 2; courses.length < first.total; number += 1) courses.push(...(await page(number)).items)
})

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
  expect(
    courses.filter(({ groups }) => groups.some(({ startsOn }) => startsOn > '2026-11-20')).length,
  ).toBeGreaterThanOrEqual(4)
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
  expect((await studentsOf(parent, closed?.id ?? '')).map(({ obstacle }) => obstacle)).toContain('enrolment-closed')
})

test('Its parents see every kind of schedule conflict and of obstacle to a group', async () => {
  const parents = [await signIn('parent', 'parent'), await signIn('family', 'parent')]
  const students: CourseStudent[] = []
  for (const parent of parents) for (const { uuid } of courses) students.push(...(await studentsOf(parent, uuid)))
  const groups = students.flatMap((student) => student.groups)
  expect(new Set(groups.flatMap(({ conflicts }) => conflicts.map(({ kind }) => kind)))).toEqual(
    new Set(transferConflicts),
  )
  expect(new Set(groups.map(({ obstacle }) => obstacle))).toEqual(new Set([null, 'full', 'already-there', 'grade']))
})

const of = 'GET /v1/parent/children/schedule/groups'
const placesOf = ({ territories }: StudyGroup) => territories.length
const groupsOf = async (person: Person) => (await person.call(`${of}/list`)).json<StudyGroup[]>()

test('The demo shows every reason why a group cannot be changed, and groups that can', async () => {
  const people = [family, parent, await signIn('edcheck-parent', 'parent')]
  const groups = (await Promise.all(people.map(groupsOf))).flat()
  expect(new Set(groups.map(({ reason }) => reason))).toEqual(new Set([null, ...transferObstacles]))
})

test.each<DemoLogin>(['parent', 'family', 'student'])(
  'The demo gives %s two places and online groups, a group with one place left, a waiting list and schedule conflicts',
  async (login) => {
    const person = await signIn(login, login === 'student' ? 'student' : 'parent')
    const address = login === 'student' ? 'GET /v1/student/schedule/groups' : of
    const list = (await person.call(`${address}/list`)).json<StudyGroup[]>()
    const group = list.filter(({ canChange }) => canChange).sort((one, other) => placesOf(other) - placesOf(one))[0]
    expect(group?.territories.length).toBeGreaterThanOrEqual(3)
    expect(group?.territories.at(-1)?.uuid).toBe(onlineTerritoryUuid)
    const query = `contractUuid=${group?.contractUuid}`
    const choices = await Promise.all(
      (group?.territories ?? []).map(async ({ uuid }) =>
        (await person.call(`${address}/to-change`, { query: `${query}&territoryUuid=${uuid}` })).json<
          AvailableGroup[]
        >(),
      ),
    )
    expect(choices.flat().map(({ placesLeft }) => placesLeft)).toEqual(expect.arrayContaining([0, 1]))
    const waitingLists = (await person.call('GET /v1/schedule/group/waiting-list/list', { query })).json<
      GroupWaitingList[]
    >()
    expect(waitingLists.filter(({ length }) => length > 0).length).toBe(1)
    const previews = await Promise.all(
      choices.flat().map(async ({ groupUuid }) => {
        const asked = await person.call('GET /v1/schedule/group/preview', { query: `${query}&groupUuid=${groupUuid}` })
        return asked.json<TransferPreview>()
      }),
    )
    const kinds = new Set(previews.flatMap(({ conflicts }) => conflicts.map(({ kind }) => kind)))
    expect(kinds).toContain('overlap')
    if (login === 'family') expect(kinds).toContain('children-apart')
    expect(previews.some(({ price }) => price.after > price.now)).toBe(true)
  },
)

test('The demo holds a place for a child of the family', async () => {
  const waitingLists = (await family.call('GET /v1/schedule/group/waiting-list/list')).json<GroupWaitingList[]>()
  expect(waitingLists.map(({ length, own }) => [length, own?.position, own?.heldUntil])).toEqual([
    [2, 1, '2026-11-21T05:00:00.000Z'],
  ])
})

test('The demo has a basket for the last place, and one whose group is full by now', async () => {
  const waiting = await basketsOf(parent)
  expect(waiting.map(({ obstacle, group }) => [obstacle, group.placesLeft])).toEqual([
    [null, 1],
    ['full', 0],
  ])
})

test('The demo has a child who is second in a waiting list, and one with a held place', async () => {
  const lines = [...(await linesOf(parent)), ...(await linesOf(family))]
  expect(lines.map(({ position, length, heldUntil }) => [position, length, heldUntil])).toEqual([
    [2, 2, null],
    [1, 1, '2026-11-21T05:00:00.000Z'],
  ])
})
