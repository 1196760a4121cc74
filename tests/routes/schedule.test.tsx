import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { ScheduleItem } from '#contract/schedule.ts'
import { person, type Reply, visit } from '#tests/support/browser-app.tsx'
import { scheduleItem } from '#tests/support/schedule-items.ts'
import { wordsOf } from '#tests/support/words.ts'

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

/** A student's November 2026; whatever is asked for other months is answered with `others`. */
function openNovember(search: string, { items = [lesson, exam], others = { body: [] } as Reply } = {}) {
  return visit(`/schedule?date=2026-11-20${search}`, {
    'GET /api/v1/profile': { body: person(['student']) },
    [own]: ({ url }: Request) =>
      new URL(url).searchParams.get('month_date') === '2026-11-01' ? { body: items } : others,
  })
}

/** Holds a phone's days to choose too: what is shown of them is for CSS, which a document without widths does not ask. */
const sheet = () => screen.findByRole('table', { name: 'ноябрь 2026' })
const chip = async (name: RegExp) => within(await sheet()).findByRole('button', { name })

describe('Whose schedule it is (D-8)', () => {
  test('a parent sees the children’s', async () => {
    const { callsOf } = await visit('/schedule', {
      'GET /api/v1/profile': { body: person(['parent']) },
      'GET /api/v1/profile/children': { body: [] },
    })
    await screen.findByText('В этом месяце ничего нет')
    expect([callsOf(children).length > 0, callsOf(own)]).toEqual([true, []])
  })

  test('a student sees the own one', async () => {
    const { callsOf } = await openNovember('')
    await chip(/Математика/)
    expect([callsOf(own).length > 0, callsOf(children)]).toEqual([true, []])
  })

  test('a visitor asks the student’s call, whose 401 leads to sign-in (D-6)', async () => {
    const { callsOf } = await visit('/schedule', { [own]: { problem: 'unauthenticated', status: 401 } })
    await waitFor(() => expect(callsOf('GET /api/v1/auth/redirect-to-oauth-provider')).toHaveLength(1))
    expect(callsOf(children)).toEqual([])
  })
})

describe('The months around the one in view (D-39)', () => {
  const answers: [string, Reply][] = [
    ['401', { problem: 'unauthenticated', status: 401 }],
    ['403', { problem: 'forbidden', status: 403 }],
    ['500', { problem: 'internal', status: 500 }],
    ['a page in place of an answer', { html: '<h1>Bad gateway</h1>' }],
    ['nothing', 'offline'],
  ]

  test.each(answers)('leave the page and the session as they were when the answer is %s', async (_, others) => {
    const { app, callsOf, here, left } = await openNovember('', { others })
    await chip(/Математика/)
    await waitFor(() => expect(monthsOf(callsOf(own))).toEqual(new Set(['2026-10-01', '2026-11-01', '2026-12-01'])))
    await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
    await chip(/Математика/)
    expect(app.session.getSnapshot().value).toEqual({ signedIn: 'present' })
    expect([here(), left]).toEqual(['/schedule?date=2026-11-20', []])
    expect(app.notifications.getSnapshot().context.shown).toEqual([])
  })

  test('are asked anew, and in earnest, by whoever goes there', async () => {
    const { server, callsOf } = await openNovember('', { others: { problem: 'forbidden', status: 403 } })
    await chip(/Математика/)
    await waitFor(() => expect(monthsOf(callsOf(own)).has('2026-12-01')).toBe(true))
    const december: ScheduleItem = {
      ...lesson,
      startsAt: '2026-12-02T07:00:00.000Z',
      endsAt: '2026-12-02T08:30:00.000Z',
    }
    server[own] = { body: [december] }
    await userEvent.click(screen.getByRole('link', { name: 'Следующий месяц' }))
    const table = await screen.findByRole('table', { name: 'декабрь 2026' })
    await within(table).findByRole('button', { name: /10:00.*Математика/ })
  })
})

