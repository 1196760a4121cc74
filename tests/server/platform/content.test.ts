import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Banner, Footer } from '#contract/content.ts'
import { banners } from '#server/db/schema/content.ts'
import { bannerRows } from '#server/demo/content/banners.ts'
import { eventRows } from '#server/demo/content/events.ts'
import { createRandom } from '#server/demo/rows/random.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const uuid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`

const server = openForSuite(() =>
  openTestApp({
    now: new Date('2026-10-14T20:59:00Z'),
    env: {
      SUPPORT_PHONE: '+7 800 000-00-00',
      SUPPORT_EMAIL: 'help@school.example',
      WEB_BASE_URL: 'https://www.school.example/',
    },
  }),
)
beforeAll(async () => {
  const banner = {
    title: 'Заголовок',
    text: 'Текст',
    placement: ['events', 'schedule'] as const,
    language: 'ru',
  } as const
  const days = { shownFrom: '2026-10-01', shownUntil: '2026-10-31' }
  await server.opened.database.insert(banners).values([
    { ...banner, ...days, id: uuid(1), position: 2, placement: ['events', 'schedule'] },
    {
      ...banner,
      ...days,
      id: uuid(2),
      position: 1,
      placement: [],
      imageUrl: '/pictures/banner-2035.svg',
      url: '/2035',
    },
    { ...banner, ...days, id: uuid(3), position: 3, placement: [], language: 'en', title: 'Title' },
    { ...banner, id: uuid(4), position: 4, placement: [], shownFrom: '2026-10-15', shownUntil: '2026-10-31' },
    { ...banner, id: uuid(5), position: 5, placement: [], shownFrom: '2026-09-01', shownUntil: '2026-10-13' },
    { ...banner, id: uuid(6), position: 6, placement: [], shownFrom: '2026-10-14', shownUntil: '2026-10-14' },
  ])
})

describe('The banners', () => {
  async function shown(language: string): Promise<Banner[]> {
    const answer = await server.visitor.call('GET /v1/content/banners/list', {
      headers: { 'accept-language': language },
    })
    return answer.json()
  }

  test('lists those of the day and language to a visitor, in order', async () => {
    expect(await shown('ru')).toEqual([
      {
        uuid: uuid(2),
        title: 'Заголовок',
        text: 'Текст',
        imageUrl: '/pictures/banner-2035.svg',
        url: '/2035',
        placement: [],
      },
      {
        uuid: uuid(1),
        title: 'Заголовок',
        text: 'Текст',
        imageUrl: null,
        url: null,
        placement: ['events', 'schedule'],
      },
      { uuid: uuid(6), title: 'Заголовок', text: 'Текст', imageUrl: null, url: null, placement: [] },
    ])
    expect((await shown('en')).map(({ title }) => title)).toEqual(['Title'])
  })

  test('leaves out a screen that does not exist any more', async () => {
    await server.opened.database.execute(
      sql`update banners set placement = array['removed-screen', 'events'] where id = ${uuid(3)}`,
    )
    expect((await shown('en')).map(({ placement }) => placement)).toEqual([['events']])
  })
})

describe('The footer', () => {
  async function footer(language: string): Promise<Footer> {
    const answer = await server.visitor.call('GET /v1/content/footer', { headers: { 'accept-language': language } })
    return answer.json()
  }

  test('uses the requested language and the configured contacts', async () => {
    const [russian, english] = [await footer('ru'), await footer('en')]
    expect(russian.groups[0]).toEqual({
      title: 'Обучение',
      links: [
        { title: 'Школа', url: 'https://www.school.example/school' },
        { title: 'Академия', url: 'https://www.school.example/academy' },
        { title: 'Колледж', url: 'https://www.school.example/college' },
        { title: 'Программа «2035»', url: 'https://www.school.example/2035' },
      ],
    })
    expect(english.groups[0]?.title).toBe('Learning')
    expect([russian.phone, russian.email]).toEqual(['+7 800 000-00-00', 'help@school.example'])
  })

  test('has the same links in both languages', async () => {
    const places = ({ groups, socials }: Footer) => [groups.map(({ links }) => links.map(({ url }) => url)), socials]
    expect(places(await footer('en'))).toEqual(places(await footer('ru')))
  })
})

describe('The pictures', () => {
  const drawn = globSync('server/demo/content/pictures/*.svg').map((path) => `/pictures/${basename(path)}`)
  const random = createRandom('pictures')
  const used = [...eventRows(random, '2026-10-14', 'Europe/Moscow'), ...bannerRows(random, '2026-10-14')]

  test('of the demo all exist and are used', () => {
    expect([...new Set(used.map(({ imageUrl }) => imageUrl))].sort()).toEqual(drawn.sort())
  })

  test.each(drawn)('include %s', async (path) => {
    const answer = await server.visitor.open(path)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  })

  test('do not expose other files', async () => {
    for (const path of ['/pictures/../seed.ts', '/pictures/%2e%2e/seed.ts', '/pictures/none.svg']) {
      expect((await server.visitor.open(path)).headers['content-type']).not.toMatch(/svg|typescript|octet/)
    }
  })
})
