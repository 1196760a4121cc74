import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { GradeBook } from '#contract/learning/grade-book.ts'
import { unseenCountsQuery } from '#src/api/unseen.ts'
import { fixedClock } from '#src/app/clock.ts'
import { child, person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'
import { spacedTextOf, textOf } from '#tests/support/browser/text.ts'
import { contract, payment } from '#tests/support/samples/contract-samples.ts'
import { event } from '#tests/support/samples/event-samples.ts'
import { algebra, schoolBook, sport, winter } from '#tests/support/samples/grade-book-samples.ts'
import { homeworkTaskSample } from '#tests/support/samples/homework-samples.ts'
import { scheduleChange, scheduleItem } from '#tests/support/samples/schedule-samples.ts'

const children = 'GET /api/v1/parent/children/schedule/list'
const own = 'GET /api/v1/student/schedule/list'

const lesson = scheduleItem({ title: 'Квадратные уравнения', place: 'Кабинет 204' })
const exam = scheduleItem({
  uuid: '22222222-2222-4222-8222-222222222222',
  category: 'examSubjects',
  format: null,
  subject: null,
  title: 'Пробный экзамен',
  startsAt: '2026-11-18T07:00:00.000Z',
  endsAt: '2026-11-18T10:00:00.000Z',
})

const early = scheduleItem({
  uuid: '33333333-3333-4333-8333-333333333333',
  subject: 'Физика',
  startsAt: '2026-11-02T07:00:00.000Z',
  endsAt: '2026-11-02T08:30:00.000Z',
})
const lateDecember = scheduleItem({
  uuid: '66666666-6666-4666-8666-666666666666',
  subject: 'Химия',
  startsAt: '2026-12-22T07:00:00.000Z',
  endsAt: '2026-12-22T08:30:00.000Z',
})
/** A student's November 2026; other months are answered with `others`. */
function openNovember(
  search: string,
  { items = [lesson, exam], others = { body: [] } as Reply, books = [] as GradeBook[] } = {},
) {
  return visit(
    `/schedule?date=2026-11-20${search}`,
    {
      'GET /api/v1/profile': { body: person(['student']) },
      'GET /api/v1/student/grade-book/books': { body: { books } },
      [own]: ({ url }: Request) =>
        new URL(url).searchParams.get('month_date') === '2026-11-01' ? { body: items } : others,
    },
    { clock: fixedClock(Date.parse('2026-11-20T06:00:00Z')) },
  )
}

const findMonthGrid = () => screen.findByRole('grid', { name: 'ноябрь 2026' })
/** All filters are in the dialog of the button. */
const openFilters = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /^Фильтры/ }))
  return within(await screen.findByRole('dialog', { name: 'Фильтры' }))
}
const chip = async (name: RegExp) => within(await findMonthGrid()).findByRole('button', { name })

test.each(['?view=year', '?date=2026-13-01', '?view=year&date=x&filter[kind]=x'])(
  'an address that says nothing of what it shows opens as one without it: %s',
  async (search) => {
    const { callsOf } = await visit(
      `/schedule${search}`,
      { 'GET /api/v1/profile': { body: person(['student']) }, [own]: { body: [lesson] } },
      { clock: fixedClock(Date.parse('2026-11-20T06:00:00Z')) },
    )
    await findMonthGrid()
    expect(callsOf(own)[0]?.url.searchParams.get('month_date')).toBe('2026-11-01')
  },
)

test('The legend explains the icons of the days of the view, and no other', async () => {
  const taught = { teacher: 'Белова Ирина Сергеевна', replacedTeacher: 'Соколов Пётр' }
  const moved = scheduleItem({ ...taught, state: 'moved' })
  const other = scheduleItem({ ...early, ...taught })
  const legend = async () => textOf(await screen.findByRole('list', { name: 'Цвета занятий' }))
  await openNovember('&view=month', { items: [moved, other] })
  await findMonthGrid()
  expect(await legend()).toMatch(/перенесенозамена преподавателя$/)
  const user = userEvent.setup()
  await user.click(screen.getByRole('radio', { name: 'Неделя' }))
  // The hours have the words «Перенесено».
  await waitFor(async () => expect(await legend()).not.toContain('перенесено'))
  expect(await legend()).toMatch(/замена преподавателя$/)
  await user.click(await screen.findByRole('link', { name: 'Следующая неделя' }))
  await waitFor(async () => expect(await legend()).not.toContain('замена'))
})

