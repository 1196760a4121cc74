import { assign, setup } from 'xstate'
import type { Model } from '#tests/model-runner/model.ts'

export type View = 'month' | 'week' | 'day'

/** Lessons of the child, each at a time of its own. Today is Wednesday, 14 October 2026. */
export const lessons = [
  { day: '2026-09-30', time: '11:35' },
  { day: '2026-10-01', time: '12:30' },
  { day: '2026-10-12', time: '15:05' },
  { day: '2026-10-14', time: '16:10' },
  { day: '2026-10-18', time: '17:15' },
  { day: '2026-10-19', time: '18:20' },
  { day: '2026-11-03', time: '19:25' },
] as const
const today = '2026-10-14'

const calendarMachine = setup({
  types: {
    context: {} as { view: View; day: string },
    events: {} as { type: 'view.choose'; view: View } | { type: 'period.step'; by: 1 | -1 } | { type: 'today.choose' },
  },
  actions: {
    look: assign((_, { view }: { view: View }) => ({ view })),
    step: assign(({ context: { view, day } }, { by }: { by: 1 | -1 }) => ({ day: neighbour(view, day, by) })),
    comeBack: assign({ day: today }),
  },
}).createMachine({
  id: 'calendarPage',
  context: { view: 'month', day: today },
  initial: 'shown',
  states: {
    shown: {
      on: {
        'view.choose': { actions: { type: 'look', params: ({ event }) => event } },
        'period.step': { actions: { type: 'step', params: ({ event }) => event } },
        'today.choose': { actions: 'comeBack' },
      },
    },
  },
})

export const calendarModel: Model = {
  machine: calendarMachine,
  title: 'Календарь: период',
  rules: [],
  events: {
    'view.choose': ({ context }) =>
      [
        { title: 'показан месяц', with: { view: 'month' } },
        { title: 'показана неделя', with: { view: 'week' } },
        { title: 'показан день', with: { view: 'day' } },
      ].filter((one) => one.with.view !== context.view),
    // One period to each side of today is enough.
    'period.step': ({ context }) => [
      ...(context.day <= today ? [{ title: 'открыт следующий период', with: { by: 1 } }] : []),
      ...(context.day >= today ? [{ title: 'открыт предыдущий период', with: { by: -1 } }] : []),
    ],
    'today.choose': [{ title: 'нажато «Сегодня»' }],
  },
  states: { shown: 'показан период' },
}

const dayMs = 86_400_000
const shift = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
const monday = (day: string) => shift(day, -((new Date(day).getUTCDay() + 6) % 7))
const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`

/** The first day of the next or previous period; today if it is in that period. */
function neighbour(view: View, day: string, by: 1 | -1): string {
  const start = { day: (one: string) => one, week: monday, month: firstOfMonth }[view]
  const from = start(day)
  const there =
    view === 'month' ? start(by === 1 ? shift(from, 31) : shift(from, -1)) : shift(from, by * (view === 'week' ? 7 : 1))
  return start(today) === there ? today : there
}

const months = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ')
const monthNames = 'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь'.split(' ')
const weekdays = 'воскресенье понедельник вторник среда четверг пятница суббота'.split(' ')

/** The title of the period, and the times of its lessons. A month is shown in whole weeks. */
export function periodOf({ view, day }: { view: View; day: string }): { title: string; times: string[] } {
  const parts = (one: string) => one.split('-').map(Number) as [number, number, number]
  const [year, month, number] = parts(day)
  if (view === 'day')
    return { title: `${weekdays[new Date(day).getUTCDay()]}, ${number} ${months[month - 1]}`, times: between(day, day) }
  if (view === 'month') {
    const first = firstOfMonth(day)
    const last = shift(firstOfMonth(shift(first, 31)), -1)
    return { title: `${monthNames[month - 1]} ${year}`, times: between(monday(first), shift(monday(last), 6)) }
  }
  const [first, last] = [monday(day), shift(monday(day), 6)]
  const [[, firstMonth, firstDay], [lastYear, lastMonth, lastDay]] = [parts(first), parts(last)]
  const begin = firstMonth === lastMonth ? `${firstDay}` : `${firstDay} ${months[firstMonth - 1]} `
  const dash = firstMonth === lastMonth ? '\u2060–\u2060' : '– '
  return { title: `${begin}${dash}${lastDay} ${months[lastMonth - 1]} ${lastYear}`, times: between(first, last) }
}

function between(first: string, last: string): string[] {
  return lessons.filter(({ day }) => first <= day && day <= last).map(({ time }) => time)
}
