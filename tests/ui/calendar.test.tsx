import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Agenda } from '#src/ui/calendar/agenda.tsx'
import type { CalendarBand, CalendarDay, CalendarItem } from '#src/ui/calendar/items.ts'
import { MonthSheet } from '#src/ui/calendar/month-sheet.tsx'
import { WeekGrid } from '#src/ui/calendar/week-grid.tsx'

const weekdays = ['понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота', 'воскресенье']

/** Two weeks: 16 to 29 November 2026, the 20th being today. */
const days: CalendarDay[] = Array.from({ length: 14 }, (_, index) => {
  const number = String(16 + index)
  const name = weekdays[index % 7] ?? ''
  return { day: `2026-11-${number}`, number, weekday: name.slice(0, 2), name: `${name}, ${number}`, today: index === 4 }
})

function lesson(day: string, from: number, title: string, more: Partial<CalendarItem> = {}): CalendarItem {
  const hours = { from: from * 60, to: from * 60 + 90 }
  const words = { starts: `${from}:00`, ends: `${from + 1}:30`, note: 'кабинет 204', spoken: 'очно' }
  return { key: `${day} ${title}`, day, hours, title, tone: 'accent', icon: 'schedule-full-time', ...words, ...more }
}

const items = [
  lesson('2026-11-20', 16, 'Русский язык', { cancelled: true, spoken: 'очно, отменено' }),
  lesson('2026-11-20', 10, 'Математика'),
  lesson('2026-11-20', 12, 'Физика'),
  lesson('2026-11-20', 14, 'Химия'),
  lesson('2026-11-18', 9, 'Чтение', { hours: null, starts: '', ends: '' }),
]
const bands: CalendarBand[] = [
  { key: 'olympiad', from: '2026-11-20', to: '2026-11-24', title: 'Неделя олимпиад', tone: 'success', icon: 'award' },
]

describe('the sheet of a month', () => {
  function setUp() {
    const opened = { item: vi.fn(), day: vi.fn(), choose: vi.fn() }
    render(
      <MonthSheet
        label="Ноябрь 2026"
        days={days}
        chosen="2026-11-18"
        items={items}
        bands={bands}
        moreWords={(count) => `ещё ${count}`}
        countWords={(count) => `занятий: ${count}`}
        onOpen={opened.item}
        onOpenDay={opened.day}
        onChooseDay={opened.choose}
      />,
    )
    return opened
  }

  test('is a table of weeks under the days of the week', () => {
    setUp()
    const table = screen.getByRole('table', { name: 'Ноябрь 2026' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['по', 'вт', 'ср', 'че', 'пя', 'су', 'во'])
    expect(within(table).getAllByRole('row')).toHaveLength(3)
  })

  test('marks today, and says how much is in a day', () => {
    setUp()
    const today = screen.getAllByRole('button', { current: 'date' })
    expect(today.map((button) => button.getAttribute('aria-label'))).toEqual([
      'пятница, 20, занятий: 4',
      'пятница, 20, занятий: 4',
    ])
    expect(screen.getAllByRole('button', { name: 'вторник, 17' })).toHaveLength(2)
  })

  test('has days to choose on a phone, and days to open where there is room', async () => {
    const opened = setUp()
    const [dots, number] = screen.getAllByRole('button', { name: 'вторник, 17' }) as [HTMLElement, HTMLElement]
    expect(screen.getAllByRole('button', { pressed: true }).map((day) => day.getAttribute('aria-label'))).toEqual([
      'среда, 18, занятий: 1',
    ])
    expect(number.hasAttribute('aria-pressed')).toBe(false)
    await userEvent.click(dots)
    expect(opened.choose).toHaveBeenCalledExactlyOnceWith('2026-11-17')
    expect(opened.day).not.toHaveBeenCalled()
    await userEvent.click(number)
    expect(opened.day).toHaveBeenCalledExactlyOnceWith('2026-11-17')
  })

  test('opens an item, and the day for what has no room', async () => {
    const opened = setUp()
    await userEvent.click(screen.getByRole('button', { name: /Математика/ }))
    expect(opened.item).toHaveBeenCalledExactlyOnceWith('2026-11-20 Математика')
    expect(screen.queryByRole('button', { name: /Русский язык/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'ещё 2, пятница, 20' }))
    expect(opened.day).toHaveBeenCalledExactlyOnceWith('2026-11-20')
  })

  test('draws a band once a week and tells it in each of its days', () => {
    setUp()
    expect(screen.getAllByRole('button', { name: 'Неделя олимпиад' })).toHaveLength(2)
    expect(screen.getAllByText('Неделя олимпиад')).toHaveLength(5)
  })
})

describe('a week by hours', () => {
  test('lists each day in the order of time, the whole day apart, and marks the moment', async () => {
    const open = vi.fn()
    render(
      <WeekGrid
        label="16–22 ноября"
        days={days.slice(0, 7)}
        items={items}
        bands={bands}
        now={{ day: '2026-11-20', minutes: 14 * 60 + 20, label: 'Сейчас 14:20' }}
        allDayLabel="весь день"
        hourWords={(hour) => `${hour}:00`}
        onOpen={open}
      />,
    )
    const friday = screen.getByRole('list', { name: 'пятница, 20' })
    expect(
      within(friday)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual([
      '10:00–11:30Математика, очнокабинет 204',
      '12:00–13:30Физика, очнокабинет 204',
      '14:00–15:30Химия, очнокабинет 204',
      '16:00–17:30Русский язык, очно, отмененокабинет 204',
    ])
    const wholeDays = screen.getByRole('list', { name: 'весь день' })
    expect(
      within(wholeDays)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Неделя олимпиад', 'Чтение, очно'])
    expect(screen.getByText('Сейчас 14:20')).toBeTruthy()
    await userEvent.click(within(friday).getByRole('button', { name: /Физика/ }))
    expect(open).toHaveBeenCalledExactlyOnceWith('2026-11-20 Физика')
  })
})

describe('a list by days', () => {
  test('leaves out days without anything, and puts the whole day first', () => {
    const reading = lesson('2026-11-20', 9, 'Чтение', { hours: null, starts: '', ends: '' })
    render(
      <Agenda
        days={days}
        items={[...items, reading]}
        bands={bands.slice(0, 0)}
        allDayLabel="весь день"
        todayLabel="сегодня"
        onOpen={() => {}}
      />,
    )
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'среда, 18',
      'пятница, 20сегодня',
    ])
    const [, friday] = screen.getAllByRole('list')
    expect(
      within(friday as HTMLElement)
        .getAllByRole('button')
        .map((button) => button.textContent?.slice(0, 9)),
    ).toEqual(['весь день', '10:0011:3', '12:0013:3', '14:0015:3', '16:0017:3'])
  })
})