describe('Calls of the schedule by role (D-8)', () => {
  test('a parent loads the schedule of the children', async () => {
    const { callsOf } = await visit('/schedule', {
      'GET /api/v1/profile': { body: person(['parent']) },
      'GET /api/v1/profile/children': { body: [] },
    })
    await screen.findByText('В этом месяце ничего нет')
    expect([callsOf(children).length > 0, callsOf(own)]).toEqual([true, []])
  })
})

test('Adjacent months are prefetched; one that is refused changes nothing and is fetched again when opened (D-39)', async () => {
  const { app, server, callsOf, here, left } = await openNovember('', {
    others: { problem: 'unauthenticated', status: 401 },
  })
  await chip(/Математика/)
  const months = () => callsOf(own).map(({ url }) => url.searchParams.get('month_date'))
  await waitFor(() => expect(months()).toEqual(['2026-11-01', '2026-10-01', '2026-12-01']))
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
  expect(app.session.getSnapshot().value).toEqual({ signedIn: 'present' })
  expect([here(), left, app.notifications.getSnapshot().context.shown]).toEqual(['/schedule?date=2026-11-20', [], []])
  server[own] = { body: [scheduleItem({ startsAt: '2026-12-02T07:00:00.000Z', endsAt: '2026-12-02T08:30:00.000Z' })] }
  await userEvent.click(screen.getByRole('link', { name: 'Следующий месяц' }))
  const table = await screen.findByRole('grid', { name: 'декабрь 2026' })
  await within(table).findByRole('button', { name: /10:00.*Математика/ })
})

/** A student's schedule on the last day of November. */
function openLastOfNovember(search: string, december: Reply | Promise<Reply>) {
  return visit(
    `/schedule${search}`,
    {
      'GET /api/v1/profile': { body: person(['student']) },
      [own]: ({ url }: Request) =>
        new URL(url).searchParams.get('month_date') === '2026-12-01' ? december : { body: [exam] },
    },
    { clock: fixedClock(Date.parse('2026-11-30T06:00:00Z')) },
  )
}

test('on the last day of a month the weeks around it are shown; the arrow leads to the whole month', async () => {
  const { here } = await openLastOfNovember('', { body: [lateDecember] })
  const table = await screen.findByRole('grid', { name: 'ноябрь – декабрь 2026' })
  await within(table).findByRole('button', { name: /10:00.*Химия/ })
  within(table).getByRole('button', { name: /^понедельник, 23\sноября/ })
  screen.getByRole('heading', { level: 2, name: 'ноябрь – декабрь 2026' })
  await userEvent.click(screen.getByRole('link', { name: 'Весь ноябрь' }))
  await within(await findMonthGrid()).findByRole('button', { name: /Пробный экзамен/ })
  expect(here()).toBe('/schedule?date=2026-11-01')
  screen.getByRole('link', { name: 'Предыдущий месяц' })
})

test('on the last day of a month Page Up leads to the whole month, as the arrow does', async () => {
  const { here } = await openLastOfNovember('', { body: [lateDecember] })
  const table = await screen.findByRole('grid', { name: 'ноябрь – декабрь 2026' })
  act(() =>
    within(table)
      .getByRole('button', { name: /^понедельник, 30\sноября/ })
      .focus(),
  )
  await userEvent.keyboard('{PageUp}')
  await findMonthGrid()
  expect(here()).toBe('/schedule?date=2026-11-01')
})

test('on the last day of a month its whole month is shown until the next one is loaded, which would look free', async () => {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  await openLastOfNovember('', promise)
  await within(await findMonthGrid()).findByRole('button', { name: /Пробный экзамен/ })
  screen.getByRole('heading', { level: 2, name: 'ноябрь 2026' })
  resolve({ body: [lateDecember] })
  const table = await screen.findByRole('grid', { name: 'ноябрь – декабрь 2026' })
  await within(table).findByRole('button', { name: /10:00.*Химия/ })
  expect(screen.queryByRole('grid', { name: 'ноябрь 2026' })).toBeNull()
})

test('today of the last days of a month has the lessons of the next one, also from the whole month', async () => {
  await openLastOfNovember('?date=2026-11-01', { body: [lateDecember] })
  await findMonthGrid()
  await userEvent.click(screen.getByRole('link', { name: 'Сегодня' }))
  const table = await screen.findByRole('grid', { name: 'ноябрь – декабрь 2026' })
  await within(table).findByRole('button', { name: /10:00.*Химия/ })
})