describe('Whose time it is (D-22)', () => {
  const own = Intl.DateTimeFormat.prototype.resolvedOptions
  const onDeviceIn = (timeZone: string) =>
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
      return { ...own.call(this), timeZone }
    })

  test('is said where the device lives by another', async () => {
    onDeviceIn('Asia/Yekaterinburg')
    await openNovember('')
    expect(wordsOf(await screen.findByRole('note'))).toContain(
      'Показано время школы: Москва, стандартное время, GMT+3. На этом устройстве — GMT+5.',
    )
  })

  test('is no news where clocks show the same', async () => {
    onDeviceIn('Europe/Minsk')
    await openNovember('')
    await chip(/Математика/)
    expect(screen.queryByRole('note')).toBeNull()
  })
})

describe('The address of the schedule', () => {
  test('keeps the kinds and forgets them', async () => {
    const { here, history } = await openNovember('')
    await chip(/Математика/)
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Экзамены', pressed: false }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /Математика/ })).toBeNull())
    await chip(/Пробный экзамен/)
    await user.click(screen.getByRole('button', { name: 'Онлайн', pressed: false }))
    expect(here()).toBe('/schedule?date=2026-11-20&filter[kind][]=exam-subjects&filter[kind][]=online')
    await user.click(screen.getByRole('button', { name: 'Экзамены', pressed: true }))
    await user.click(await screen.findByRole('button', { name: 'Показать всё' }))
    await chip(/Математика/)
    expect([here(), history.length]).toEqual(['/schedule?date=2026-11-20', 1])
  })

  test('holds the child in view beside the kinds', async () => {
    const people = ['Артём', 'Мария'].map((firstName, index) => ({
      uuid: ['artem', 'maria'][index],
      firstName,
      lastName: 'Соколовы',
      patronym: null,
      avatar: null,
      grade: null,
    }))
    const { here } = await visit('/schedule?date=2026-11-20&filter[kind][]=offline', {
      'GET /api/v1/profile': { body: person(['parent']) },
      'GET /api/v1/profile/children': { body: people },
      [children]: { body: [lesson, { ...lesson, uuid: 'of-maria', subject: 'Физика', studentUuid: 'maria' }] },
    })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Мария' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /Математика/ })).toBeNull())
    await chip(/Физика.*Мария/)
    expect(here()).toBe('/schedule?date=2026-11-20&filter[kind][]=offline&filter[child]=maria')
    await user.click(screen.getByRole('button', { name: 'Все дети' }))
    await chip(/Математика/)
    expect(here()).toBe('/schedule?date=2026-11-20&filter[kind][]=offline')
  })

  test('an open entry is one step, which closing takes back', async () => {
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

  test('a shared entry opens with its sheet, and closing stays there', async () => {
    const { here, history } = await openNovember(`&item=${exam.uuid}`)
    await screen.findByRole('dialog', { name: 'Пробный экзамен' })
    await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
    await waitFor(() => expect(here()).toBe('/schedule?date=2026-11-20'))
    expect(history.length).toBe(1)
  })
})

describe('A day of the month', () => {
  const wednesday = async () => within(await sheet()).getAllByRole('button', { name: 'среда, 18 ноября, 1 событие' })

  test('opens its week, which is a step', async () => {
    const { here, history } = await openNovember('')
    const [, day] = await wednesday()
    await userEvent.click(day as HTMLElement)
    await screen.findByRole('region', { name: '16–22 ноября 2026' })
    expect([here(), history.length]).toEqual(['/schedule?view=week&date=2026-11-18', 2])
  })

  test('on a phone it is chosen for the list under the sheet, which is no step', async () => {
    const { here, history } = await openNovember('')
    const [dots] = await wednesday()
    await userEvent.click(dots as HTMLElement)
    await screen.findByRole('heading', { level: 3, name: 'среда, 18 ноября' })
    expect(screen.getAllByRole('button', { pressed: true, name: /ноября/ })).toEqual([dots])
    expect([here(), history.length]).toEqual(['/schedule?date=2026-11-18', 1])
  })
})

function monthsOf(requests: readonly { url: URL }[]): Set<string | null> {
  return new Set(requests.map(({ url }) => url.searchParams.get('month_date')))
}
