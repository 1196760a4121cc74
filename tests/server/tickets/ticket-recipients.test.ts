import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { notifications } from '#server/db/schema/notifications.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { programs, studyGroups } from '#server/db/schema/programs.ts'
import { tickets } from '#server/db/schema/schedule.ts'
import { ids, openSmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const list = 'GET /v1/schedule/ticket/list'
const recipients = 'GET /v1/schedule/ticket/recipient/list'

const file = join(tmpdir(), `school-${randomUUID()}.json`)
writeFileSync(file, JSON.stringify({ messages: { teachers: ['school'] } }))
afterAll(() => rmSync(file))

const server = openForSuite(() => openTestApp({ env: { SCHOOL_FILE: file } }))
const school = openForSuite(() => openSmallSchool(server))

type Person = Awaited<ReturnType<TestApp['signInAs']>>

const post = (person: Person, address: string, body: object) =>
  person.call(`POST /v1/schedule/ticket/${address}`, { body, headers: { 'idempotency-key': randomUUID() } })

let teacher: Person
let other: Person
let parent: Person
let childId: string
beforeEach(async () => {
  const { database } = server.opened
  teacher = await server.signInAs({ roles: ['teacher'] })
  other = await server.signInAs({ roles: ['teacher'] })
  for (const { userId } of [teacher, other]) {
    const account = { subject: randomUUID(), firstName: 'Ирина', lastName: 'Белова' }
    await database.update(users).set(account).where(eq(users.id, userId))
  }
  await database.update(studyGroups).set({ teacherId: teacher.userId }).where(eq(studyGroups.id, ids.group))
  await database.update(programs).set({ branch: 'school' }).where(eq(programs.id, ids.program))
  const family = await school.addFamily('Артём')
  parent = family.parent
  childId = family.childId
  await school.joinGroup(childId)
})

const write = (recipientUuid: string | undefined = teacher.userId, studentUuid: string | undefined = childId) =>
  post(parent, 'create', { contentHtml: '<p>Как сдать пропущенное?</p>', topic: 'studies', studentUuid, recipientUuid })
const written = async () => (await write()).json<{ uuid: string }>().uuid
const listOf = async (person: Person) => (await person.call(list)).json()
const newTo = async (person: Person) => (await person.call('GET /v1/learning/unseen')).json().at(-1).count

describe('A teacher', () => {
  test('is offered to the families of the own groups where the school allows it', async () => {
    const offered = {
      uuid: teacher.userId,
      name: 'Ирина Белова',
      studentUuid: childId,
      courses: ['Физика в опытах'],
      curatedGroups: [],
    }
    expect((await parent.call(recipients)).json()).toEqual([offered])
    expect((await teacher.call(recipients)).json()).toEqual([])
    await server.opened.database.update(programs).set({ branch: 'college' }).where(eq(programs.id, ids.program))
    expect((await parent.call(recipients)).json()).toEqual([])
    expect((await write()).statusCode).toBe(404)
  })

  test('of another student, or without the child, is refused', async () => {
    const stranger = await school.addChild('Пётр', [parent])
    const answers = [await write(other.userId), await write(teacher.userId, stranger), await write(teacher.userId, '')]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 422])
  })

  test('reads and answers what is addressed to them, and is notified; another teacher does not', async () => {
    const administrator = await server.signInAs({ roles: ['administrator'] })
    const before = await newTo(administrator)
    const uuid = await written()
    expect(await listOf(parent)).toMatchObject([
      { uuid, author: null, recipient: { name: 'Ирина Белова', role: 'teacher' }, isUnread: false },
    ])
    const [{ author, dueAt }] = await listOf(teacher)
    expect([typeof author, dueAt]).toEqual(['string', expect.any(String)])
    expect(await listOf(teacher)).toMatchObject([{ uuid, isUnread: true, state: 'received', lastMessage: null }])
    expect([await newTo(teacher), await newTo(other), await newTo(administrator)]).toEqual([1, 0, before])
    const isToTeacher = and(
      eq(notifications.userId, teacher.userId),
      eq(notifications.path, `/messages?ticket=${uuid}`),
    )
    expect(await server.opened.database.$count(notifications, isToTeacher)).toBe(1)

    const one = `GET /v1/schedule/ticket/${uuid}`
    expect([(await other.call(one)).statusCode, await listOf(other)]).toEqual([404, []])
    expect((await post(other, `${uuid}/reply`, { contentHtml: '<p>Чужое</p>' })).statusCode).toBe(404)

    expect((await post(teacher, `${uuid}/reply`, { contentHtml: '<p>Решите № 5.</p>' })).json()).toEqual({
      state: 'answered',
    })
    expect((await teacher.call(one)).json().messages).toMatchObject([{ isOwn: true, by: null }])
    const [seen] = await listOf(parent)
    expect(seen).toMatchObject({ isUnread: true, lastMessage: { isOwn: false, preview: 'Решите № 5.' } })
    expect((await parent.call(one)).json().messages).toMatchObject([{ isOwn: false, by: 'Ирина Белова' }])

    await post(parent, `${uuid}/reply`, { contentHtml: '<p>Спасибо!</p>' })
    expect((await teacher.call(one)).json().messages.at(-1)).toMatchObject({ isOwn: false, by: author })
    expect(await newTo(teacher)).toBe(1)
  })

  test('in another role group sees only own ones', async () => {
    await written()
    const asParent = await server.signInAs({ roles: ['parent', 'teacher'], group: 'parent', userId: teacher.userId })
    expect(await listOf(asParent)).toEqual([])
  })

  test('who leaves the group or whose account is locked passes it to the office', async () => {
    const { database } = server.opened
    const administrator = await server.signInAs({ roles: ['administrator'] })
    const uuid = await written()
    const inQueue = async () => {
      const { items } = (await administrator.call('GET /v1/admin/ticket/queue')).json()
      return items.find(({ id }: { id: string }) => id === uuid).recipient?.name ?? null
    }
    expect([await inQueue(), (await listOf(parent))[0].recipient.name]).toEqual(['Ирина Белова', 'Ирина Белова'])
    const before = await newTo(administrator)
    await database.update(studyGroups).set({ teacherId: other.userId }).where(eq(studyGroups.id, ids.group))
    expect([await inQueue(), (await listOf(parent))[0].recipient, await listOf(teacher)]).toEqual([null, null, []])
    expect(await newTo(administrator)).toBe(before + 1)
    expect((await post(teacher, `${uuid}/reply`, { contentHtml: '<p>Поздно</p>' })).statusCode).toBe(404)
    await database.update(studyGroups).set({ teacherId: teacher.userId }).where(eq(studyGroups.id, ids.group))
    await database.update(users).set({ lockedAt: server.clock.now }).where(eq(users.id, teacher.userId))
    expect(await inQueue()).toBeNull()
    expect(await database.$count(tickets, eq(tickets.recipientId, teacher.userId))).toBe(1)
  })
})