test.each([
  [['seesLearning'], ['Мария: расписание, задания и оценки вам не открыты. Если нужны и они, обратитесь в школу.']],
  // It leaves no room.
  [null, []],
])('children whose schedule is closed to a parent are named below today: closed is %j', async (withheld, notes) => {
  const child = (uuid: string, firstName: string) => ({
    uuid,
    firstName,
    lastName: 'Иванова',
    middleName: null,
    avatar: null,
    grade: 8,
    canSignIn: true,
    withheld: null as string[] | null,
  })
  const { app } = await visit(
    '/schedule?view=list',
    {
      'GET /api/v1/profile': { body: person(['parent']) },
      'GET /api/v1/profile/children': {
        body: [child(lesson.uuid, 'Анна'), { ...child(exam.uuid, 'Мария'), withheld }],
      },
      [children]: { body: [] },
    },
    { clock: fixedClock(Date.parse('2026-11-20T06:00:00Z')) },
  )
  await screen.findByText('В этот день ничего нет.')
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
  const today = screen.getByText('В этот день ничего нет.').closest('section')
  const below = [...(today?.children ?? [])].slice(2)
  expect(below.map((one) => textOf(one))).toEqual(notes)
})

describe('Time zone note (D-22)', () => {
  const own = Intl.DateTimeFormat.prototype.resolvedOptions
  const onDeviceIn = (timeZone: string) =>
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
      return { ...own.call(this), timeZone }
    })

  test('is shown if the device has another time zone', async () => {
    onDeviceIn('Asia/Yekaterinburg')
    await openNovember('')
    expect(textOf(await screen.findByRole('note'))).toContain(
      'Показано время школы: Москва, стандартное время, GMT+3. На этом устройстве — GMT+5.',
    )
  })

  test('is left out if the browser cannot format the zone that it names', async () => {
    onDeviceIn('Etc/Unknown')
    await openNovember('')
    await findMonthGrid()
    expect(screen.queryByRole('note')).toBeNull()
  })
})

describe('URL of the schedule', () => {
  test('the first arrow key on the view keeps the focus', async () => {
    const { here } = await openNovember('')
    await findMonthGrid()
    screen.getByRole('radio', { name: 'Месяц' }).focus()
    await userEvent.setup().keyboard('{ArrowRight}')
    await waitFor(() => expect(here()).toContain('view=week'))
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Неделя' }))
  })

  test('sets and removes the filter of kinds', async () => {
    const { here, history } = await openNovember('')
    await chip(/Математика/)
    const user = userEvent.setup()
    expect(screen.queryByRole('list', { name: 'Выбранные фильтры' })).toBeNull()
    const dialog = await openFilters()
    await user.click(dialog.getByRole('button', { name: 'Экзамены', pressed: false }))
    await user.click(dialog.getByRole('button', { name: 'Онлайн', pressed: false }))
    await user.click(dialog.getByRole('button', { name: 'Показать' }))
    await waitFor(() =>
      expect(here()).toBe('/schedule?date=2026-11-20&filter[kind][]=exam-subjects&filter[kind][]=online'),
    )
    const grid = await findMonthGrid()
    await waitFor(() => expect(within(grid).queryByRole('button', { name: /Математика/ })).toBeNull())
    await chip(/Пробный экзамен/)
    expect(textOf(screen.getByRole('button', { name: /^Фильтры/ }))).toBe('Фильтры2')
    await user.click(screen.getByRole('button', { name: 'Убрать фильтр: Экзамены' }))
    await user.click(await screen.findByRole('button', { name: 'Показать всё' }))
    await chip(/Математика/)
    expect([here(), history.length]).toEqual(['/schedule?date=2026-11-20', 2])
  })

  test('opening an entry pushes a history entry, and closing goes back', async () => {
    const { here, history } = await openNovember('')
    const user = userEvent.setup()
    await user.click(await chip(/Математика/))
    const dialog = await screen.findByRole('dialog', { name: 'Математика' })
    expect(within(dialog).getByText('Кабинет 204')).toBeTruthy()
    expect(here()).toBe(`/schedule?date=2026-11-20&item=${lesson.uuid}`)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(here()).toBe('/schedule?date=2026-11-20')
    expect(history.length).toBe(2)
  })

  test('a student’s lesson leads to the journal of its course in its term', async () => {
    const groupUuid = '44444444-4444-4444-8444-444444444444'
    const ofGroup = { ...algebra, groupUuid }
    await openNovember(`&item=${lesson.uuid}`, {
      items: [{ ...lesson, groupUuid }],
      books: [{ ...schoolBook, courses: [sport, ofGroup] }],
    })
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Журнал: Алгебра' })
    expect(new URL(link.href).search).toBe(`?book=${schoolBook.uuid}&term=${winter.uuid}&course=${algebra.uuid}`)
  })

  test('a shared link opens the entry and its month; closing stays on the schedule', async () => {
    const { here, history } = await openNovember(`&item=${exam.uuid}`)
    await screen.findByRole('dialog', { name: 'Пробный экзамен' })
    await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
    await waitFor(() => expect(here()).toBe('/schedule?date=2026-11-20'))
    expect(history.length).toBe(1)
  })
})

