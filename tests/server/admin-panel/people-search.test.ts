import { inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { FoundUser } from '#contract/people/admin.ts'
import { nameKey, normalizeName } from '#contract/people/names.ts'
import { byName } from '#server/access/user-columns.ts'
import { users } from '#server/db/schema/people.ts'
import { nameWords } from '#server/db/text-search/full-text-search.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

/** As lists show them. */
const inOrder = [
  ['Nguyễn', 'Thị'],
  ['Алиева', 'Анна'],
  ['Әлиева', 'Анна'],
  ['Ёжикова', 'Яна'],
  ['Ежов', 'Пётр'],
  ['Жуков', 'Пётр'],
  ['Иванов', 'Іван'],
  ['Ізотов', 'Пётр'],
  ['Йодов', 'Пётр'],
  ['Кимов', 'Пётр'],
  ['Қасымов', 'Пётр'],
  ['Лосев', 'Пётр'],
  ['О’Коннор', 'Шон'],
  ['Окунев', 'Пётр'],
  ['Салтыков-Щедрин', 'Пётр'],
] as const

const server = openForSuite(() => openTestApp())

beforeAll(async () => {
  const people = inOrder.map(([lastName, firstName]) => ({ lastName, firstName }))
  await server.opened.database.insert(users).values(people.toReversed())
})

async function found(search: string, administrator: Person): Promise<string[]> {
  const query = new URLSearchParams({ search }).toString()
  const answer = await administrator.call('GET /v1/admin/user/list', { query })
  return answer.json<{ items: FoundUser[] }>().items.map(({ lastName }) => lastName)
}

describe('A person is found', () => {
  test.each([
    ...['О’Коннор', "О'Коннор", 'Коннор', 'о’коннор', 'ОКОННОР', 'О Коннор'].map((text) => [text, 'О’Коннор']),
    ...['Әлиева', 'әлиева анна'].map((text) => [text, 'Әлиева']),
    ...['Қасым', 'касымов'].map((text) => [text, 'Қасымов']),
    ...['ізо', 'ИЗОТОВ'].map((text) => [text, 'Ізотов']),
    ...['nguyen', 'Nguyễn'].map((text) => [text, 'Nguyễn']),
    ...['щедрин', 'салтыков–щедрин', 'Салтыков Щедрин'].map((text) => [text, 'Салтыков-Щедрин']),
    ['ежикова', 'Ёжикова'],
  ])('by %s', async (search, lastName) => {
    expect(await found(search, await server.signInAs({ roles: ['administrator'] }))).toContain(lastName)
  })

  test.each([
    ['in the other keyboard layout', 'ceks gtnh', []],
    ['in the other keyboard layout', ';erjd', ['Жуков']],
    ['in the other keyboard layout, with a capital letter', ':erjd', ['Жуков']],
    ['with a wrong letter', 'окуноев', ['Окунев']],
    ['with a wrong letter at the beginning', 'акунев', ['Окунев']],
    ['with a missing letter', 'салтков', ['Салтыков-Щедрин']],
    ['with a superfluous letter', 'касыымов', ['Қасымов']],
    ['with two letters swapped', 'лоесв', ['Лосев']],
    ['with a mistake in each word', 'лосиев петтр', ['Лосев']],
    ['with a mistake in the other keyboard layout', 'jreyjtd', ['Окунев']],
    ['with a mistake in Latin letters', 'nguyan', ['Nguyễn']],
    ['in the other keyboard layout, where the text has no letters', 'жж', []],
    ['in the other keyboard layout, where the text has no letters', 'бю хъ', []],
    ['with two mistakes in a word', 'акуноев', []],
    ['with a mistake in a word of three letters', 'иун', []],
  ])('%s: «%s»', async (_, search, lastNames) => {
    expect(await found(search, await server.signInAs({ roles: ['administrator'] }))).toEqual(lastNames)
  })

  test('by what is typed before what is similar, also where only a filter excludes it', async () => {
    const administrator = await server.signInAs({ roles: ['administrator'] })
    await server.opened.database
      .insert(users)
      .values({ lastName: 'Жуковский', firstName: 'Лев', lastSignInAt: server.clock.now, subject: 'zhukovsky' })
    expect(await found('жуковс', administrator)).toEqual(['Жуковский'])
    const query = new URLSearchParams({ search: 'кимов', status: 'locked' }).toString()
    const answer = await administrator.call('GET /v1/admin/user/list', { query })
    expect(answer.json<{ items: FoundUser[] }>().items).toEqual([])
  })

  test('by the key of the name, whatever its letters', async () => {
    const { database } = server.opened
    const letter = fc.constantFrom(...'АЯёЁйїәҒқң ұі’ʼ-ыDżøłğ.ễ')
    const name = fc.array(letter, { minLength: 1, maxLength: 12 }).map((letters) => normalizeName(letters.join('')))
    await fc.assert(
      fc.asyncProperty(name, async (written) => {
        const { rows } = await database.execute<{ words: string }>(
          sql`select ${sql.raw(nameWords('"name"'))} as words from (select ${written}::text as "name") as written`,
        )
        const words = rows[0]?.words.split(' ') ?? []
        for (const word of nameKey(written).split(' ')) expect(words).toContain(word)
      }),
      { numRuns: 300 },
    )
  })
})

test('People are listed in the order of the alphabets, in every database', async () => {
  const people = await server.opened.database
    .select({ lastName: users.lastName })
    .from(users)
    .where(
      inArray(
        users.lastName,
        inOrder.map(([last]) => last),
      ),
    )
    .orderBy(...byName)
  expect(people.map(({ lastName }) => lastName)).toEqual(inOrder.map(([last]) => last))
})
