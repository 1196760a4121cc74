import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Agenda } from '#src/ui/calendar/agenda.tsx'
import { CalendarBandChip } from '#src/ui/calendar/calendar-chip.tsx'
import type { CalendarBand, CalendarDay, CalendarItem } from '#src/ui/calendar/calendar-items.ts'
import { CompactMonth } from '#src/ui/calendar/compact-month.tsx'
import { MonthGrid } from '#src/ui/calendar/month-grid.tsx'
import { TimeGrid } from '#src/ui/calendar/time-grid.tsx'

const weekdays = ['понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота', 'воскресенье']

/** Two weeks: 16 to 29 November 2026, the 20th being today. */
const days: CalendarDay[] = Array.from({ length: 14 }, (_, index) => {
  const number = String(16 + index)
  const name = weekdays[index % 7] ?? ''
  return { day: `2026-11-${number}`, number, weekday: name.slice(0, 2), name: `${name}, ${number}`, today: index === 4 }
})

function lesson(day: string, from: number, title: string, more: Partial<CalendarItem> = {}): CalendarItem {
  const hours = { from: from * 60, to: from * 60 + 90 }
  const text = { starts: `${from}:00`, ends: `${from + 1}:30`, person: 'Вера', note: 'кабинет 204', kindLabel: 'очно' }
  return { key: `${day} ${title}`, day, hours, title, tone: 'accent', icon: 'schedule-full-time', ...text, ...more }
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

const countLabel = (count: number) => `занятий: ${count}`
const namesOf = (buttons: HTMLElement[]) =>
  buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent)