describe('A day of the month', () => {
  test('opens alone by hours as a new history entry, with arrows to the next days', async () => {
    const { here, history } = await openNovember('', { items: [lesson, exam, early] })
    await userEvent.click(await chip(/среда, 18\sноября, 1 событие/))
    const day = await screen.findByRole('grid', { name: 'среда, 18\u00a0ноября' })
    expect(within(day).getAllByRole('button').map(textOf)).toEqual(['10:00–13:00Пробный экзамен, Экзамен'])
    expect([here(), history.length]).toEqual(['/schedule?view=day&date=2026-11-18', 2])
    await userEvent.click(screen.getByRole('link', { name: 'Следующий день' }))
    await screen.findByText('В этот день ничего нет')
    await userEvent.click(screen.getByRole('link', { name: 'Следующий день' }))
    await screen.findByRole('grid', { name: 'пятница, 20\u00a0ноября' })
    expect(here()).toBe('/schedule?view=day')
  })

  test('starts the list, which has all days of all months as on a phone', async () => {
    await openNovember('&view=list', { items: [lesson, exam, early] })
    await screen.findByRole('heading', { level: 3, name: /^пятница, 20\sноября/ })
    await waitFor(() => expect(daysListed()).toHaveLength(3))
  })

  test('Page Up and Page Down also work in an empty month', async () => {
    const { here } = await openNovember('', { others: { body: [] } })
    ;(await chip(/^пятница, 20\sноября/)).focus()
    await userEvent.keyboard('{PageDown}')
    await screen.findByText('В этом месяце ничего нет')
    const focused = () => document.activeElement?.getAttribute('aria-label')
    expect(focused()).toBe('декабрь 2026')
    await userEvent.keyboard('{PageDown}')
    await waitFor(() => expect(here()).toBe('/schedule?date=2027-01-20'))
    await waitFor(() => expect(focused()).toBe('январь 2027'))
    await userEvent.keyboard('{PageUp}')
    await waitFor(() => expect(focused()).toBe('декабрь 2026'))
    await userEvent.keyboard('{PageUp}')
    await waitFor(() => expect(focused()).toMatch(/^пятница, 20\sноября/))
  })
})

