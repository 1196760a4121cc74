import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnswerOf } from '#contract/call.ts'
import type { listCourses } from '#contract/enrolment/catalog.ts'
import { users } from '#server/db/schema/people.ts'
import { openCatalog } from '#tests/support/schools/catalog-school.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'english-names-'))
afterAll(() => rmSync(folder, { recursive: true }))
const schoolFile = join(folder, 'school.json')
writeFileSync(schoolFile, JSON.stringify({ names: { en: 'names.json' } }))
const names = {
  'Шахматы и логика': 'Chess and logic',
  'Каждый месяц — турнир группы.': 'A group tournament every month.',
  Шахматы: 'Chess',
  Сокол: 'Sokol',
}
writeFileSync(join(folder, 'names.json'), JSON.stringify(names))

const server = openForSuite(() => openTestApp({ env: { SCHOOL_FILE: schoolFile } }))
beforeAll(async () => {
  const catalog = await openCatalog(server)
  await catalog.clear()
  const teacherId = '00000000-0000-4000-8000-0000000000aa'
  const name = { firstName: 'Пётр', lastName: 'Берёзкин', patronym: 'Ильич' }
  await server.opened.database
    .insert(users)
    .values({ id: teacherId, ...name, email: 'secret@school.example', phone: '+79001234567' })
  const courses = [
    { title: 'Олимпиадная математика', description: 'Доказательства и командные бои.' },
    { title: 'Профильная математика: подготовка к ЕГЭ', description: 'Параметры и стереометрия.' },
    {
      title: 'Веб-разработка',
      subjectCode: 'informatics',
      description: 'От вёрстки до сервиса: понадобится математика.',
    },
    { title: 'Python с нуля', subjectCode: 'informatics', description: 'Разбираем код друг друга.' },
    {
      title: 'Шахматы и логика',
      subjectCode: 'chess',
      description: 'Каждый месяц — турнир группы.',
      groups: [{ teacherId }],
    },
    { title: 'История России в лицах', subjectCode: 'history', description: 'Документы, карты и портреты эпох.' },
    { title: 'Зелёная ёлка', subjectCode: 'biology', description: 'Хвойные леса. Специальность 09.02.07.' },
  ]
  for (const course of courses) await catalog.addCourse(course)
})

const english = { 'accept-language': 'en' }

async function list(query: string, headers = {}): Promise<AnswerOf<typeof listCourses>> {
  const answer = await server.visitor.call('GET /v1/catalog/course/list', { query, headers })
  expect([answer.statusCode, answer.json().detail]).toEqual([200, undefined])
  return answer.json()
}

async function titlesFor(typed: string): Promise<string[]> {
  return (await list(`search=${encodeURIComponent(typed)}`)).items.map(({ title }) => title)
}

const olympiad = 'Олимпиадная математика'
const exam = 'Профильная математика: подготовка к ЕГЭ'
const web = 'Веб-разработка'
const chess = 'Шахматы и логика'

describe('The catalog search finds a course', () => {
  test.each([
    ['in another case of the word', 'математике', [olympiad, exam, web]],
    ['in the plural and in capitals', 'ОЛИМПИАДНЫЕ', [olympiad]],
    ['by its beginning', 'олимп', [olympiad]],
    ['by a beginning as short as a stop word', 'на', []],
    ['by two words in any order', 'егэ математика', [exam]],
    ['with a stop word between', 'подготовка к егэ', [exam]],
    ['with a stop word at the end', 'шахматы и', [chess]],
    ['by е for ё', 'зеленая елка', ['Зелёная ёлка']],
    ['by ё for е', 'ёлка', ['Зелёная ёлка']],
    ['by ё of two code points', 'е\u0308лка', ['Зелёная ёлка']],
    ['by half of a word with a hyphen', 'разработка', [web]],
    ['by a word with its hyphen', 'веб-разработка', [web]],
    ['in Latin letters', 'pyth', ['Python с нуля']],
    ['by a number with dots', '09.02.07', ['Зелёная ёлка']],
    ['by the subject where the title does not name it', 'информатика', ['Python с нуля', web]],
    ['by the description', 'турниры', [chess]],
    ['by a teacher’s name', 'Берёзкин', [chess]],
    ['by the beginning of a teacher’s name', 'берез', [chess]],
    ['by the subject of one word and the teacher of another', 'шахматы березкин', [chess]],
    ['by no teacher who is not shown', 'secret', []],
    ['by no phone', '9001234567', []],
    ['by an empty query', 'квиддич', []],
  ])('%s: «%s»', async (_, typed, titles) => {
    expect(await titlesFor(typed)).toEqual(titles)
  })

  test.each([
    ['a wrong letter', 'матиматика', [olympiad, exam]],
    ['a missing letter', 'олипиадная', [olympiad]],
    ['a letter too many', 'шаххматы', [chess]],
    ['a wrong letter in one of two words', 'алимпиадная математика', [olympiad]],
    ['a wrong letter in the subject', 'инфарматика', ['Python с нуля', web]],
    ['the other keyboard layout', 'ifvfns', [chess]],
    ['the other keyboard layout and a wrong letter', 'vfnbvfnbrf', [olympiad, exam]],
    ['a wrong letter in a word of five', 'исория', ['История России в лицах']],
  ])('with %s: «%s»', async (_, typed, titles) => {
    expect(await titlesFor(typed)).toEqual(titles)
  })

  test('what says it in the title comes before what says it in the subject or the description', async () => {
    expect(await titlesFor('математика')).toEqual([olympiad, exam, web])
  })

  test('a filter that excludes every exact match does not turn the query into a typo', async () => {
    const { items, facets } = await list(`search=${encodeURIComponent('шахматы')}&filter[subject][]=math`)
    expect(items).toEqual([])
    expect(facets.subject).toEqual([
      { value: 'math', title: 'Математика', count: 0 },
      { value: 'chess', title: 'Шахматы', count: 1 },
    ])
  })
})

