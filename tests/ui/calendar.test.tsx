import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Agenda } from '#src/ui/calendar/agenda.tsx'
import { CalendarStrip } from '#src/ui/calendar/chip.tsx'
import type { CalendarBand, CalendarDay, CalendarItem } from '#src/ui/calendar/items.ts'
import { MonthDots } from '#src/ui/calendar/month-dots.tsx'
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
  const words = { starts: `${from}:00`, ends: `${from + 1}:30`, who: 'Вера', note: 'кабинет 204', spoken: 'очно' }
  return { key: `${day} ${title}`, day, hours, title, tone: 'accent', icon: 'schedule-full-time', ...words, ...more }
}

const items = [
  lesson('2026-11-20', 16, 'Русский язык', { cancelled: true, state: 'отменено' }),
  lesson('2026-11-20', 10, 'Математика'),
  lesson('2026-11-20', 12, 'Физика'),
  lesson('2026-11-20', 14, 'Химия'),
  lesson('2026-11-18', 9, 'Чтение', { hours: null, starts: '', ends: '' }),
]
const bands: CalendarBand[] = [
  { key: 'olympiad', from: '2026-11-20', to: '2026-11-24', title: 'Неделя олимпиад', tone: 'success', icon: 'award' },
]

const countWords = (count: number) => `занятий: ${count}`
const namesOf = (buttons: HTMLElement[]) =>
  buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent)

describe('the sheet of a month', () => {
  function setUp({ sheet = days, label = 'Ноябрь 2026', home = '2026-11-18' } = {}) {
    const opened = { item: vi.fn(), day: vi.fn(), turn: vi.fn() }
    const draw = (now: { sheet: CalendarDay[]; label: string; home: string }) => (
      <MonthSheet
        label={now.label}
        days={now.sheet}
        home={now.home}
        items={items}
        bands={bands}
        moreWords={(count) => `ещё ${count}`}
        countWords={countWords}
        onOpen={opened.item}
        onOpenDay={opened.day}
        onTurn={opened.turn}
      />
    )
    const { rerender } = render(draw({ sheet, label, home }))
    return { ...opened, show: (now: Parameters<typeof draw>[0]) => rerender(draw(now)) }
  }

  test('is a grid of weeks under the days of the week', () => {
    setUp()
    const grid = screen.getByRole('grid', { name: 'Ноябрь 2026' })
    expect(
      within(grid)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['по', 'вт', 'ср', 'че', 'пя', 'су', 'во'])
    expect(within(grid).getAllByRole('row')).toHaveLength(3)
  })

  test('marks today; a day says its name, what lasts over it and how much is on it', () => {
    setUp()
    expect(namesOf(screen.getAllByRole('button', { current: 'date' }))).toEqual([
      'пятница, 20, Неделя олимпиад, занятий: 4',
    ])
    expect(screen.getByRole('button', { name: 'вторник, 17' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'понедельник, 23, Неделя олимпиад' })).toBeTruthy()
  })

  test('says each thing of an item once', () => {
    setUp()
    const lesson = screen.getByRole('button', { name: /Математика/, description: '' })
    expect(lesson.textContent).toBe('10:00Математика, очно, Вера')
  })

  test('opens an item, a day, and the day for what has no room', async () => {
    const opened = setUp()
    await userEvent.click(screen.getByRole('button', { name: /Математика/ }))
    expect(opened.item).toHaveBeenCalledExactlyOnceWith('2026-11-20 Математика')
    expect(screen.queryByRole('button', { name: /Русский язык/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'вторник, 17' }))
    expect(opened.day).toHaveBeenLastCalledWith('2026-11-17')
    await userEvent.click(screen.getByRole('button', { name: 'ещё 2, пятница, 20' }))
    expect(opened.day).toHaveBeenLastCalledWith('2026-11-20')
  })

  test('draws a band once a week', () => {
    setUp()
    expect(screen.getAllByRole('button', { name: 'Неделя олимпиад' })).toHaveLength(2)
  })

  test('draws an icon on a band only where its colour does not tell what it is', () => {
    const strip = (marked: boolean) => {
      const band = { ...(bands[0] as CalendarBand), marked }
      const ends = { before: false, after: false }
      const { container } = render(
        <CalendarStrip band={band} day="2026-11-20" continues={ends} onOpen={() => undefined} />,
      )
      return container.querySelectorAll('svg').length
    }
    expect([strip(false), strip(true)]).toEqual([0, 1])
  })

  test('is one stop of the Tab key, which stays where the person was', async () => {
    setUp()
    const user = userEvent.setup()
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^среда, 18/ }))
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /Математика/ }))
    await user.tab()
    expect(document.activeElement).toBe(document.body)
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /Математика/ }))
  })

  test('is opened by Enter, and turned by the page keys to a day that then has the focus', async () => {
    const { item, turn, show } = setUp()
    const user = userEvent.setup()
    await user.tab()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{ArrowDown}{Enter}')
    expect(item).toHaveBeenCalledExactlyOnceWith('2026-11-20 Математика')
    await user.keyboard('{PageDown}')
    expect(turn).toHaveBeenCalledExactlyOnceWith(1, '2026-11-20')
    const december = days.map((day) => ({ ...day, day: day.day.replace('-11-', '-12-'), name: `${day.name} декабря` }))
    show({ sheet: december, label: 'Декабрь 2026', home: '2026-12-20' })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'пятница, 20 декабря' }))
  })
})