describe('the month grid', () => {
  function setUp({ shownDays = days, label = 'Ноябрь 2026', home = '2026-11-18', own = items } = {}) {
    const opened = { item: vi.fn(), day: vi.fn(), more: vi.fn(), turn: vi.fn() }
    const draw = (now: { shownDays: CalendarDay[]; label: string; home: string }) => (
      <MonthGrid
        label={now.label}
        days={now.shownDays}
        home={now.home}
        items={own}
        bands={bands}
        moreLabel={(count) => `ещё ${count}`}
        countLabel={countLabel}
        onOpen={opened.item}
        onOpenDay={opened.day}
        onMore={opened.more}
        onTurn={opened.turn}
      />
    )
    const { rerender } = render(draw({ shownDays, label, home }))
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

  test('shows items in two lines where all of a day fit, otherwise in one', () => {
    const heightsAt = (weekHeight: number) => {
      vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(weekHeight)
      setUp()
      const chips = screen.getAllByRole('button', { name: /очно/ })
      const heights = chips.map((chip) => /h-\[[\d.]+rem\]/.exec(chip.className)?.[0])
      cleanup()
      return heights
    }
    expect(heightsAt(220)).toEqual(['h-[2.125rem]', 'h-[2.125rem]', 'h-[2.125rem]', 'h-[2.125rem]', 'h-[2.125rem]'])
    // Wednesday has one item, Friday four and a band.
    expect(heightsAt(150)).toEqual(['h-[2.125rem]', 'h-[1.375rem]', 'h-[1.375rem]', 'h-[1.375rem]', 'h-[1.375rem]'])
  })

  test('gives the second line to the longest title where it is not for all; a cancelled item of one line has no word', () => {
    // Below the band 115 pixels: four lines of 24 and one of 12 more.
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(162)
    setUp()
    const friday = screen.getAllByRole('button', { name: /очно/ }).slice(1)
    expect(friday.map((chip) => [chip.className.includes('h-[2.125rem]'), chip.textContent])).toEqual([
      [false, '10:00Математика, очно, Вера'],
      [false, '12:00Физика, очно, Вера'],
      [false, '14:00Химия, очно, Вера'],
      [true, '16:00отмененоРусский язык, очно, Вера'],
    ])
    cleanup()
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(150)
    setUp()
    expect(screen.getByRole('button', { name: /Русский язык/ }).textContent).toBe(
      '16:00Русский язык, очно, отменено, Вера',
    )
  })

  test('marks today; the name of a day has its date, bands and number of items', () => {
    setUp()
    expect(namesOf(screen.getAllByRole('button', { current: 'date' }))).toEqual([
      'пятница, 20, Неделя олимпиад, занятий: 4',
    ])
    expect(screen.getByRole('button', { name: 'вторник, 17' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'понедельник, 23, Неделя олимпиад' })).toBeTruthy()
  })

  test('says from when an item has moved after its time, and keeps the initials out of what may be hidden', () => {
    const movedFrom = { state: 'Перенесено со вторника', shortState: 'Перенесено со вт', short: 'со вт' }
    setUp({
      own: [
        lesson('2026-11-19', 10, 'Математика', { state: 'Перенесено', movedFrom, personInitials: 'В' }),
        lesson('2026-11-21', 10, 'Физика', {
          state: 'Замена: Белова Ирина',
          warning: 'мало времени',
          personInitials: 'О',
        }),
      ],
    })
    expect(screen.getByRole('button', { name: /Математика/ }).textContent).toBe(
      '10:00(со вт)ВМатематика, очно, Перенесено со вторника, Вера',
    )
    for (const initials of ['В', 'О']) expect(screen.getByText(initials).closest('[class*="flex-wrap"]')).toBeNull()
  })

  test('reads each part of an item once', () => {
    setUp()
    const lesson = screen.getByRole('button', { name: /Математика/, description: '' })
    expect(lesson.textContent).toBe('10:00Математика, очно, Вера')
  })

  test('opens an item, a day, and by its button the hidden items of a day', async () => {
    // A week of a month of six weeks in a window of 900 pixels: two lines below the band.
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(98)
    const opened = setUp()
    await userEvent.click(screen.getByRole('button', { name: /Математика/ }))
    expect(opened.item).toHaveBeenCalledExactlyOnceWith('2026-11-20 Математика')
    expect(screen.queryByRole('button', { name: /Русский язык/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'вторник, 17' }))
    expect(opened.day).toHaveBeenCalledExactlyOnceWith('2026-11-17')
    await userEvent.click(screen.getByRole('button', { name: 'ещё 2, пятница, 20' }))
    expect(opened.more).toHaveBeenCalledExactlyOnceWith('2026-11-20')
  })

  test('shows the icon of a band only where its tone does not identify the kind', () => {
    const strip = (marked: boolean) => {
      const band = { ...(bands[0] as CalendarBand), marked }
      const ends = { before: false, after: false }
      const { container } = render(
        <CalendarBandChip band={band} day="2026-11-20" continues={ends} onOpen={() => undefined} />,
      )
      return container.querySelectorAll('svg').length
    }
    expect([strip(false), strip(true)]).toEqual([0, 1])
  })

  test('has one tab stop, which stays on the last focused element', async () => {
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

  test('opens by Enter; page keys change the period and focus a day of it', async () => {
    const { item, turn, show } = setUp()
    const user = userEvent.setup()
    await user.tab()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{ArrowDown}{Enter}')
    expect(item).toHaveBeenCalledExactlyOnceWith('2026-11-20 Математика')
    await user.keyboard('{PageDown}')
    expect(turn).toHaveBeenCalledExactlyOnceWith(1, '2026-11-20')
    const december = days.map((day) => ({ ...day, day: day.day.replace('-11-', '-12-'), name: `${day.name} декабря` }))
    show({ shownDays: december, label: 'Декабрь 2026', home: '2026-12-20' })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'пятница, 20 декабря' }))
  })
})

