import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { GroupWaitingList } from '#contract/learning/schedule.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { studyGroups } from '#server/db/schema/programs.ts'
import { waitingListEntries } from '#server/db/schema/transfers.ts'
import { transferCalls } from '#tests/support/schools/transfer-calls.ts'
import { mytischi, openTransferSchool } from '#tests/support/schools/transfer-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp())
const school = openForSuite(() => openTransferSchool(server))
let parent: Person & { userId: string }
let childId: string
let contractUuid: string
let home: string
beforeEach(async () => {
  await at('2026-10-14T09:00:00Z')
  await server.opened.database.delete(deliveries)
  ;({ home, parent, childId, contractUuid } = await school.beginWithFamily())
})
const { requestTransfer, joinWaitingList, choiceOf, transfersOf, waitingListsOf, settle, at, refusalOf, sentMessages } =
  transferCalls(() => ({
    server,
    contractUuid,
  }))

describe('A waiting list', () => {
  let full: string
  beforeEach(async () => {
    full = await school.addGroup({ title: 'ФИЗ-2', placesTotal: 1, weeks: 2 })
  })

  /** A member of the full group, whose place can be freed. */
  async function fill() {
    const { parent: member, childId: studentId } = await school.addFamily('Лев')
    const contract = await school.addContract(studentId, { groupId: full })
    await school.addLesson(home, new Date('2026-10-20T07:00:00Z'))
    return {
      async leave() {
        expect((await requestTransfer(member, home, { contract })).statusCode).toBe(200)
        await at('2026-10-19T09:00:00Z')
        await settle()
      },
    }
  }

  test('is joined if no place is left, once, in the order of requests', async () => {
    expect(refusalOf(await joinWaitingList(parent, full))).toEqual([409, 'state-conflict'])
    await fill()
    const { parent: other, contract } = await school.addNeighbours('vera@mail.example')
    const waitingList = { groupUuid: full, groupTitle: 'ФИЗ-2', contractUuid, studentUuid: childId }
    expect(await waitingListsOf(parent, contractUuid)).toEqual([{ ...waitingList, length: 0, own: null }])
    const joined = await joinWaitingList(parent, full)
    const own = { uuid: expect.any(String), position: 1, joinedAt: '2026-10-14T09:00:00.000Z', heldUntil: null }
    expect([joined.statusCode, joined.json()]).toEqual([200, { ...waitingList, length: 1, own }])
    // At the same instant: the later request stands later.
    const second = (await joinWaitingList(other, full, contract)).json<GroupWaitingList>()
    expect([second.length, second.own?.position]).toEqual([2, 2])
    expect((await joinWaitingList(parent, full)).json()).toEqual({ ...waitingList, length: 2, own })
    expect(await waitingListsOf(parent)).toEqual([{ ...waitingList, length: 2, own }])
    expect(await waitingListsOf(parent, contractUuid)).toEqual([{ ...waitingList, length: 2, own }])
  })

  test('offers a freed place to the first entry, notifies it and holds the place for a day', async () => {
    const member = await fill()
    const { parent: first, contract: firstContract } = await school.addNeighbours('first@mail.example', {
      language: 'en',
    })
    const { parent: second, contract: secondContract } = await school.addNeighbours('second@mail.example')
    await joinWaitingList(first, full, firstContract)
    await joinWaitingList(second, full, secondContract)
    await member.leave()
    expect(await sentMessages()).toEqual([
      {
        target: 'first@mail.example',
        kind: 'group-place-held',
        language: 'en',
        values: { group: 'ФИЗ-2', student: 'Вера', until: '20 October at 12:00' },
      },
    ])
    expect(await waitingListsOf(first)).toMatchObject([
      { length: 2, own: { position: 1, heldUntil: '2026-10-20T09:00:00.000Z' } },
    ])
    expect(await waitingListsOf(second)).toMatchObject([{ length: 2, own: { position: 2, heldUntil: null } }])
    const placesFor = async (person: Person, contract: string) =>
      (await choiceOf(person, mytischi, contract)).map(({ placesLeft }) => placesLeft)
    expect([await placesFor(first, firstContract), await placesFor(second, secondContract)]).toEqual([[1], [0]])
    expect(refusalOf(await joinWaitingList(first, full, firstContract))).toEqual([409, 'state-conflict'])
    expect(refusalOf(await requestTransfer(second, full, { contract: secondContract }))).toEqual([409, 'no-place-left'])
    expect(refusalOf(await requestTransfer(parent, full))).toEqual([409, 'no-place-left'])
    expect((await requestTransfer(first, full, { contract: firstContract })).statusCode).toBe(200)
    expect(await school.placesOf(full)).toBe(1)
    expect(await waitingListsOf(second)).toMatchObject([{ length: 1, own: { position: 1, heldUntil: null } }])
  })

  test('offers it to the guardians who may enrol and to the student, where who joined may not any more', async () => {
    const member = await fill()
    const { parent: former, contract, childId: waiting } = await school.addNeighbours('former@mail.example')
    const { parent: other } = await school.addNeighbours('other@mail.example')
    await joinWaitingList(former, full, contract)
    const { database } = server.opened
    await database.update(guardianships).set({ enrols: false }).where(eq(guardianships.childId, waiting))
    await database.insert(guardianships).values({ guardianId: other.userId, childId: waiting })
    await database.update(users).set({ email: 'vera@mail.example' }).where(eq(users.id, waiting))
    await member.leave()
    const sent = (await sentMessages()).map(({ target, kind }) => [kind, target]).sort()
    expect(sent).toEqual([
      ['group-place-held', 'other@mail.example'],
      ['group-place-held', 'vera@mail.example'],
    ])
  })

  test('skips an entry that cannot use the place, notifies it once with the reason, and keeps its position', async () => {
    const member = await fill()
    const { parent: first, contract: firstContract } = await school.addNeighbours('first@mail.example')
    const { parent: second, contract: secondContract } = await school.addNeighbours('second@mail.example')
    const { parent: third, contract: thirdContract } = await school.addNeighbours('third@mail.example')
    await joinWaitingList(first, full, firstContract)
    await joinWaitingList(second, full, secondContract)
    await joinWaitingList(third, full, thirdContract)
    const become = (status: 'Frozen' | 'Concluded') =>
      server.opened.database.update(contracts).set({ status }).where(eq(contracts.id, firstContract))
    await become('Frozen')
    await member.leave()
    expect(await waitingListsOf(first)).toMatchObject([{ length: 3, own: { position: 1, heldUntil: null } }])
    expect(await waitingListsOf(second)).toMatchObject([
      { own: { position: 2, heldUntil: '2026-10-20T09:00:00.000Z' } },
    ])
    // The offer expires: the place goes to the third entry, and the first is not notified again.
    await at('2026-10-20T09:00:00Z')
    await settle()
    await settle()
    expect(await waitingListsOf(third)).toMatchObject([{ own: { position: 2, heldUntil: '2026-10-21T09:00:00.000Z' } }])
    await become('Concluded')
    await at('2026-10-21T09:00:00Z')
    await settle()
    expect(await waitingListsOf(first)).toMatchObject([{ length: 1, own: { heldUntil: '2026-10-22T09:00:00.000Z' } }])
    const messages = (await sentMessages()).filter(({ target }) => target === 'first@mail.example')
    expect(messages.map(({ kind, values }) => [kind, values?.why])).toEqual([
      ['group-place-passed', 'frozen'],
      ['group-place-held', undefined],
    ])
    expect((await requestTransfer(first, full, { contract: firstContract })).statusCode).toBe(200)
  })

  test('without an entry that can use the place frees it, and a later entry gets it', async () => {
    const member = await fill()
    await joinWaitingList(parent, full)
    await server.opened.database.update(contracts).set({ status: 'Termination' }).where(eq(contracts.id, contractUuid))
    await member.leave()
    expect([await school.placesOf(full), await sentMessages()]).toEqual([0, []])
    const { parent: next, contract } = await school.addNeighbours('next@mail.example')
    expect((await joinWaitingList(next, full, contract)).statusCode).toBe(200)
    await settle()
    expect(await waitingListsOf(next)).toMatchObject([{ own: { position: 2, heldUntil: '2026-10-20T09:00:00.000Z' } }])
    expect((await requestTransfer(next, full, { contract })).statusCode).toBe(200)
  })

  test('passes an unused place to the next entry after a day, and frees it after the last', async () => {
    const member = await fill()
    const { parent: first, contract: firstContract } = await school.addNeighbours('first@mail.example')
    const { parent: second, contract: secondContract } = await school.addNeighbours('second@mail.example')
    await joinWaitingList(first, full, firstContract)
    await joinWaitingList(second, full, secondContract)
    await member.leave()
    await at('2026-10-20T08:59:59Z')
    await settle()
    expect(await waitingListsOf(first)).toMatchObject([{ own: { heldUntil: '2026-10-20T09:00:00.000Z' } }])
    await at('2026-10-20T09:00:00Z')
    expect(refusalOf(await requestTransfer(first, full, { contract: firstContract }))).toEqual([409, 'no-place-left'])
    await Promise.all([settle(), settle()])
    expect(await waitingListsOf(first)).toEqual([])
    expect(await waitingListsOf(second)).toMatchObject([
      { length: 1, own: { position: 1, heldUntil: '2026-10-21T09:00:00.000Z' } },
    ])
    expect((await sentMessages()).map(({ target, kind, values }) => [target, kind, values?.until])).toEqual(
      expect.arrayContaining([
        ['first@mail.example', 'group-place-held', '20 октября в 12:00'],
        ['first@mail.example', 'group-place-lapsed', undefined],
        ['second@mail.example', 'group-place-held', '21 октября в 12:00'],
      ]),
    )
    await at('2026-10-21T09:00:00Z')
    await settle()
    await settle()
    expect([await school.placesOf(full), (await sentMessages()).length]).toEqual([0, 4])
    expect((await requestTransfer(parent, full)).statusCode).toBe(200)
  })

  test('can be left repeatedly; a held place passes to the next entry', async () => {
    const member = await fill()
    const { parent: other, contract } = await school.addNeighbours('vera@mail.example')
    const { own: mine } = (await joinWaitingList(parent, full)).json<GroupWaitingList>()
    const { own: theirs } = (await joinWaitingList(other, full, contract)).json<GroupWaitingList>()
    await member.leave()
    const leave = (person: Person, uuid = '') => person.call(`DELETE /v1/schedule/group/waiting-list/${uuid}`)
    expect(refusalOf(await leave(other, mine?.uuid))).toEqual([404, 'not-found'])
    expect((await leave(parent, mine?.uuid)).statusCode).toBe(204)
    expect((await leave(parent, mine?.uuid)).statusCode).toBe(204)
    expect(await waitingListsOf(parent)).toEqual([])
    expect(await waitingListsOf(other)).toMatchObject([{ own: { heldUntil: '2026-10-20T09:00:00.000Z' } }])
    expect((await leave(other, theirs?.uuid)).statusCode).toBe(204)
    expect(await school.placesOf(full)).toBe(0)
  })

  test('ends with a transfer to another group, and a held place passes to the next entry', async () => {
    const member = await fill()
    const { parent: other, contract } = await school.addNeighbours('vera@mail.example')
    await joinWaitingList(parent, full)
    await joinWaitingList(other, full, contract)
    await member.leave()
    const elsewhere = await school.addGroup({ meets: '2026-10-28T13:00:00Z' })
    expect((await requestTransfer(parent, elsewhere)).statusCode).toBe(200)
    expect(await waitingListsOf(parent)).toEqual([])
    expect(await waitingListsOf(other)).toMatchObject([{ own: { heldUntil: '2026-10-20T09:00:00.000Z' } }])
  })

  test('gets the place of a transfer that is cancelled before it takes effect', async () => {
    const { parent: other, contract } = await school.addNeighbours('vera@mail.example')
    await requestTransfer(parent, full)
    await joinWaitingList(other, full, contract)
    const [{ uuid } = { uuid: '' }] = await transfersOf(parent)
    await parent.call(`DELETE /v1/schedule/group/transfer/${uuid}`)
    expect(await waitingListsOf(other)).toMatchObject([{ own: { heldUntil: '2026-10-15T09:00:00.000Z' } }])
    expect(await school.placesOf(full)).toBe(1)
  })

  test('gets the places that the school adds, as many as there are', async () => {
    await fill()
    const waiting = []
    for (const email of ['1@mail.example', '2@mail.example', '3@mail.example']) {
      const { parent: person, contract } = await school.addNeighbours(email)
      await joinWaitingList(person, full, contract)
      waiting.push(person)
    }
    await server.opened.database.update(studyGroups).set({ placesTotal: 3 }).where(eq(studyGroups.id, full))
    // The places are not available to others before they are offered.
    expect(await choiceOf(parent)).toMatchObject([{ placesLeft: 0, placesTotal: 3 }])
    expect(refusalOf(await requestTransfer(parent, full))).toEqual([409, 'no-place-left'])
    expect(await waitingListsOf(parent, contractUuid)).toMatchObject([{ length: 3, own: null }])
    await settle()
    await settle()
    const held = await Promise.all(
      waiting.map(async (person) => (await waitingListsOf(person))[0]?.own?.heldUntil ?? null),
    )
    expect(held).toEqual(['2026-10-15T09:00:00.000Z', '2026-10-15T09:00:00.000Z', null])
    expect([
      await school.placesOf(full),
      await server.opened.database.$count(waitingListEntries, eq(waitingListEntries.groupId, full)),
    ]).toEqual([3, 3])
  })
})
