import { beforeAll, expect, test } from 'vitest'
import { events } from '#server/db/schema/content.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const address = 'GET /v1/profile/events'
const ids = ['1', '2', '3', '4'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`)

const server = openForSuite(() => openTestApp({ now: new Date('2026-10-14T09:00:00Z') }))
beforeAll(async () => {
  const event = { summary: 'Коротко', category: 'Лекция', format: 'stream' } as const
  await server.opened.database.insert(events).values([
    {
      ...event,
      id: ids[0],
      title: 'Турнир',
      category: 'Праздник',
      format: 'offline',
      startsAt: new Date('2026-11-01T09:00:00Z'),
      endsAt: new Date('2026-11-01T12:00:00Z'),
      place: 'Сокол',
      url: 'https://events.example/1',
      imageUrl: '/pictures/festival.svg',
    },
    {
      ...event,
      id: ids[2],
      title: 'Давно',
      startsAt: new Date('2025-09-01T09:00:00Z'),
      endsAt: new Date('2025-09-01T10:00:00Z'),
    },
    {
      ...event,
      id: ids[3],
      title: 'Год назад',
      startsAt: new Date('2025-10-14T08:30:00Z'),
      endsAt: new Date('2025-10-14T09:30:00Z'),
    },
  ])
})

test('A signed-in user sees future events and those of the past year, in order of time', async () => {
  const person = await server.signInAs({ roles: [] })
  const answer = await person.call(address)
  expect(answer.json()).toEqual([
    {
      uuid: ids[3],
      title: 'Год назад',
      summary: 'Коротко',
      category: 'Лекция',
      format: 'stream',
      startsAt: '2025-10-14T08:30:00.000Z',
      endsAt: '2025-10-14T09:30:00.000Z',
      place: null,
      url: null,
      imageUrl: null,
    },
    {
      uuid: ids[0],
      title: 'Турнир',
      summary: 'Коротко',
      category: 'Праздник',
      format: 'offline',
      startsAt: '2026-11-01T09:00:00.000Z',
      endsAt: '2026-11-01T12:00:00.000Z',
      place: 'Сокол',
      url: 'https://events.example/1',
      imageUrl: '/pictures/festival.svg',
    },
  ])
})