describe('On a phone', () => {
  beforeEach(() => {
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(new EventTarget(), {
        matches: false,
        media: query,
        onchange: null,
        addListener: () => undefined,
        removeListener: () => undefined,
      }),
    )
  })

  const openWithDecember = () =>
    openNovember('&view=month', {
      others: { body: [{ ...lateDecember, startsAt: '2026-12-01T07:00:00.000Z', endsAt: '2026-12-01T08:30:00.000Z' }] },
    })
  const tap = async (name: RegExp) => {
    const tapped = await within(screen.getByRole('grid')).findByRole('button', { name })
    await userEvent.click(tapped)
    await waitFor(() => expect(tapped.getAttribute('aria-pressed')).toBe('true'))
    return tapped
  }

  test('a day that is tapped is selected without another month; the arrow leads from the shown one', async () => {
    const { here } = await openWithDecember()
    const daysOf = (grid: HTMLElement) => within(grid).getAllByRole('button').length
    const before = daysOf(await findMonthGrid())
    const tapped = await tap(/^вторник, 1\sдекабря/)
    expect(here()).toBe('/schedule?view=month&date=2026-12-01')
    expect([tapped.isConnected, daysOf(await findMonthGrid())]).toEqual([true, before])
    await screen.findByText('Химия')
    screen.getByRole('heading', { level: 2, name: 'ноябрь 2026' })
    // The arrow leads to the selected day itself.
    await userEvent.click(screen.getByRole('link', { name: 'Следующий месяц' }))
    await screen.findByRole('grid', { name: 'декабрь 2026' })
    expect(screen.queryByRole('grid', { name: 'ноябрь 2026' })).toBeNull()
  })

  test('a page key on a tapped day of the next month leads to that month', async () => {
    await openWithDecember()
    await findMonthGrid()
    ;(await tap(/^вторник, 1\sдекабря/)).focus()
    await userEvent.keyboard('{PageDown}')
    await screen.findByRole('grid', { name: 'декабрь 2026' })
  })

  test('after a tap on today in the next month the arrow leads back to the month of today', async () => {
    await openLastOfNovember('?view=month&date=2026-12-01', { body: [lateDecember] })
    await screen.findByRole('grid', { name: 'декабрь 2026' })
    await tap(/^понедельник, 30\sноября/)
    await userEvent.click(screen.getByRole('link', { name: 'Предыдущий месяц' }))
    await screen.findByRole('grid', { name: 'ноябрь – декабрь 2026' })
  })

  const december = scheduleItem({
    uuid: '55555555-5555-4555-8555-555555555555',
    subject: 'Химия',
    startsAt: '2026-12-02T07:00:00.000Z',
    endsAt: '2026-12-02T08:30:00.000Z',
  })
  const dayHeading = (name: RegExp) => screen.findByRole('heading', { level: 3, name })

  test('on the last day of a month the month begins with this week; the arrow leads to the past ones', async () => {
    const { here } = await openLastOfNovember('?view=month', { body: [lateDecember] })
    const days = () =>
      within(screen.getByRole('grid'))
        .getAllByRole('button')
        .map((day) => day.ariaLabel?.split(';')[0])
    await screen.findByRole('heading', { level: 2, name: 'ноябрь – декабрь' })
    expect(days()[0]).toMatch(/^понедельник, 30\sноября/)
    expect(days().at(-1)).toMatch(/^воскресенье, 3\sянваря/)
    await userEvent.click(screen.getByRole('link', { name: 'Весь ноябрь' }))
    await waitFor(() => expect(here()).toBe('/schedule?view=month&date=2026-11-01'))
    expect(days()[0]).toMatch(/^понедельник, 26\sоктября/)
  })

  test('the agenda has the days of the month; a day of the strip replaces the address', async () => {
    const { here, history } = await openNovember('', { items: [early, exam, lesson, december] })
    await dayHeading(/^понедельник, 2\sноября/)
    // A lesson of the next month in the sheet of this one waits for its month.
    expect(daysListed()).toEqual([
      'понедельник, 2\u00a0ноября',
      'среда, 18\u00a0ноября',
      'пятница, 20\u00a0ноябрясегодня',
    ])
    const strip = within(screen.getByRole('group', { name: 'Дни' }))
    strip.getByRole('button', { name: 'пятница, 20\u00a0ноября, есть занятия', pressed: true })
    await userEvent.click(strip.getByRole('button', { name: 'четверг, 19\u00a0ноября' }))
    await dayHeading(/^четверг, 19\sноября/)
    screen.getByText('В этот день ничего нет.')
    expect([here(), history.length]).toEqual(['/schedule?date=2026-11-19', 1])
    await userEvent.click(screen.getByRole('button', { name: 'Сегодня' }))
    await waitFor(() => expect(here()).toBe('/schedule'))
  })

  test('months are added at the end, each lesson once; an empty one is one line, a failed one has a retry', async () => {
    const edges: (() => void)[] = []
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(reached: (entries: object[]) => void) {
          edges.push(() => reached([{ isIntersecting: true }]))
        }
        observe() {}
        disconnect() {}
      },
    )
    const { server, callsOf } = await openNovember('', {
      items: [lesson, december],
      others: { problem: 'internal', status: 500 },
    })
    await dayHeading(/^пятница, 20\sноября/)
    await waitFor(() => expect(edges).not.toEqual([]))
    act(() => edges.at(-1)?.())
    await screen.findByText('Месяц не загрузился.')
    server[own] = ({ url }: Request) => ({
      body: new URL(url).searchParams.get('month_date') === '2026-12-01' ? [december] : [],
    })
    await userEvent.click(screen.getByRole('button', { name: 'Попробовать снова' }))
    await dayHeading(/^среда, 2\sдекабря/)
    expect(screen.getAllByRole('button', { name: /Химия/ })).toHaveLength(1)
    act(() => edges.at(-1)?.())
    await waitFor(() =>
      expect(screen.getAllByRole('heading', { level: 2 }).map(textOf)).toContain('январь 2027занятий нет'),
    )
    expect(
      callsOf(own).filter(({ url }) => url.searchParams.get('month_date') === '2026-12-01').length,
    ).toBeGreaterThan(1)
  })

  test('the month shows dots and the agenda from the selected day; selecting replaces the history entry', async () => {
    const { here, history } = await openNovember('&view=month')
    await userEvent.click(await chip(/среда, 18\sноября, 1 событие/))
    await dayHeading(/^среда, 18\sноября/)
    expect(daysListed()).toEqual(['среда, 18\u00a0ноября', 'пятница, 20\u00a0ноябрясегодня'])
    expect(
      within(await findMonthGrid())
        .getByRole('button', { pressed: true })
        .getAttribute('aria-label'),
    ).toBe('среда, 18\u00a0ноября, 1 событие')
    expect([here(), history.length]).toEqual(['/schedule?view=month&date=2026-11-18', 1])
  })

  test('the month is named once, and says below it whose the dots are', async () => {
    const [artyom, maria] = [1, 2].map((number) => `a0000000-0000-4000-8000-00000000000${number}`)
    const first = {
      studentUuid: String(artyom),
      startsAt: '2026-11-01T07:00:00.000Z',
      endsAt: '2026-11-01T08:30:00.000Z',
    }
    const items = [
      scheduleItem({ ...first, state: 'cancelled' }),
      scheduleItem({ ...first, uuid: String(maria), studentUuid: String(maria) }),
    ]
    await visit(
      '/schedule?view=month&date=2026-11-01',
      {
        'GET /api/v1/profile': { body: person(['parent']) },
        'GET /api/v1/profile/children': { body: [child(String(artyom), 'Артём'), child(String(maria), 'Мария')] },
        [children]: { body: items },
      },
      { clock: fixedClock(Date.parse('2026-11-20T06:00:00Z')) },
    )
    await dayHeading(/^воскресенье, 1\sноября/)
    const months = screen.getAllByRole('heading', { level: 2, name: 'ноябрь 2026' })
    expect(months.map((month) => month.classList.contains('sr-only'))).toEqual([false, true])
    // The second one is that of wide windows.
    const [legend] = screen.getAllByRole('list', { name: 'Цвета детей' })
    expect(
      within(legend as HTMLElement)
        .getAllByRole('listitem')
        .map(textOf),
    ).toEqual(['Артём', 'Мария', 'отменено'])
  })
})

