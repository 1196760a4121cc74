import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { SchoolEvent } from '#contract/learning/events.ts'
import { fixedClock } from '#src/app/clock.ts'
import { calendarFile } from '#src/routes/-events/calendar-file.ts'
import { availableFilters, filterEvents } from '#src/routes/-events/event-filters.tsx'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { spacedTextOf, textOf } from '#tests/support/browser/text.ts'
import { event } from '#tests/support/samples/event-samples.ts'

describe('the filter', () => {
  test('category and format are combined, and an unknown format is not offered', () => {
    const events = [
      event({ category: 'Олимпиады', format: 'webinar' }),
      event({ category: 'Встречи', format: 'webinar' }),
      event({ category: 'Встречи', format: 'séance' as SchoolEvent['format'] }),
    ]
    expect(filterEvents(events, { category: ['Встречи'], format: ['webinar'] })).toEqual([events[1]])
    expect(availableFilters(events, { category: ['Лекции'] }, 'ru')).toEqual({
      categories: ['Встречи', 'Лекции', 'Олимпиады'],
      formats: ['webinar'],
    })
  })
})

describe('the calendar file', () => {
  const now = new Date('2026-11-20T12:34:56.789Z')

  test('contains the event as specified by RFC 5545', () => {
    const file = calendarFile(
      event({
        uuid: 'b0000000-0000-4000-8000-00000000abcd',
        title: 'Чай, торт; «А\\Б»',
        summary: 'Первая строка\nвторая',
        place: 'Сокол, зал 2',
        url: 'https://school.example/tea?a=1,2',
      }),
      now,
    )
    expect(file).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Personal account//Events//RU',
        'CALSCALE:GREGORIAN',
        'METHOD:PUBLISH',
        'BEGIN:VEVENT',
        'UID:b0000000-0000-4000-8000-00000000abcd',
        'DTSTAMP:20261120T123456Z',
        'DTSTART:20991120T090000Z',
        'DTEND:20991120T113000Z',
        'SUMMARY:Чай\\, торт\\; «А\\\\Б»',
        'DESCRIPTION:Первая строка\\nвторая',
        'CATEGORIES:Встречи',
        'LOCATION:Сокол\\, зал 2',
        'URL:https://school.example/tea?a=1,2',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    )
  })

  test('folds lines at 75 octets without splitting a character', () => {
    const summary = 'Ёлка 🎄 и хоровод. '.repeat(20).trim()
    const file = calendarFile(event({ summary }), now)
    const lines = file.split('\r\n')
    expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75)
    expect(file.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:${summary}\r\n`)
  })

  test('escapes line breaks in places and addresses', () => {
    const file = calendarFile(event({ place: 'Зал\r\nATTACH:http://evil', url: 'https://a.example/\r\nX:1' }), now)
    expect(file).toContain('LOCATION:Зал\\nATTACH:http://evil\r\n')
    expect(file).not.toContain('URL:')
  })
})

describe('the page', () => {
  const call = 'GET /api/v1/profile/events'
  const open = (events: SchoolEvent[], search = '', options: Parameters<typeof visit>[2] = {}) =>
    visit(
      `/events${search}`,
      { 'GET /api/v1/profile': { body: person(['parent']) }, [call]: { body: events } },
      options,
    )
  const fair = event({ title: 'Ярмарка', place: 'Сокол', url: 'https://school.example/fair' })
  const lecture = event({ title: 'Лекция', category: 'Лекции', format: 'stream' })
  const gone = event({ title: 'Линейка', startsAt: '2020-09-01T06:00:00Z', endsAt: '2020-09-01T07:00:00Z' })

  test('separates upcoming and past events; the choice is in the URL', async () => {
    const { here } = await open([fair, gone])
    const user = userEvent.setup()
    await screen.findByRole('link', { name: 'Ярмарка' })
    expect(screen.queryByRole('link', { name: 'Линейка' })).toBeNull()
    await user.click(screen.getByRole('tab', { name: /Прошедшие/ }))
    await screen.findByRole('link', { name: 'Линейка' })
    expect(here()).toBe('/events?when=past')
  })

  test('a row says hours, kind, format and place, and that the event is today', async () => {
    const clock = fixedClock(Date.parse('2099-11-20T07:00:00Z'))
    const later = { startsAt: '2099-11-21T09:00:00Z', endsAt: '2099-11-21T11:30:00Z' }
    await open([fair, { ...lecture, ...later }], '', { clock })
    await screen.findByRole('link', { name: 'Ярмарка' })
    expect(screen.getAllByRole('article').map(spacedTextOf)).toEqual([
      expect.stringMatching(/^20 \S+ Ярмарка Сегодня 12:00\u2060–\u206014:30 · Встречи · Очно · Сокол /),
      expect.stringMatching(/^21 \S+ Лекция 12:00\u2060–\u206014:30 · Лекции · Трансляция/),
    ])
  })

  test('a filter is stored in the URL and can be removed', async () => {
    const { here } = await open([fair, lecture])
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Фильтры' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Фильтры' }))
    await user.click(await dialog.findByRole('button', { name: 'Трансляция' }))
    await user.click(dialog.getByRole('button', { name: 'Показать' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Ярмарка' })).toBeNull())
    await waitFor(() => expect(here()).toBe('/events?filter[format][]=stream'))
    await user.click(screen.getByRole('button', { name: 'Встречи' }))
    await user.click(await screen.findByRole('button', { name: 'Показать все мероприятия' }))
    await screen.findByRole('link', { name: 'Ярмарка' })
    expect(here()).toBe('/events')
  })

  test('a card opens the details at their own URL; closing returns to the list', async () => {
    const { here, history } = await open([fair, lecture], '?filter[category][]=Встречи')
    const user = userEvent.setup()
    await user.click(await screen.findByRole('link', { name: 'Ярмарка' }))
    const dialog = await screen.findByRole('dialog', { name: 'Ярмарка' })
    expect(decodeURI(here())).toBe(`/events?filter[category][]=Встречи&event=${fair.uuid}`)
    expect(textOf(dialog)).toMatch(/20 ноября, 12:00\u2060–\u206014:30.*Очно.*Сокол/)
    const download = screen.getByRole('link', { name: 'Добавить в календарь' })
    expect(download.getAttribute('download')).toMatch(/^2099-11-20-[0-9a-f]{8}\.ics$/)
    expect(decodeURIComponent(download.getAttribute('href') ?? '')).toContain('SUMMARY:Ярмарка\r\n')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(decodeURI(here())).toBe('/events?filter[category][]=Встречи')
    expect(history.length).toBe(2)
  })

  test('a shared link opens the details of a past event without a calendar file; closing shows the list', async () => {
    const { here } = await open([fair, gone], `?event=${gone.uuid}`)
    await screen.findByRole('dialog', { name: 'Линейка' })
    expect(screen.queryByRole('link', { name: 'Добавить в календарь' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
    await waitFor(() => expect(here()).toBe('/events'))
  })

  test('a deleted event shows a message above the others', async () => {
    await open([fair], '?event=b0000000-0000-4000-8000-00000000ffff')
    await screen.findByText('Мероприятие по этой ссылке не найдено')
    screen.getByRole('link', { name: 'Ярмарка' })
  })
})