describe('Unusual input', () => {
  test.each(['   ', '""', "' or 1=1 --", '&|!()<->:*', '\\', '%_', '«»', 'и'.repeat(200), '😀'])(
    'is treated as text: «%s»',
    async (typed) => void (await list(`search=${encodeURIComponent(typed)}`)),
  )

  test('is answered, whatever it is', async () => {
    const typed = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !text.includes('\0'))
    await fc.assert(
      fc.asyncProperty(typed, async (text) => {
        await list(`search=${encodeURIComponent(text)}`)
      }),
      { numRuns: 60 },
    )
  })

  test('a NUL character is refused, in the search and in a filter', async () => {
    for (const [query, path] of [
      ['search=a%00b', 'search'],
      ['filter[subject][]=%00', 'filter.subject.0'],
    ]) {
      const answer = await server.visitor.call('GET /v1/catalog/course/list', { query: query as string })
      expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ path, message: 'wrong-characters' }]])
    }
  })
})

describe('A database without pg_trgm', () => {
  test('finds word forms and prefixes, and tolerates no typos', async () => {
    const { database } = server.opened
    await database.execute(sql`drop extension pg_trgm cascade`)
    expect(await titlesFor('математике')).toEqual([olympiad, exam, web])
    expect(await titlesFor('матиматика')).toEqual([])
    await database.execute(sql`create extension pg_trgm`)
    expect(await titlesFor('матиматика')).toEqual([olympiad, exam])
  })

  // Always an embedded database of its own, whichever database the other tests use.
  test.skipIf(process.env.TEST_DATABASE === 'postgres')(
    'is migrated all the same',
    async () => {
      const bare = await PGlite.create()
      await migrate(drizzle(bare), { migrationsFolder: 'server/db/migrations' })
      const { rows } = await bare.query<{ name: string }>(
        `select indexname as name from pg_indexes where indexname like 'programs_search%'`,
      )
      expect(rows).toEqual([{ name: 'programs_search_words' }])
      await bare.close()
    },
    60_000,
  )
})

describe('The catalog in English', () => {
  const logic = 'Chess and logic'
  const titlesIn = async (query: string) => (await list(query, english)).items.map(({ title }) => title)

  test('has the names that the school has translated, in their order', async () => {
    const [first, ...others] = (await list('', english)).items
    expect(first).toMatchObject({
      title: logic,
      subject: 'Chess',
      description: 'A group tournament every month.',
      groups: [{ territory: { title: 'Sokol' } }],
    })
    expect(others.map(({ title }) => title)).not.toContain(chess)
    expect((await list('', english)).facets.subject.map(({ title }) => title)).toContain('Chess')
  })

  test('is found by words of title, subject and description, and still by the Russian ones', async () => {
    for (const typed of ['logic', 'Chess', 'tournam', 'логика'])
      expect(await titlesIn(`search=${encodeURIComponent(typed)}`), typed).toEqual([logic])
    expect(await titlesFor('logic')).toEqual([])
  })
})