describe('Changes', () => {
  const changes = 'GET /api/v1/schedule/change/list'
  const seen = 'POST /api/v1/learning/unseen/seen'
  const moved = { ...lesson, state: 'moved' } as const
  const open = (more: Record<string, Reply> = {}, rest = {}) =>
    visit('/schedule?date=2026-11-20', {
      'GET /api/v1/profile': { body: person(['student'], rest) },
      [own]: { body: [moved, exam] },
      [changes]: { body: [scheduleChange()] },
      ...more,
    })
  const panel = () => screen.findByRole('region', { name: 'Что изменилось' })
  const openPanel = async () => {
    const opened = await panel()
    await userEvent.click(within(opened).getByRole('button', { name: /Посмотреть$/ }))
    await within(opened).findByRole('button', { name: 'Просмотрено' })
    return opened
  }

  test('are shown above the calendar and on the item, with the previous time struck through', async () => {
    const { here } = await open()
    const row = within(await openPanel()).getByRole('button', { name: /Математика/ })
    expect(textOf(row)).toBe('МатематикаПеренесеночт, 19 нояб., 10:00 → пт, 20 нояб., 10:00')
    expect(within(row).getByText(/19 нояб/).tagName).toBe('S')
    expect(within(await chip(/Математика/)).getByText('(с чт)')).toBeTruthy()
    await userEvent.click(row)
    const dialog = await screen.findByRole('dialog', { name: 'Математика' })
    expect(textOf(dialog)).toMatch(/Было19 ноября.* 10:00\u2060–\u206011:30/)
    expect(here()).toBe(`/schedule?date=2026-11-20&item=${lesson.uuid}`)
  })

  test('are one line that opens and closes', async () => {
    const many = Array.from({ length: 8 }, (_, index) => scheduleChange({ itemUuid: `item ${index}` }))
    await open({ [changes]: { body: many } })
    const rows = async () => within(await panel()).queryAllByRole('listitem')
    const line = within(await panel()).getByRole('button', { name: /^8 изменений.*Посмотреть$/, expanded: false })
    expect(await rows()).toEqual([])
    await userEvent.click(line)
    expect(await rows()).toHaveLength(8)
    await userEvent.click(
      within(await panel()).getByRole('button', { name: /^8 изменений.*Свернуть$/, expanded: true }),
    )
    expect(await rows()).toEqual([])
  })

  test('disappear when marked as seen; the counter of the menu is refetched', async () => {
    const { app, server, requests, callsOf } = await open({ [seen]: { body: null, status: 204 } })
    const button = within(await openPanel()).getByRole('button', { name: 'Просмотрено' })
    server[changes] = { body: [scheduleChange({ isNew: false })] }
    const invalidated = vi.spyOn(app.queryClient, 'invalidateQueries')
    await userEvent.click(button)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Что изменилось' })).toBeNull())
    expect(document.activeElement?.textContent).toBe('Просмотрено')
    expect(requests.filter(({ call }) => call === seen).map(({ body }) => JSON.parse(body ?? ''))).toEqual([
      { section: 'schedule', at: '2026-11-18T10:00:00.000Z' },
    ])
    expect(callsOf(changes)).toHaveLength(2)
    expect(invalidated).toHaveBeenCalledWith({ queryKey: unseenCountsQuery().queryKey })
    // The change itself stays where it is.
    within(await chip(/Математика/)).getByText('(с чт)')
  })

  test('opening an entry marks only that entry as seen', async () => {
    const { server, requests, callsOf } = await open({ [seen]: { body: null, status: 204 } })
    const row = within(await openPanel()).getByRole('button', { name: /Математика/ })
    server[changes] = { body: [scheduleChange({ isNew: false })] }
    await userEvent.click(row)
    await screen.findByRole('dialog', { name: 'Математика' })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Что изменилось' })).toBeNull())
    expect(requests.filter(({ call }) => call === seen).map(({ body }) => JSON.parse(body ?? ''))).toEqual([
      { section: 'schedule', at: '2026-11-18T10:00:00.000Z', item: lesson.uuid },
    ])
    expect(callsOf(changes)).toHaveLength(2)
  })

  test('an entry stays unseen without a message if the server does not respond (D-39)', async () => {
    const { app, callsOf } = await open({ [seen]: 'offline' })
    await userEvent.click(within(await openPanel()).getByRole('button', { name: /Математика/ }))
    await screen.findByRole('dialog', { name: 'Математика' })
    await waitFor(() => expect(callsOf(seen)).toHaveLength(1))
    await userEvent.keyboard('{Escape}')
    await panel()
    expect(app.notifications.getSnapshot().context.shown).toEqual([])
  })

  test('stay with an error message if marking them as seen fails', async () => {
    await open({ [seen]: 'offline' })
    await userEvent.click(within(await openPanel()).getByRole('button', { name: 'Просмотрено' }))
    expect(textOf(await within(await panel()).findByRole('alert'))).toContain('Нет связи с сервером')
    expect(within(await panel()).getByRole('button', { name: 'Просмотрено' })).toBeTruthy()
  })
})

