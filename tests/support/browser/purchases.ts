import type { APIRequestContext } from 'playwright/test'
import type { Basket, CourseDetails, CourseStudent, CourseWaitingList, FoundCourses } from '#contract/catalog.ts'
import type { Contract } from '#contract/contracts.ts'

const ours = { 'x-requested-with': 'lk', 'sec-fetch-site': 'same-origin' }

type CourseGroup = CourseDetails['groups'][number]
export type Choice = {
  course: CourseDetails
  student: CourseStudent
  group: CourseGroup
  /** All students for whom it can be bought. */
  students: CourseStudent[]
}
type Wanted = { group?: (group: CourseGroup) => boolean; course?: (students: CourseStudent[]) => boolean }

/** Finds something to buy in the demo school, by the calls of the pages. */
export function purchaseApi(request: APIRequestContext) {
  const get = async <Answer>(path: string) => (await (await request.get(`/api/v1${path}`)).json()) as Answer
  const studentsOf = (course: string) => get<CourseStudent[]>(`/catalog/course/${course}/student/list`)
  const courseOf = (course: string) => get<CourseDetails>(`/catalog/course/${course}`)
  return {
    contracts: () => get<Contract[]>('/profile/contract/list'),
    baskets: () => get<Basket[]>('/catalog/basket/list'),
    queues: () => get<CourseWaitingList[]>('/catalog/queue/list'),
    /** A group that can be bought, or is full and has a waiting list, as `obstacle` says. */
    async choice(obstacle: 'full' | null, { group: isWanted, course: isFor }: Wanted = {}): Promise<Choice> {
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const { items, total, pageSize } = await get<FoundCourses>(`/catalog/course/list?page=${page}`)
        pages = Math.ceil(total / pageSize)
        for (const { uuid } of items) {
          const students = await studentsOf(uuid)
          if (isFor && !isFor(students)) continue
          const course = await courseOf(uuid)
          for (const student of students)
            for (const own of student.groups) {
              const group = course.groups.find(({ groupUuid }) => groupUuid === own.groupUuid)
              if (!group || own.obstacle !== obstacle || own.queue !== null || isWanted?.(group) === false) continue
              return { course, student, group, students }
            }
        }
      }
      throw new Error('The demo school has nothing of that kind to buy')
    },
    /** As another user, outside the page. */
    async buy(choice: Choice): Promise<void> {
      const groceryBasketUuid = await this.fill(choice)
      const { campaignUuid } = await get<Basket>(`/catalog/basket/${groceryBasketUuid}`)
      const headers = { ...ours, 'idempotency-key': crypto.randomUUID() }
      const data = { groceryBasketUuid, campaignUuid }
      const made = await request.post('/api/v1/profile/contract/create-by-grocery-basket', { data, headers })
      if (!made.ok()) throw new Error(await made.text())
    },
    async fill({ student, group }: Choice, paymentScheme = group.paymentSchemes[0]): Promise<string> {
      const data = { groupUuid: group.groupUuid, studentUuid: student.studentUuid, paymentScheme }
      const filled = await request.post('/api/v1/catalog/basket', { data, headers: ours })
      return ((await filled.json()) as { groceryBasketUuid: string }).groceryBasketUuid
    },
  }
}

export function purchaseAddress(
  { course, student, group }: Choice,
  ...parts: ('child' | 'group' | 'scheme')[]
): string {
  const values = { child: student.studentUuid, group: group.groupUuid, scheme: group.paymentSchemes[0] ?? '' }
  const query = parts.map((part) => `${part}=${values[part]}`).join('&')
  return `/catalog/${course.uuid}/purchase${query && '?'}${query}`
}