describe('the dots of a month', () => {
  test('choose a day, name what lasts for days, and are heard like any other day', async () => {
    const choose = vi.fn()
    render(
      <MonthDots
        label="Ноябрь 2026"
        days={days}
        chosen="2026-11-18"
        items={items}
        bands={bands}
        countWords={countWords}
        onTurn={() => {}}
        onChooseDay={choose}
      />,
    )
    expect(namesOf(screen.getAllByRole('button', { pressed: true }))).toEqual(['среда, 18, занятий: 1'])
    expect(screen.getAllByText('Неделя олимпиад')).toHaveLength(2)
    await userEvent.click(screen.getByRole('button', { name: 'пятница, 20, Неделя олимпиад, занятий: 4' }))
    expect(choose).toHaveBeenCalledExactlyOnceWith('2026-11-20')
  })
})

describe('a week by hours', () => {
  function setUp(own = items) {
    const opened = { item: vi.fn(), day: vi.fn(), turn: vi.fn() }
    render(
      <WeekGrid
        label="16–22 ноября"
        days={days.slice(0, 7)}
        home="2026-11-18"
        items={own}
        bands={bands}
        now={{ day: '2026-11-20', minutes: 14 * 60 + 20, label: 'Сейчас 14:20' }}
        allDayLabel="весь день"
        hourWords={(hour) => `${hour}:00`}
        moreWords={(count) => `ещё ${count}`}
        countWords={countWords}
        onOpen={opened.item}
        onOpenDay={opened.day}
        onTurn={opened.turn}
      />,
    )
    return opened
  }

  test('lists each day in the order of time, the whole day apart, and marks the moment', async () => {
    const opened = setUp()
    const friday = screen.getByRole('list', { name: 'пятница, 20' })
    expect(namesOf(within(friday).getAllByRole('button'))).toEqual([
      '10:00–11:30Математика, очноВера · кабинет 204',
      '12:00–13:30Физика, очноВера · кабинет 204',
      '14:00–15:30Химия, очноВера · кабинет 204',
      '16:00–17:30отмененоРусский язык, очноВера · кабинет 204',
    ])
    const wholeDays = screen.getByRole('list', { name: 'весь день' })
    expect(namesOf(within(wholeDays).getAllByRole('button'))).toEqual(['Неделя олимпиад', 'Чтение, очно, Вера'])
    expect(screen.getByText('Сейчас 14:20')).toBeTruthy()
    await userEvent.click(within(friday).getByRole('button', { name: /Физика/ }))
    expect(opened.item).toHaveBeenCalledExactlyOnceWith('2026-11-20 Физика')
  })

  test('names its days whole, and opens them', async () => {
    const opened = setUp()
    const [, , , , friday] = screen.getAllByRole('columnheader') as [HTMLElement, ...HTMLElement[]]
    await userEvent.click(
      within(friday as HTMLElement).getByRole('button', { name: 'пятница, 20, Неделя олимпиад, занятий: 4' }),
    )
    expect(opened.day).toHaveBeenCalledExactlyOnceWith('2026-11-20')
  })

  test('is one stop of the Tab key; arrows lead through the whole day to the hours', async () => {
    const opened = setUp()
    const user = userEvent.setup()
    await user.tab()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('среда, 18, занятий: 1')
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Чтение, очно, Вера')
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{ArrowDown}{Enter}')
    expect(opened.item).toHaveBeenCalledExactlyOnceWith('2026-11-20 Математика')
    await user.keyboard('{PageUp}')
    expect(opened.turn).toHaveBeenCalledExactlyOnceWith(-1, '2026-11-20')
    await user.tab()
    expect(document.activeElement).toBe(document.body)
  })

  test('tells in a line what too many at once leave no room for', async () => {
    const opened = setUp(Array.from({ length: 5 }, (_, index) => lesson('2026-11-19', 10, `Занятие ${index}`)))
    await userEvent.click(screen.getByRole('button', { name: 'ещё 2, четверг, 19' }))
    expect(opened.day).toHaveBeenCalledExactlyOnceWith('2026-11-19')
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

  test('says what became of an item, when it was to be, and what to take care of', () => {
    const moved = lesson('2026-11-20', 10, 'Математика', {
      state: 'Перенесено',
      was: 'вт 10:00',
      warning: '15 мин на дорогу',
    })
    render(
      <Agenda days={days} items={[moved]} bands={[]} allDayLabel="весь день" todayLabel="сегодня" onOpen={() => {}} />,
    )
    expect(screen.getByRole('button').textContent).toBe(
      'вт 10:0010:0011:30МатематикаПеренесено, очноВера · кабинет 20415 мин на дорогу',
    )
  })
})