describe('Summary of a student’s day', () => {
  const summary = () => screen.findByRole('region', { name: 'Сегодня' })
  const unseen = 'GET /api/v1/learning/unseen'

  test('shows the next entry and the number of new marks', async () => {
    const { here } = await visit(
      '/schedule?date=2026-12-24',
      {
        'GET /api/v1/profile': { body: person(['student']) },
        [own]: { body: [early, exam, lesson] },
        [unseen]: {
          body: [
            { section: 'schedule', count: 0 },
            { section: 'grade-book', count: 3 },
          ],
        },
      },
      { clock: fixedClock(Date.parse('2026-11-20T06:00:00Z')) },
    )
    const next = await within(await summary()).findByRole('button')
    expect(spacedTextOf(next)).toBe('через 1 час 10:00 – 11:30 Математика Кабинет 204')
    const marks = within(await summary()).getByRole('link', { name: '3 новые оценки' })
    expect(marks.getAttribute('href')).toBe('/grade-book')
    await userEvent.click(next)
    await screen.findByRole('dialog', { name: 'Математика' })
    expect(here()).toBe(`/schedule?date=2026-11-20&item=${lesson.uuid}`)
  })
})

test('a deadline of homework that a lesson set is in the calendar and opens that homework', async () => {
  const { here, callsOf } = await visit(
    '/schedule?date=2026-11-20',
    {
      'GET /api/v1/profile': { body: person(['student']) },
      [own]: { body: [lesson] },
      'GET /api/v1/learning/homework/list': {
        body: { tasks: [homeworkTaskSample({ dueAt: '2026-11-21T12:00:00.000Z' })], earlier: [] },
      },
    },
    { clock: fixedClock(Date.parse('2026-11-20T06:00:00Z')) },
  )
  await chip(/Математика/)
  expect(callsOf('GET /api/v1/learning/homework/list').map(({ url }) => url.search)).toEqual([
    '?date=2026-11-01&weeks=6',
  ])
  const [deadline] = await screen.findAllByRole('button', { name: /15:00.*Физика/ })
  await userEvent.click(deadline as HTMLElement)
  await waitFor(() => expect(here()).toBe('/homework?date=2026-11-21'))
})

