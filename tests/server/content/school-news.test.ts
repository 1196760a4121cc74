import { randomUUID } from 'node:crypto'
import { asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import type { EditedNews, NewsPreview } from '#contract/school-news.ts'
import { schoolNews } from '#server/db/schema/content.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { deliveries, notifications } from '#server/db/schema/notifications.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { studyGroups } from '#server/db/schema/programs.ts'
import { sendMessage } from '#server/jobs/send-message.ts'
import { renderMessage } from '#server/notifications/render-message.ts'
import { sendDigest } from '#server/notifications/send-digests.ts'
import { ids, openSmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { jobContext, runJobs as runScheduledJobs } from '#tests/support/server/jobs.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

/** Wednesday noon in Moscow. */
const started = new Date('2026-10-14T09:00:00Z')
const server = openForSuite(() => openTestApp({ now: started }))
const school = openForSuite(() => openSmallSchool(server))
const database = () => server.opened.database

type Signed = Person & { userId: string }
let administrator: Signed
let parent: Signed
let stranger: Signed

/** Sessions end after a while without requests. */
async function passTimeUntil(instant: string): Promise<void> {
  server.clock.now = new Date(instant)
  const again = (person: Signed, role: Role) => server.signInAs({ roles: [role], userId: person.userId })
  administrator = await again(administrator, 'administrator')
  parent = await again(parent, 'parent')
}

beforeEach(async () => {
  server.clock.now = started
  await database().delete(schoolNews)
  await database().delete(notifications)
  await database().delete(deliveries)
  await database().execute(sql`update users set subject = null`)
  await database().update(studyGroups).set({ endsOn: '2027-05-31', curatorId: null })
  const family = await school.addFamily('Маша')
  parent = family.parent
  await school.joinGroup(family.childId)
  stranger = await server.signInAs({ roles: ['parent'] })
  administrator = await server.signInAs({ roles: ['administrator'] })
  for (const [index, { userId }] of [parent, stranger, administrator].entries())
    await database()
      .update(users)
      .set({ subject: randomUUID(), email: `person-${index}-${userId}@mail.example` })
      .where(eq(users.id, userId))
})

const notifyOfNews = () =>
  runScheduledJobs(['notify-school-news'], {
    ...jobContext({ database: database(), clock: () => server.clock.now }),
    env: server.env,
  })

async function publish(body: object = {}, { person = administrator, key = randomUUID() as string } = {}) {
  return person.call('POST /v1/admin/news', {
    body: {
      title: 'Каникулы',
      contentHtml: '<p>С 26 октября по 3 ноября школа <strong>закрыта</strong>.</p>',
      audience: { kind: 'everyone' },
      isImportant: false,
      publishAt: null,
      ...body,
    },
    headers: { 'idempotency-key': key },
  })
}

const preview = (body: object) =>
  administrator.call('POST /v1/admin/news/preview', {
    body: { title: 'Каникулы', contentHtml: '<p>Школа закрыта</p>', audience: { kind: 'everyone' }, ...body },
  })

const titlesFor = async (person: Person) =>
  (await person.call('GET /v1/school-news/list')).json().items.map(({ title }: { title: string }) => title)
const edited = async (): Promise<EditedNews[]> => (await administrator.call('GET /v1/admin/news/list')).json().items
const bellOf = async (person: Person) =>
  (await person.call('GET /v1/profile/notification/list', { query: 'category=news' })).json().items
const notifiedPeople = async () =>
  (
    await database()
      .select({ userId: notifications.userId })
      .from(notifications)
      .where(eq(notifications.kind, 'news-published'))
      .orderBy(asc(notifications.userId))
  ).map(({ userId }) => userId)
const inOrder = (...people: Signed[]) => people.map(({ userId }) => userId).sort()

describe('A news item of the school', () => {
  test('is on the page of everyone at once, and everyone is notified of it', async () => {
    const answer = await publish()
    expect([answer.statusCode, answer.json()]).toEqual([201, { id: expect.any(String) }])
    const { id } = answer.json()
    const shown = {
      id,
      title: 'Каникулы',
      preview: 'С 26 октября по 3 ноября школа закрыта.',
      isImportant: false,
      publishedAt: started.toISOString(),
    }
    expect((await parent.call('GET /v1/school-news/list')).json()).toEqual({
      items: [shown],
      total: 1,
      page: 1,
      pageSize: 20,
    })
    expect((await parent.call(`GET /v1/school-news/${id}`)).json()).toEqual({
      ...shown,
      contentHtml: '<p>С 26 октября по 3 ноября школа <strong>закрыта</strong>.</p>',
      changedAt: null,
    })
    await notifyOfNews()
    expect(await notifiedPeople()).toEqual(inOrder(parent, stranger, administrator))
    expect(await bellOf(parent)).toEqual([
      {
        id: expect.any(String),
        category: 'news',
        at: started.toISOString(),
        isRead: false,
        count: 1,
        title: 'Каникулы',
        lines: ['С 26 октября по 3 ноября школа закрыта.'],
        path: `/news?item=${id}`,
        action: null,
      },
    ])
    // It waits for the digest.
    expect(await database().$count(deliveries)).toBe(0)
    expect(await edited()).toMatchObject([{ state: 'published', notified: { count: 3, isDone: true }, version: 0 }])
    // Notified once.
    await notifyOfNews()
    expect((await notifiedPeople()).length).toBe(3)
  })

  test('is sent by email at once if it is important', async () => {
    await publish({ isImportant: true })
    await notifyOfNews()
    const sent = await database().select({ kind: deliveries.kind, path: deliveries.path }).from(deliveries)
    expect(sent.map(({ kind }) => kind)).toEqual(['news-published', 'news-published', 'news-published'])
  })

  test('that advertises is announced only to people who have consented to it; the page has it for all', async () => {
    const { CONSENTS } = server.env
    const hash = CONSENTS.find(({ purpose }) => purpose === 'marketing')?.hash
    const answer = (isGiven: boolean) => {
      const body = { answers: [{ subjectId: parent.userId, purpose: 'marketing', hash, isGiven }], language: 'ru' }
      return parent.call('POST /v1/profile/consent', { body })
    }
    expect((await answer(true)).statusCode).toBe(204)
    expect((await preview({ isAdvertising: true })).json()).toMatchObject({ recipients: 1 })
    expect((await preview({})).json()).toMatchObject({ recipients: 3 })
    await publish({ title: 'Скидка', isAdvertising: true })
    await notifyOfNews()
    expect(await notifiedPeople()).toEqual(inOrder(parent))
    expect(await titlesFor(stranger)).toEqual(['Скидка'])
    expect(await edited()).toMatchObject([{ title: 'Скидка', isAdvertising: true }])
    await answer(false)
    expect((await preview({ isAdvertising: true })).json()).toMatchObject({ recipients: 0 })
  })

  test('that advertises is not sent after the consent is withdrawn, at once or in a digest', async () => {
    const hash = server.env.CONSENTS.find(({ purpose }) => purpose === 'marketing')?.hash
    const answer = async (isGiven: boolean) => {
      const body = { answers: [{ subjectId: parent.userId, purpose: 'marketing', hash, isGiven }], language: 'ru' }
      expect((await parent.call('POST /v1/profile/consent', { body })).statusCode).toBe(204)
    }
    const digest = () =>
      database().transaction((transaction) =>
        sendDigest(transaction, parent.userId, {
          now: server.clock.now,
          timeZone: server.env.TIME_ZONE,
          texts: server.env.CONSENTS,
        }),
      )
    const waiting = () => database().select().from(deliveries).where(isNotNull(deliveries.values))
    await answer(true)
    await publish({ title: 'Скидка', isAdvertising: true })
    await publish({ title: 'Распродажа', isAdvertising: true, isImportant: true })
    await notifyOfNews()
    const [important] = await waiting()
    await digest()
    expect((await waiting()).map(({ kind }) => kind).sort()).toEqual(['digest', 'news-published'])
    await answer(false)
    expect((await waiting()).map(({ kind }) => kind)).toEqual(['news-published'])
    const context = { ...jobContext({ database: database(), clock: () => server.clock.now }), env: server.env }
    await expect(sendMessage(context, important?.id ?? '')).rejects.toMatchObject({ message: 'no right any more' })
    await publish({ title: 'Каникулы' })
    await notifyOfNews()
    const isOwn = eq(notifications.userId, parent.userId)
    await database().update(notifications).set({ awaitsDigest: true }).where(isOwn)
    await database().delete(deliveries)
    await digest()
    const [sent] = await waiting()
    expect(sent?.values?.items).toContain('Каникулы')
    expect(sent?.values?.items).not.toMatch(/Скидка|Распродажа/)
  })

  test('reaches the students of a group, their guardians, the teacher and the curator, and no one else', async () => {
    const teacher = await server.signInAs({ roles: ['teacher'], userId: ids.teacher })
    const curator = await server.signInAs({ roles: ['teacher'] })
    await database().update(studyGroups).set({ curatorId: curator.userId })
    for (const { userId } of [teacher, curator])
      await database().update(users).set({ subject: randomUUID() }).where(eq(users.id, userId))
    const titles = { territory: ids.territory, course: ids.program, group: ids.group }
    for (const [kind, id] of Object.entries(titles)) await publish({ title: kind, audience: { kind, id } })
    await notifyOfNews()
    expect((await titlesFor(parent)).sort()).toEqual(['course', 'group', 'territory'])
    expect((await titlesFor(teacher)).sort()).toEqual(['course', 'group', 'territory'])
    expect((await titlesFor(curator)).sort()).toEqual(['course', 'group', 'territory'])
    expect(await titlesFor(stranger)).toEqual([])
    const three = (person: Signed) => [person, person, person]
    expect(await notifiedPeople()).toEqual(inOrder(...three(parent), ...three(teacher), ...three(curator)))
    const [item] = await edited()
    expect((await stranger.call(`GET /v1/school-news/${item?.id}`)).statusCode).toBe(404)
    expect((await edited()).map(({ audience }) => audience.title).sort()).toEqual(
      ['ФИЗ-1', 'Сокол', 'Физика в опытах'].sort(),
    )
  })

  test('does not reach the people of a group that has ended', async () => {
    const teacher = await server.signInAs({ roles: ['teacher'], userId: ids.teacher })
    await database().update(studyGroups).set({ endsOn: '2026-10-13' })
    const titles = { territory: ids.territory, course: ids.program, group: ids.group }
    for (const [kind, id] of Object.entries(titles)) await publish({ title: kind, audience: { kind, id } })
    await notifyOfNews()
    expect([await notifiedPeople(), await titlesFor(parent), await titlesFor(teacher)]).toEqual([[], [], []])
    await database().update(studyGroups).set({ endsOn: '2026-10-14' })
    expect((await titlesFor(parent)).sort()).toEqual(['course', 'group', 'territory'])
  })

  test('is for the people of a role group', async () => {
    await publish({ audience: { kind: 'role', id: 'admin' } })
    await notifyOfNews()
    expect([await titlesFor(parent), await titlesFor(administrator)]).toEqual([[], ['Каникулы']])
    expect(await notifiedPeople()).toEqual([administrator.userId])
  })

  test('waits for its time', async () => {
    await publish({ publishAt: '2026-10-15T06:00:00Z' })
    await notifyOfNews()
    expect([await titlesFor(parent), await notifiedPeople()]).toEqual([[], []])
    expect(await edited()).toMatchObject([{ state: 'scheduled', publishAt: '2026-10-15T06:00:00.000Z' }])
    await passTimeUntil('2026-10-15T06:00:30Z')
    await notifyOfNews()
    expect(await titlesFor(parent)).toEqual(['Каникулы'])
    expect((await notifiedPeople()).length).toBe(3)
  })

  test('is stored once by a double click', async () => {
    const key = randomUUID()
    const [first, second] = await Promise.all([publish({}, { key }), publish({}, { key })])
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(first.json()).toEqual(second.json())
    expect(await database().$count(schoolNews)).toBe(1)
  })

  test('shows its present title in notifications after a change, and no one is notified again', async () => {
    const { id } = (await publish()).json()
    await notifyOfNews()
    await passTimeUntil('2026-10-14T10:00:00Z')
    const change = await administrator.call(`PATCH /v1/admin/news/${id}`, {
      body: { version: 0, title: 'Осенние каникулы', contentHtml: '<p>Новый текст</p>' },
    })
    expect([change.statusCode, change.json()]).toEqual([200, { version: 1 }])
    await notifyOfNews()
    expect(await bellOf(parent)).toMatchObject([{ title: 'Осенние каникулы', lines: ['Новый текст'] }])
    expect((await parent.call(`GET /v1/school-news/${id}`)).json()).toMatchObject({
      title: 'Осенние каникулы',
      changedAt: '2026-10-14T10:00:00.000Z',
    })
    expect((await notifiedPeople()).length).toBe(3)
  })

  test('refuses the change of a second tab, and a new time after the publication', async () => {
    const { id } = (await publish()).json()
    const change = (body: object) => administrator.call(`PATCH /v1/admin/news/${id}`, { body })
    expect((await change({ version: 0, title: 'Первая вкладка' })).statusCode).toBe(200)
    expect((await change({ version: 0, title: 'Вторая вкладка' })).statusCode).toBe(409)
    expect((await change({ version: 1, publishAt: '2026-12-01T06:00:00Z' })).statusCode).toBe(409)
    expect(await titlesFor(parent)).toEqual(['Первая вкладка'])
  })

  test('disappears from pages, notifications and unsent messages when it is taken back', async () => {
    const { id } = (await publish({ isImportant: true, title: 'Снятая новость' })).json()
    await notifyOfNews()
    const withdraw = () => administrator.call(`POST /v1/admin/news/${id}/withdraw`)
    expect((await withdraw()).statusCode).toBe(204)
    expect((await withdraw()).statusCode).toBe(204)
    expect([await titlesFor(parent), await bellOf(parent)]).toEqual([[], []])
    expect((await parent.call(`GET /v1/school-news/${id}`)).statusCode).toBe(404)
    expect((await parent.call('GET /v1/profile/notification/unread')).json()).toEqual({ count: 0 })
    const sent = await database().select({ failure: deliveries.failure, values: deliveries.values }).from(deliveries)
    expect(sent).toEqual([1, 2, 3].map(() => ({ failure: 'withdrawn', values: null })))
    expect(
      (await administrator.call(`PATCH /v1/admin/news/${id}`, { body: { version: 1, title: 'Ещё раз' } })).statusCode,
    ).toBe(409)
    const entries = await database()
      .select({ action: auditEntries.action })
      .from(auditEntries)
      .where(eq(auditEntries.detail, 'Снятая новость'))
      .orderBy(asc(auditEntries.action))
    expect(entries.map(({ action }) => action)).toEqual(['news.published', 'news.withdrawn'])
  })

  test('notifies no one if it is taken back before its time', async () => {
    const { id } = (await publish({ publishAt: '2026-10-15T06:00:00Z' })).json()
    await administrator.call(`POST /v1/admin/news/${id}/withdraw`)
    await passTimeUntil('2026-10-16T06:00:00Z')
    await notifyOfNews()
    expect([await notifiedPeople(), await titlesFor(parent)]).toEqual([[], []])
  })

  test('of a group leaves the bell of a guardian who may not see the learning any more', async () => {
    await publish({ audience: { kind: 'group', id: ids.group } })
    await publish({ title: 'Собрание' })
    await notifyOfNews()
    const unread = async () => (await parent.call('GET /v1/profile/notification/unread')).json()
    expect([(await bellOf(parent)).length, await unread()]).toEqual([2, { count: 2 }])
    const isOfParent = eq(guardianships.guardianId, parent.userId)
    await database().update(guardianships).set({ seesLearning: false, enrols: false }).where(isOfParent)
    expect(await bellOf(parent)).toMatchObject([{ title: 'Собрание' }])
    expect(await unread()).toEqual({ count: 1 })
  })

  test('of a group is not sent to a guardian who may not see the learning any more', async () => {
    await publish({ audience: { kind: 'group', id: ids.group }, isImportant: true })
    await publish({ title: 'Собрание', isImportant: true })
    await notifyOfNews()
    const isOfParent = eq(guardianships.guardianId, parent.userId)
    await database().update(guardianships).set({ seesLearning: false, enrols: false }).where(isOfParent)
    const sent: string[] = []
    const email = async ({ subject }: { subject: string }) => void sent.push(subject)
    const channels = { email, phone: async () => {}, push: async () => {} }
    const context = jobContext({ database: database(), clock: () => server.clock.now, channels })
    const queued = await database().select().from(deliveries).where(eq(deliveries.userId, parent.userId))
    const outcomes = await Promise.allSettled(queued.map(({ id }) => sendMessage(context, id)))
    expect(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.message] : []))).toEqual([
      'no right any more',
    ])
    expect(sent).toEqual([expect.stringContaining('Собрание')])
  })

  test('is previewed with the number of people who are then notified of it', async () => {
    // One of the group has no account yet, another one is locked.
    const { parent: locked, childId } = await school.addFamily('Петя')
    await school.joinGroup(childId)
    await database().update(users).set({ subject: randomUUID(), lockedAt: started }).where(eq(users.id, locked.userId))
    const table: [object, Signed[]][] = [
      [{ kind: 'everyone' }, [parent, stranger, administrator]],
      [{ kind: 'role', id: 'parent' }, [parent, stranger]],
      [{ kind: 'role', id: 'teacher' }, []],
      [{ kind: 'territory', id: ids.territory }, [parent]],
      [{ kind: 'course', id: ids.program }, [parent]],
      [{ kind: 'group', id: ids.group }, [parent]],
    ]
    for (const [audience, people] of table) {
      await database().delete(notifications)
      const { recipients } = (await preview({ audience })).json<NewsPreview>()
      await publish({ audience })
      await notifyOfNews()
      expect(await notifiedPeople(), JSON.stringify(audience)).toEqual(inOrder(...people))
      expect(recipients, JSON.stringify(audience)).toBe(people.length)
    }
  })

  test('is previewed as it is shown and sent, and nothing is stored', async () => {
    const given = { title: 'Каникулы', contentHtml: '<p>Школа <b>закрыта</b></p><script>alert(1)</script>' }
    expect((await preview(given)).json()).toEqual({
      title: 'Каникулы',
      preview: 'Школа закрыта',
      contentHtml: '<p>Школа <strong>закрыта</strong></p>',
      recipients: 3,
      message: {
        language: 'ru',
        subject: 'Каникулы',
        text: 'Школа закрыта Вся новость — в личном кабинете, на странице «Новости школы».',
      },
    })
    expect(await database().$count(schoolNews)).toBe(0)
    await publish({ ...given, isImportant: true })
    await notifyOfNews()
    const [sent] = await database().select().from(deliveries)
    expect({ language: 'ru', ...renderMessage('news-published', 'ru', sent?.values ?? {}) }).toEqual(
      (await preview(given)).json<NewsPreview>().message,
    )
    await database()
      .update(users)
      .set({ language: 'en' })
      .where(inArray(users.id, [parent.userId, stranger.userId]))
    expect((await preview(given)).json<NewsPreview>().message.language).toBe('en')
    await database().update(users).set({ language: null })
    expect((await preview({ contentHtml: '<p> </p>' })).json()).toMatchObject({
      status: 422,
      errors: [{ path: 'contentHtml', message: 'required' }],
    })
    expect((await preview({ audience: { kind: 'group', id: randomUUID() } })).statusCode).toBe(422)
  })

  test('is refused without a text, with an unknown audience, and from others', async () => {
    expect((await publish({ contentHtml: '<p> </p>' })).json()).toMatchObject({
      status: 422,
      errors: [{ path: 'contentHtml', message: 'required' }],
    })
    expect((await publish({ contentHtml: '<script>alert(1)</script>' })).statusCode).toBe(422)
    expect((await publish({ title: ' ' })).json()).toMatchObject({ errors: [{ path: 'title', message: 'too-short' }] })
    for (const audience of [
      { kind: 'group', id: randomUUID() },
      { kind: 'territory' },
      { kind: 'role', id: 'pupil' },
      { kind: 'course', id: 'not a uuid' },
    ])
      expect((await publish({ audience })).statusCode, JSON.stringify(audience)).toBe(422)
    expect((await publish({}, { person: parent })).statusCode).toBe(403)
    expect((await server.visitor.call('GET /v1/school-news/list')).statusCode).toBe(401)
    expect(await database().$count(schoolNews)).toBe(0)
  })

  test('offers the audiences that have groups', async () => {
    expect((await administrator.call('GET /v1/admin/news/audience/list')).json()).toEqual({
      territories: [{ id: ids.territory, title: 'Сокол' }],
      courses: [{ id: ids.program, title: 'Физика в опытах' }],
      groups: [{ id: ids.group, title: 'ФИЗ-1' }],
    })
  })
})
