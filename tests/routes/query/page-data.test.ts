import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { events } from '#server/db/schema/content.ts'
import { renderPage } from '#src/ssr/render-page.tsx'
import { writeBuiltPages } from '#tests/support/documents/built-pages.ts'
import { answersIn, initialStateIn, queryKeysIn } from '#tests/support/documents/documents.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { statementsOf } from '#tests/support/server/statements.ts'

// The answers that a document contains are those which the loaders of its routes have read on the server.
let dist: string
let server: TestApp
beforeAll(async () => {
  dist = writeBuiltPages()
  server = await openTestApp({ dist, renderPage })
})
afterAll(async () => {
  await server.close()
  rmSync(dist, { recursive: true })
})

const ofFrame = ['GET /v1/content/banners/list', 'GET /v1/content/footer', 'GET /v1/system/menu']
const ofContracts = [
  ...ofFrame,
  'GET /v1/catalog/basket/list',
  'GET /v1/catalog/waiting-list/list',
  'GET /v1/learning/unseen',
  'GET /v1/profile/checkout/list',
  'GET /v1/profile/checkout/methods',
  'GET /v1/profile/contract/list',
  'GET /v1/profile/notification/unread',
].sort()

test('the document contains the answers that the page needs; those of a visitor are public', async () => {
  const person = await server.signInAs({ roles: ['parent'] })
  const answers = answersIn((await person.open('/contracts-and-payments')).body)
  expect(Object.keys(answers).sort()).toEqual(ofContracts)
  expect(answers['GET /v1/profile/contract/list']).toEqual((await person.call('GET /v1/profile/contract/list')).json())
  const ofVisitor = answersIn((await server.visitor.open('/contracts-and-payments')).body)
  expect(Object.keys(ofVisitor).sort()).toEqual(ofFrame)
  expect(ofVisitor['GET /v1/system/menu']).toEqual((await server.visitor.call('GET /v1/system/menu')).json())
})

test('the session is read once for all of them', async () => {
  const person = await server.signInAs({ roles: ['parent'] })
  const statements = await statementsOf(async () => {
    await person.open('/contracts-and-payments')
  })
  expect(statements.filter(({ text }) => /from "?sessions"?/.test(text))).toHaveLength(1)
})

test('all are of the moment before the first of them was read', async () => {
  const person = await server.signInAs({ roles: ['parent'] })
  const { now, data } = initialStateIn((await person.open('/events')).body)
  expect(now).toBe(server.clock.now.getTime())
  expect(new Set(data?.queries.map(({ state }) => state.dataUpdatedAt))).toEqual(new Set([now]))
})

test('the month, tab and filter are those of the address', async () => {
  const parent = await server.signInAs({ roles: ['parent'] })
  expect(queryKeysIn((await parent.open('/schedule?date=2026-12-24&view=week')).body)).toContainEqual([
    'GET /v1/parent/children/schedule/list',
    { query: { month_date: '2026-12-01' } },
  ])
  const administrator = await server.signInAs({ roles: ['administrator'] })
  const found = await administrator.open('/adm-panel/?tab=users&filter[group]=parent&search=%D0%98%D0%B2')
  expect(queryKeysIn(found.body)).toContainEqual([
    'GET /v1/admin/user/list',
    { query: { search: 'Ив', group: 'parent' } },
  ])
})

test('texts are in the language of the cookie', async () => {
  const titles = async (language: string) =>
    JSON.stringify(answersIn((await server.visitor.open('/events', { cookie: `lang=${language}` })).body))
  expect(await titles('ru')).toContain('Каталог курсов')
  expect(await titles('en')).toContain('Course catalogue')
})

test('what cannot be read is asked once and left to the browser', async () => {
  const asked: string[] = []
  const refuse = async (url: string) => {
    asked.push(url)
    return null
  }
  const refusing = await openTestApp({ dist, renderPage: (one, links) => renderPage(one, { ...links, read: refuse }) })
  onTestFinished(() => refusing.close())
  const person = await refusing.signInAs({ roles: ['parent'] })
  const { body } = await person.open('/progress')
  expect(initialStateIn(body).data).toEqual({ queries: [] })
  expect(body).toContain('data-rendered="progress"')
  expect(asked).toHaveLength(new Set(asked).size)
})

test('an answer of more than 64 KB is left to the browser', async () => {
  const { database } = server.opened
  const times = { startsAt: new Date('2026-11-01T09:00:00Z'), endsAt: new Date('2026-11-01T12:00:00Z') }
  const summary = 'я'.repeat(500)
  const event = { ...times, title: 'Турнир', summary, category: 'Праздник', format: 'offline' } as const
  const isRead = async () => {
    const person = await server.signInAs({ roles: ['parent'] })
    return 'GET /v1/profile/events' in answersIn((await person.open('/events')).body)
  }
  await database.insert(events).values(event)
  expect(await isRead()).toBe(true)
  await database.insert(events).values(Array.from({ length: 99 }, () => event))
  expect(await isRead()).toBe(false)
})
