import type { APIRequestContext } from 'playwright'
import type { ScheduleItem } from '#contract/learning/schedule.ts'

const dayMs = 86_400_000

/** The first planned lesson of a parent's children after a moment (ISO 8601), within the next weeks. */
export async function comingLesson(request: APIRequestContext, after: string): Promise<ScheduleItem> {
  const day = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
  const months = await Promise.all(
    [day(1), day(14)].map(async (date) => {
      const answer = await request.get(`/api/v1/parent/children/schedule/list?month_date=${date}`)
      return (await answer.json()) as ScheduleItem[]
    }),
  )
  const lesson = months
    .flat()
    .filter(({ category, state, startsAt }) => category === 'lessons' && state === 'planned' && startsAt > after)
    .toSorted((one, other) => one.startsAt.localeCompare(other.startsAt))[0]
  if (!lesson) throw new Error('the demo has no lesson in the coming weeks')
  return lesson
}
