import type { APIRequestContext } from 'playwright/test'
import type { CourseDetails, CourseStudent, FoundCourses } from '#contract/enrolment/catalog.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'

const ours = { 'x-requested-with': 'lk', 'sec-fetch-site': 'same-origin' }

type CourseGroup = CourseDetails['groups'][number]
export type Choice = {
  course: CourseDetails
  student: CourseStudent
  group: CourseGroup
}

/** Finds something to buy in the demo school, by the calls of the pages. */
export function purchaseApi(request: APIRequestContext) {
  const get = async <Answer>(path: string) => (await (await request.get(`/api/v1${path}`)).json()) as Answer
  const studentsOf = (course: string) => get<CourseStudent[]>(`/catalog/course/${course}/student/list`)
  const courseOf = (course: string) => get<CourseDetails>(`/catalog/course/${course}`)
  return {
    contracts: () => get<Contract[]>('/profile/contract/list'),
    /** A group that can be bought, of a course for such students. */
    async choice(isFor: (students: CourseStudent[]) => boolean = () => true): Promise<Choice> {
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const { items, total, pageSize } = await get<FoundCourses>(`/catalog/course/list?page=${page}`)
        pages = Math.ceil(total / pageSize)
        for (const { uuid } of items) {
          const students = await studentsOf(uuid)
          if (!isFor(students)) continue
          const course = await courseOf(uuid)
          for (const student of students)
            for (const own of student.groups) {
              const group = course.groups.find(({ groupUuid }) => groupUuid === own.groupUuid)
              if (!group || own.obstacle !== null || own.waitingList !== null) continue
              return { course, student, group }
            }
        }
      }
      throw new Error('The demo school has nothing of that kind to buy')
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