describe('the compact month', () => {
  test('selects a day, shows bands and has full accessible names', async () => {
    const choose = vi.fn()
    render(
      <CompactMonth
        label="Ноябрь 2026"
        days={days}
        chosen="2026-11-18"
        items={items}
        bands={bands}
        countLabel={countLabel}
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

test('a compact month names all bands of a week and whose they are, in rows of their own', () => {
  const [olympiad] = bands as [CalendarBand]
  render(
    <CompactMonth
      label="Ноябрь 2026"
      days={days}
      chosen="2026-11-18"
      items={items}
      bands={[
        { ...olympiad, person: 'Вера, Олег', personInitials: 'В, О' },
        { ...olympiad, key: 'rest', from: '2026-11-21', to: '2026-11-22', title: 'Отдых', personInitials: 'М' },
      ]}
      countLabel={countLabel}
      onTurn={() => {}}
      onChooseDay={() => {}}
    />,
  )
  const namedBands = [...document.querySelectorAll<HTMLElement>('[class*="pointer-events-none"]')]
  expect(namedBands.map(({ textContent, style }) => [textContent, style.top])).toEqual([
    ['Неделя олимпиад· В, О', '32px'],
    ['Отдых· М', '48px'],
    ['Неделя олимпиад· В, О', '32px'],
  ])
  const heightOf = (name: RegExp) => screen.getByRole('button', { name }).style.height
  expect([/^понедельник, 16/, /^понедельник, 23/].map(heightOf)).toEqual(['80px', '64px'])
})

describe('a week by hours', () => {
  function setUp(own = items, minutes = 14 * 60 + 20, more: Partial<ComponentProps<typeof TimeGrid>> = {}) {
    const opened = { item: vi.fn(), day: vi.fn(), more: vi.fn(), turn: vi.fn() }
    render(
      <TimeGrid
        label="16–22 ноября"
        days={days.slice(0, 7)}
        home="2026-11-18"
        items={own}
        bands={bands}
        now={{ day: '2026-11-20', minutes, label: 'Сейчас 14:20', clock: '14:20' }}
        allDayLabel="весь день"
        dueLabel="сдать до"
        formatHour={(hour) => `${hour}:00`}
        moreLabel={(count) => `ещё ${count}`}
        countLabel={countLabel}
        onOpen={opened.item}
        onOpenDay={opened.day}
        onMore={opened.more}
        onTurn={opened.turn}
        {...more}
      />,
    )
    return opened
  }

  test('gives each person a column of a day; an item of several is in the columns of all of them', () => {
    const day = '2026-11-20'
    const own = [
      lesson(day, 10, 'Математика', { people: ['vera'] }),
      lesson(day, 12, 'Физика', { people: ['vera', 'oleg'], person: 'Вера, Олег' }),
      lesson(day, 18, 'Концерт', { person: '', note: '' }),
    ]
    const tone = 'teal'
    const people = [
      { key: 'vera', name: 'Вера', tone },
      { key: 'oleg', name: 'Олег', tone },
    ] as const
    setUp(own, 0, { days: days.slice(4, 5), people })
    expect(screen.getAllByRole('columnheader').map((one) => one.textContent)).toEqual([
      'Веразанятий: 3',
      'Олегзанятий: 2',
    ])
    const namesIn = (name: string) => namesOf(within(screen.getByRole('list', { name })).getAllByRole('button'))
    expect(namesIn('Вера, пятница, 20')).toEqual([
      '10:00–11:30Математика, очнокабинет 204',
      '12:00–13:30Физика, очноВера, Олег · кабинет 204',
      '18:00–19:30Концерт, очно',
    ])
    expect(namesIn('Олег, пятница, 20')).toEqual([
      '12:00–13:30Физика, очноВера, Олег · кабинет 204',
      '18:00–19:30Концерт, очно',
    ])
  })

  test('has the whole of a warning that is cut as its title', () => {
    setUp([lesson('2026-11-20', 10, 'Математика', { warning: 'Одновременно с другим занятием' })])
    within(screen.getByRole('button', { name: /Математика/ })).getByTitle('Одновременно с другим занятием')
  })

  test('lists each day by time, separates whole days and marks the current time', async () => {
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

  test('lists deadlines apart from the hours, which they do not make longer', () => {
    const task = { hours: null, starts: '23:59', ends: '', due: { minute: 1439, label: 'сдать до' } }
    setUp([...items, lesson('2026-11-20', 0, 'Проект', task)])
    const deadlines = within(screen.getByRole('list', { name: 'сдать до' })).getAllByRole('button')
    expect(namesOf(deadlines)).toEqual(['сдать до 23:59Проект, очно, Вера'])
    expect(namesOf(within(screen.getByRole('list', { name: 'весь день' })).getAllByRole('button'))).toHaveLength(2)
    expect(screen.queryByText('18:00')).toBeNull()
  })

  test('has one tab stop; arrow keys move through whole-day items to the hours', async () => {
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

  test.each([
    ['before its first hour', 5, 0],
    ['after its last hour', 23.5, 9],
  ])('has the line of the current time and its label at the edge %s', (_, now, hours) => {
    // From 10:00 to 18:00.
    setUp(items, now * 60)
    const topOf = (element: HTMLElement | null) => element?.style.top
    const at = (distance: number) => `clamp(${distance}px, calc(var(--hour) * ${hours}), calc(100% - ${distance}px))`
    expect(topOf(screen.getByText('Сейчас 14:20').parentElement)).toBe(at(4))
    expect(topOf(screen.getByText('14:20'))).toBe(at(8))
  })

  test('says from when an item has moved after its state', () => {
    const movedFrom = { state: 'Перенесено со вторника', shortState: 'Перенесено со вт', short: 'со вт' }
    setUp([lesson('2026-11-19', 10, 'Математика', { state: 'Перенесено', movedFrom, personInitials: 'В' })])
    const { textContent } = screen.getByRole('button', { name: /Математика/ })
    expect(textContent).toBe('10:00–11:30ВПеренесено со втМатематика, очно, Веракабинет 204')
    expect(screen.getByText('В').closest('[class*="flex-wrap"]')).toBeNull()
  })

  test('is quieter about what is over, also today', () => {
    setUp(items, 12 * 60)
    const isQuiet = (name: RegExp) => screen.getByRole('button', { name }).className.includes('bg-surface-sunken')
    expect([/Математика/, /Физика/, /Химия/].map(isQuiet)).toEqual([true, false, false])
  })

  test('shows the number of items that do not fit', async () => {
    const opened = setUp(Array.from({ length: 5 }, (_, index) => lesson('2026-11-19', 10, `Занятие ${index}`)))
    await userEvent.click(screen.getByRole('button', { name: 'ещё 2, четверг, 19' }))
    expect(opened.more).toHaveBeenCalledExactlyOnceWith('2026-11-19')
  })
})

describe('the agenda', () => {
  test('omits empty days and starts with whole-day items', () => {
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
    ).toEqual(['весь день', '10:00–11:', '12:00–13:', '14:00–15:', '16:00–17:'])
  })

  test('is quiet about what is cancelled', () => {
    render(
      <Agenda days={days} items={items} bands={[]} allDayLabel="весь день" todayLabel="сегодня" onOpen={() => {}} />,
    )
    expect(screen.getByText('Физика').className).toMatch(/font-medium/)
    for (const text of ['Русский язык', '16:00', 'отменено'])
      expect(screen.getByText(text).className).toMatch(/^(?!.*font-medium).*text-ink-muted/)
  })

  test('shows the state of an item, its previous time and its warning', () => {
    const moved = lesson('2026-11-20', 10, 'Математика', {
      state: 'Перенесено',
      previousTime: 'вт 10:00',
      warning: '15 мин на дорогу',
    })
    render(
      <Agenda days={days} items={[moved]} bands={[]} allDayLabel="весь день" todayLabel="сегодня" onOpen={() => {}} />,
    )
    expect(screen.getByRole('button').textContent).toBe(
      'вт 10:0010:00–11:30МатематикаПеренесено, очноВера\u00a0· кабинет 20415 мин на дорогу',
    )
  })

  test('names the weekday of an item that has moved to another day', () => {
    const moved = lesson('2026-11-20', 10, 'Математика', {
      state: 'Перенесено',
      movedFrom: { state: 'Перенесено со вторника', shortState: 'Перенесено со вт', short: 'со вт' },
    })
    render(
      <Agenda days={days} items={[moved]} bands={[]} allDayLabel="весь день" todayLabel="сегодня" onOpen={() => {}} />,
    )
    expect(screen.getByText('Перенесено со вторника')).toBeTruthy()
  })
})
