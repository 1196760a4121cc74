import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { ScheduleView } from '#contract/enumerations.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import type { Calendar } from '#src/school/calendar.ts'
import { Agenda, type AgendaProps } from '#src/ui/calendar/agenda.tsx'
import type { CalendarDay } from '#src/ui/calendar/items.ts'
import { LongAgenda, type Row } from '#src/ui/calendar/long-agenda.tsx'
import type { VirtualListProps } from '#src/ui/virtual-list.tsx'
import { turnFrom } from './period.ts'

/** What a month, a week, a list and the paper draw. */
export type DrawingProps = {
  calendar: Calendar
  days: readonly string[]
  /** Any day of the period: where a list begins, and whose items stand beside the dots of a month. */
  date: string
  today: string
  onOpen: (key: string) => void
}

/** Days as they are drawn: of a `month`, which any of its days stands for, the days beyond it are outside. */
export function drawnDays(days: readonly string[], dates: Dates, today: string, month?: string): CalendarDay[] {
  return days.map((day) => ({
    day,
    number: String(Number(day.slice(8))),
    weekday: dates.weekdayShort(day),
    name: dates.weekday(day),
    today: day === today,
    outside: month !== undefined && !day.startsWith(month.slice(0, 7)),
  }))
}

/** What the grids of a month and of a week say and do alike. */
export function useGrid(view: ScheduleView) {
  const { t } = useLingui()
  const { show } = useAddress('schedule')
  return {
    moreWords: (count: number) => t`ещё ${count}`,
    countWords: (count: number) =>
      t`${plural(count, { one: '# событие', few: '# события', many: '# событий', other: '# события' })}`,
    onOpenDay: useCallback((day: string) => show({ view: 'list', date: day }), [show]),
    onTurn: useCallback(
      (step: 1 | -1, day: string) => show({ date: turnFrom(day, view, step), item: undefined }),
      [show, view],
    ),
  }
}

/** Up to here all items are drawn at once; a longer list draws what is in view, with code that comes only then. */
const longFrom = 150
const firstScreen = 12

const LateRows = latePart<VirtualListProps<Row>>(
  'virtual-list',
  () => import('#src/ui/virtual-list.tsx').then((module) => module.VirtualList),
  ({ items, itemKey, children }) => (
    <ul>
      {items.slice(0, firstScreen).map((row, index) => (
        <li key={itemKey(row)}>{children(row, index)}</li>
      ))}
    </ul>
  ),
)

type DayListProps = Pick<AgendaProps, 'days' | 'items' | 'bands' | 'onOpen'> & { isWhole?: boolean }

/** The list by days in the words of this page. `isWhole`: on paper nothing comes while one scrolls. */
export function DayList({ isWhole = false, ...list }: DayListProps) {
  const { t } = useLingui()
  const labels = { level: 3, allDayLabel: t`весь день`, todayLabel: t`сегодня` } as const
  if (isWhole || list.items.length < longFrom) return <Agenda {...list} {...labels} />
  return <LongAgenda {...list} {...labels} label={t`Расписание по дням`} List={LateRows} />
}