describe('A curator', () => {
  const setGroup = (people: { teacherId?: string; curatorId?: string | null }) =>
    server.opened.database.update(studyGroups).set(people).where(eq(studyGroups.id, ids.group))
  const groupTitle = async () => {
    const [group] = await server.opened.database.select().from(studyGroups).where(eq(studyGroups.id, ids.group))
    return group?.title
  }
  beforeEach(async () => {
    await setGroup({ curatorId: other.userId })
    // Where families may not write to teachers.
    await server.opened.database.update(programs).set({ branch: 'college' }).where(eq(programs.id, ids.program))
  })

  test('is offered first, also where families may not write to teachers, and once if they teach the group too', async () => {
    const ofChild = { name: 'Ирина Белова', studentUuid: childId }
    const curator = { ...ofChild, uuid: other.userId, courses: [], curatedGroups: [await groupTitle()] }
    expect((await parent.call(recipients)).json()).toEqual([curator])
    await server.opened.database.update(programs).set({ branch: 'school' }).where(eq(programs.id, ids.program))
    const taught = { ...ofChild, uuid: teacher.userId, courses: ['Физика в опытах'], curatedGroups: [] }
    expect((await parent.call(recipients)).json()).toEqual([curator, taught])
    await setGroup({ teacherId: other.userId })
    expect((await parent.call(recipients)).json()).toEqual([{ ...curator, courses: taught.courses }])
  })

  test('reads and answers what is addressed to them; the teacher of the group does not', async () => {
    const administrator = await server.signInAs({ roles: ['administrator'] })
    const uuid = await write(other.userId).then((answer) => answer.json().uuid)
    const recipient = { name: 'Ирина Белова', role: 'curator' }
    expect(await listOf(parent)).toMatchObject([{ uuid, recipient }])
    expect(await listOf(other)).toMatchObject([{ uuid, isUnread: true }])
    expect([await listOf(teacher), await newTo(other), await newTo(teacher)]).toEqual([[], 1, 0])
    const inDesk = (await administrator.call(`GET /v1/admin/ticket/${uuid}`)).json()
    expect(inDesk.recipient).toEqual({ ...recipient, id: other.userId })
    const reply = { contentHtml: '<p>Приходите в среду.</p>' }
    expect((await post(teacher, `${uuid}/reply`, reply)).statusCode).toBe(404)
    expect((await post(other, `${uuid}/reply`, reply)).json()).toEqual({ state: 'answered' })
    const { messages } = (await parent.call(`GET /v1/schedule/ticket/${uuid}`)).json()
    expect(messages).toMatchObject([{ isOwn: false, by: 'Ирина Белова' }])
    const [notified] = (await parent.call('GET /v1/profile/notification/list')).json().items
    expect(notified).toMatchObject({ title: 'Артём: вам отвечает куратор Ирина Белова', lines: ['Приходите в среду.'] })
  })

  test('who leaves the group or has no role that reads messages passes it to the office', async () => {
    const { database } = server.opened
    await write(other.userId)
    const recipient = async () => (await listOf(parent))[0].recipient
    await setGroup({ curatorId: null })
    expect([await recipient(), await listOf(other)]).toEqual([null, []])
    await setGroup({ curatorId: other.userId })
    expect(await recipient()).not.toBeNull()
    await database.delete(userRoles).where(eq(userRoles.userId, other.userId))
    expect([await recipient(), (await parent.call(recipients)).json()]).toEqual([null, []])
  })
})