describe('Calendar layers', () => {
  const contracts = 'GET /api/v1/profile/contract/list'
  const events = 'GET /api/v1/profile/events'
  const due = contract({ payments: [payment({ uuid: 'p', title: 'Второй', dueOn: '2026-11-25', amount: 7_333_00 })] })
  const fair = event({
    uuid: 'fair',
    title: 'Ярмарка',
    startsAt: '2026-11-24T09:00:00Z',
    endsAt: '2026-11-24T10:00:00Z',
  })
  const answers = { [contracts]: { body: [due] }, [events]: { body: [fair] } }
  const open = (search = '', more: Record<string, Reply> = answers) =>
    visit(`/schedule?date=2026-11-20${search}`, {
      'GET /api/v1/profile': { body: person(['student']) },
      [own]: { body: [lesson] },
      ...more,
    })

  test('are loaded when selected, kept in the URL, and link to the contract', async () => {
    const { here, callsOf } = await open()
    await chip(/Математика/)
    expect([callsOf(contracts), callsOf(events)]).toEqual([[], []])
    const user = userEvent.setup()
    const dialog = await openFilters()
    await user.click(dialog.getByRole('button', { name: 'Платежи', pressed: false }))
    await user.click(dialog.getByRole('button', { name: 'Показать' }))
    const paid = await screen.findByRole('button', { name: /7\s333\s₽, платёж/ })
    expect([here(), callsOf(events)]).toEqual(['/schedule?date=2026-11-20&filter[layer][]=payments', []])
    await user.click(paid)
    await waitFor(() => expect(here()).toBe(`/contracts-and-payments/${due.uuid}`))
  })

  test('are restored from the URL; an event links to its details', async () => {
    const { here } = await open('&filter[layer][]=events')
    await userEvent.click(await screen.findByRole('button', { name: /12:00.*Ярмарка, мероприятие/ }))
    await waitFor(() => expect(here()).toBe('/events?event=fair'))
  })

  test('a failed layer leaves the schedule visible, with a message and a retry', async () => {
    const { server } = await open('&filter[layer][]=payments', { [contracts]: 'offline' })
    await chip(/Математика/)
    await screen.findByText('Платежи и мероприятия показаны не все')
    server[contracts] = { body: [due] }
    await userEvent.click(screen.getByRole('button', { name: 'Попробовать снова' }))
    await screen.findByRole('button', { name: /7\s333\s₽/ })
    expect(screen.queryByText('Платежи и мероприятия показаны не все')).toBeNull()
  })
})

test('Warns about too little travel time on the items and in their details', async () => {
  await openNovember('', {
    items: [
      { ...lesson, place: 'Сокол, кабинет 214' },
      scheduleItem({
        uuid: 'next',
        subject: 'Физика',
        place: 'Тверская, кабинет 5',
        startsAt: '2026-11-20T08:45:00.000Z',
        endsAt: '2026-11-20T10:00:00.000Z',
      }),
    ],
  })
  await chip(/Математика.*Между занятиями 15\u00a0мин/)
  await userEvent.click(await chip(/Физика.*Между занятиями 15\u00a0мин/))
  const dialog = await screen.findByRole('dialog', { name: 'Физика' })
  expect(textOf(dialog)).toContain('Между занятиями 15 мин, можно не успетьдо 11:30 — «Математика», Сокол, кабинет 214')
})

test('Warns about entries at the same time in one room', async () => {
  await openNovember('', {
    items: [
      { ...lesson, place: 'Сокол, кабинет 214' },
      scheduleItem({
        uuid: 'next',
        subject: 'Физика',
        place: 'Сокол, кабинет 214',
        startsAt: '2026-11-20T08:15:00.000Z',
        endsAt: '2026-11-20T10:00:00.000Z',
      }),
    ],
  })
  await userEvent.click(await chip(/Физика.*Одновременно с другим занятием/))
  const dialog = await screen.findByRole('dialog', { name: 'Физика' })
  expect(textOf(dialog)).toContain(
    'ПересечениеОдновременно с другим занятиемдо 11:30 — «Математика», Сокол, кабинет 214',
  )
})

function daysListed(): (string | null)[] {
  return screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
}
