import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { notifyOfSchoolNews } from '#server/content/school-news/notify-of-news.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { schoolNews } from '#server/db/schema/content.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { tickets } from '#server/db/schema/schedule.ts'
import { describeFinding } from '#server/integration/format-types/reasons.ts'
import { importSchool } from '#server/integration/import-runs/import-school.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'

const directory = mkdtempSync(join(tmpdir(), 'personal-account-news-'))
afterAll(() => rmSync(directory, { recursive: true }))

const timeZone = 'Europe/Moscow'
let now: Date
let opened: OpenDatabase
beforeEach(async () => {
  now = new Date('2026-11-20T09:00:00Z')
  opened = await openTestDatabase()
  const person = { firstName: 'Ольга', lastName: 'Соколова', subject: 'olga', language: 'ru' as const }
  await opened.database.insert(users).values(person)
  return () => opened.close()
})

async function imported(file: string, lines: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(directory, 'school-'))
  writeFileSync(join(folder, `${file}.csv`), lines.join('\n'))
  const faults: string[] = []
  const onFault = (fault: Parameters<typeof describeFinding>[0]) => void faults.push(describeFinding(fault, 'en'))
  await importSchool(opened.database, folder, { now, timeZone, onFault })
  return faults
}

const header = 'sourcedId,title,contentHtml,audience,isImportant,publishAt,createdAt,withdrawnAt'
const item = (id: string, title: string, publishAt: string, withdrawnAt = '') =>
  `${id},${title},<p>${title}.</p>,everyone,false,${publishAt},2026-11-01T09:00:00Z,${withdrawnAt}`
const fresh = '2026-11-20T08:00:00Z'

const notify = () => notifyOfSchoolNews(opened.database, { clock: () => now, timeZone, texts: [] })
const notified = async () =>
  (await opened.database.select({ path: notifications.path }).from(notifications)).map(({ path }) => path)
const stored = () => opened.database.select().from(schoolNews).orderBy(asc(schoolNews.publishAt))

test('Imported news notify people once and at their time, unless they were published long ago', async () => {
  const news = [
    item('old', 'Каникулы', '2026-11-02T08:00:00Z'),
    item('fresh', 'Собрание', fresh),
    item('coming', 'Праздник', '2026-11-25T08:00:00Z'),
  ]
  expect(await imported('news', [header, ...news])).toEqual([])
  const [old, current, coming] = await stored()
  expect([old, current, coming].map((one) => one?.preview)).toEqual(['Каникулы.', 'Собрание.', 'Праздник.'])
  await notify()
  expect(await notified()).toEqual([`/news?item=${current?.id}`])
  expect(await imported('news', [header, item('fresh', 'Собрание в среду', fresh)])).toEqual([])
  await notify()
  expect(await notified()).toHaveLength(1)
  expect((await stored())[1]).toMatchObject({
    title: 'Собрание в среду',
    version: 1,
    notifiedCount: 1,
    notifiedAt: now,
  })
  now = new Date('2026-11-25T08:01:00Z')
  await notify()
  expect(await notified()).toEqual([`/news?item=${current?.id}`, `/news?item=${coming?.id}`])
})

test('Advertising stays advertising unless the file says otherwise', async () => {
  const advertising = async () => (await stored()).map(({ isAdvertising }) => isAdvertising)
  const withMark = (title: string, mark: string) => [`${header},isAdvertising`, `${item('one', title, fresh)},${mark}`]
  expect(await imported('news', [header, item('one', 'Скидка', fresh)])).toEqual([])
  expect(await advertising()).toEqual([false])
  // In the panel.
  await opened.database.update(schoolNews).set({ isAdvertising: true })
  expect(await imported('news', [header, item('one', 'Скидка 5 %', fresh)])).toEqual([])
  expect(await advertising()).toEqual([true])
  expect(await imported('news', withMark('Скидка 10 %', ''))).toEqual([])
  expect(await advertising()).toEqual([true])
  expect(await imported('news', withMark('Собрание', 'false'))).toEqual([])
  expect(await advertising()).toEqual([false])
})

test('Withdrawn news stay withdrawn, and notify no one', async () => {
  const withdrawn = item('one', 'Собрание', fresh, '2026-11-20T08:30:00Z')
  expect(await imported('news', [header, item('one', 'Собрание', fresh)])).toEqual([])
  expect(await imported('news', [header, withdrawn])).toEqual([])
  expect(await imported('news', [header, item('one', 'Собрание снова', fresh)])).toEqual([])
  expect((await stored())[0]).toMatchObject({ withdrawnAt: new Date('2026-11-20T08:30:00Z') })
  await notify()
  expect(await notified()).toEqual([])
})

test.each([
  ['a title that is too long', item('one', 'А'.repeat(121), fresh), 'news.csv:2 title: is longer than 120 characters'],
  ['an empty text', item('one', 'А', fresh).replace('<p>А.</p>', '<p> </p>'), 'news.csv:2 contentHtml: is empty'],
  ['an unknown audience', item('one', 'А', fresh).replace('everyone', 'all'), 'audience: “all” is not one of'],
  ['an audience without its group', item('one', 'А', fresh).replace('everyone', 'group'), 'school_news_audience_id'],
])('News with %s are refused', async (_, row, fault) => {
  expect((await imported('news', [header, row])).join('\n')).toContain(fault)
  expect(await stored()).toEqual([])
})

test('What the editor cannot make is removed from an imported text', async () => {
  const dangerous = item('one', 'А', fresh).replace(
    '<p>А.</p>',
    '<p>А<img src=x onerror=alert(1)></p><script>x</script>',
  )
  expect(await imported('news', [header, dangerous])).toEqual([])
  expect((await stored())[0]?.contentHtml).toBe('<p>А</p>')

  const [author] = await opened.database.select({ id: users.id }).from(users).where(eq(users.subject, 'olga'))
  const row = `t,1,${author?.id},<p onclick=x>Когда занятие?</p>,2026-11-19T09:00:00Z`
  expect(await imported('tickets', ['sourcedId,number,authorSourcedId,contentHtml,createdAt', row])).toEqual([])
  const [ticket] = await opened.database.select({ contentHtml: tickets.contentHtml }).from(tickets)
  expect(ticket).toEqual({ contentHtml: '<p>Когда занятие?</p>' })
})

test('Long texts are parsed in pieces, between which the server does its other work', async () => {
  const brackets = (id: number) => item(`${id}`, 'А', fresh).replace('<p>А.</p>', '<'.repeat(49_000))
  const rows = Array.from({ length: 12 }, (_, id) => brackets(id).replace('everyone', 'all'))
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const start = performance.now()
  delay.enable()
  expect(await imported('news', [header, ...rows])).toHaveLength(rows.length)
  delay.disable()
  expect(delay.max / 1e6).toBeLessThan((performance.now() - start) / 2)
})
