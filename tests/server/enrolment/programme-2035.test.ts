import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Basket } from '#contract/enrolment/catalog.ts'
import type { Offer, OfferStudent } from '#contract/learning/schedule.ts'
import { purchaseSearch } from '#contract/screen-search.ts'
import { baskets, contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { groupMemberships, slots, studyGroups } from '#server/db/schema/programs.ts'
import { waitingListEntries } from '#server/db/schema/transfers.ts'
import { recordEvents } from '#tests/support/integration/recorded-events.ts'
import { openProgramme2035, type Programme2035 } from '#tests/support/schools/programme-2035.ts'
import { ids, openSmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp({ now: new Date('2026-10-14T09:00:00Z') }))
const school = openForSuite(() => openSmallSchool(server))
let programme: Programme2035
beforeEach(async () => {
  programme = await openProgramme2035(server)
})

const offerOf = async (person: Person, { token } = programme): Promise<Offer> =>
  (await person.call(`GET /${token}`)).json()
const studentsOf = async (person: Person, { token } = programme): Promise<OfferStudent[]> =>
  (await person.call(`GET /v1/schedule/offer/${token}/student/list`)).json()
type Choice = { campaignUuid: string; opportunityUuid: string; groupUuid: string; studentUuid?: string }
const enrol = (person: Person, body: Choice, key: string = randomUUID()) =>
  person.call('POST /v1/schedule/group/enroll', { body, headers: { 'idempotency-key': key } })

async function ofGrade(grade: number | null) {
  const person = await server.signInAs({ roles: ['student'] })
  await server.opened.database.update(users).set({ grade }).where(eq(users.id, person.userId))
  return person
}

async function addContract(studentId: string) {
  const common = { studentId, customerId: studentId, campaignId: ids.campaign, programId: ids.program }
  const terms = { format: 'offline', paymentScheme: 'OnePayment', total: 0 } as const
  const made = { number: randomUUID(), status: 'Concluded', createdAt: server.clock.now } as const
  await server.opened.database.insert(contracts).values({ ...common, ...terms, ...made })
}

describe('An offer (D-20)', () => {
  test('is complete for a user with its token', async () => {
    const drones = await programme.addOpportunity({ places: 8 })
    const materials = await programme.addOpportunity({ title: 'Новые материалы', price: 2_400_000 })
    const { database } = server.opened
    await database.insert(slots).values({ groupId: drones.groupUuid, weekday: 2, startsAt: '16:00', endsAt: '17:30' })
    const [basket] = await database.select().from(baskets).where(eq(baskets.opportunityId, materials.opportunityUuid))
    const titles = await database
      .select({ title: studyGroups.title })
      .from(studyGroups)
      .where(eq(studyGroups.campaignId, programme.campaignUuid))
      .orderBy(studyGroups.title)
    const group = { startsOn: '2026-11-02', teacher: null, territory: { uuid: ids.territory, title: 'Сокол' } }
    expect(await offerOf(await ofGrade(8))).toEqual({
      token: programme.token,
      campaignUuid: programme.campaignUuid,
      title: `Программа «2035» ${programme.token}`,
      description: 'Технологии будущего',
      enrolUntil: '2026-10-31',
      opportunities: [
        {
          opportunityUuid: drones.opportunityUuid,
          title: 'Беспилотные системы',
          description: 'Дрон',
          hours: 36,
          price: 0,
          groceryBasketUuid: null,
          groups: [
            {
              ...group,
              groupUuid: drones.groupUuid,
              title: titles[0]?.title,
              slots: [{ weekday: 2, from: '16:00', to: '17:30' }],
              placesLeft: 8,
            },
          ],
        },
        {
          opportunityUuid: materials.opportunityUuid,
          title: 'Новые материалы',
          description: 'Дрон',
          hours: 36,
          price: 2_400_000,
          groceryBasketUuid: basket?.id,
          groups: [{ ...group, groupUuid: materials.groupUuid, title: titles[1]?.title, slots: [], placesLeft: 10 }],
        },
      ],
      enrolment: null,
    })
  })
})

describe('The students who can enrol', () => {
  test('are checked rule by rule, and only the required criteria are returned', async () => {
    const { opportunityUuid, groupUuid } = await programme.addOpportunity({ grades: [9, 10], isForOwn: true })
    const open = await programme.addOpportunity({ title: 'Для всех' })
    const student = await ofGrade(8)
    const general = [
      { rule: 'before-deadline', isMet: true, grades: null },
      { rule: 'not-enrolled', isMet: true, grades: null },
    ]
    expect(await studentsOf(student)).toEqual([
      {
        studentUuid: student.userId,
        firstName: expect.any(String),
        lastName: expect.any(String),
        grade: 8,
        branch: null,
        opportunities: [
          {
            opportunityUuid,
            groups: [{ groupUuid, conflicts: [] }],
            rules: [
              { rule: 'grade', isMet: false, grades: [9, 10] },
              { rule: 'studies-here', isMet: false, grades: null },
              ...general,
            ],
          },
          {
            opportunityUuid: open.opportunityUuid,
            groups: [{ groupUuid: open.groupUuid, conflicts: [] }],
            rules: general,
          },
        ],
        enrolment: null,
      },
    ])
    await addContract(student.userId)
    await server.opened.database.update(users).set({ grade: 10 }).where(eq(users.id, student.userId))
    const [judged] = await studentsOf(student)
    expect(judged?.opportunities[0]?.rules.map(({ isMet }) => isMet)).toEqual([true, true, true, true])
  })

  test('are the parent’s own children', async () => {
    await programme.addOpportunity()
    const { parent, childId } = await school.addFamily('Артём')
    await school.addFamily('Чужой')
    expect((await studentsOf(parent)).map(({ studentUuid }) => studentUuid)).toEqual([childId])
  })
})

describe('An enrolment', () => {
  const placesOf = async (groupUuid: string) => {
    const [group] = await server.opened.database.select().from(studyGroups).where(eq(studyGroups.id, groupUuid))
    return group?.placesTaken
  }

  test('takes a place, joins the group of a free opportunity on its first day, and is returned with the offer', async () => {
    const choice = await programme.addOpportunity()
    const student = await ofGrade(8)
    const published = await recordEvents(server.opened.database)
    const answer = await enrol(student, choice)
    expect(answer.json()).toEqual({ enrolmentUuid: expect.any(String), location: null })
    expect(await published(student.userId)).toMatchObject([
      ['enrolment.created', { studentId: student.userId, groupId: choice.groupUuid }],
    ])
    expect(await placesOf(choice.groupUuid)).toBe(1)
    const { opportunityUuid, groupUuid } = choice
    expect((await offerOf(student)).enrolment).toEqual({ opportunityUuid, groupUuid })
    expect((await studentsOf(student))[0]?.enrolment).toEqual({
      enrolmentUuid: answer.json().enrolmentUuid,
      opportunityUuid,
      groupUuid,
      enrolledAt: server.clock.now.toISOString(),
      courseUuid: ids.program,
      groceryBasketUuid: null,
      contractUuid: null,
      keptUntil: null,
      withdrawUntil: '2026-11-01',
    })
    const memberships = await server.opened.database
      .select({ joinedOn: groupMemberships.joinedOn })
      .from(groupMemberships)
      .where(eq(groupMemberships.studentId, student.userId))
    expect(memberships).toEqual([{ joinedOn: '2026-11-02' }])
  })

  test('in a paid opportunity holds a place and continues with the purchase', async () => {
    const choice = await programme.addOpportunity({ price: 2_400_000 })
    const student = await ofGrade(8)
    const { location } = (await enrol(student, choice)).json()
    const [enrolled] = await studentsOf(student)
    const basket = enrolled?.enrolment?.groceryBasketUuid
    expect(location).toBe(`/catalog/${ids.program}/purchase?child=${student.userId}&basket=${basket}`)
    // The purchase page reads these parameters.
    const { searchParams } = new URL(location, 'http://localhost')
    expect(purchaseSearch(Object.fromEntries(searchParams))).toEqual({ child: student.userId, basket })
    expect(await placesOf(choice.groupUuid)).toBe(1)
    const memberships = await server.opened.database
      .select()
      .from(groupMemberships)
      .where(eq(groupMemberships.studentId, student.userId))
    expect(memberships).toEqual([])
  })

  test('of two children in a paid opportunity creates a contract for each child', async () => {
    const choice = await programme.addOpportunity({ price: 2_400_000 })
    const { parent, childId } = await school.addFamily('Артём')
    const children = [childId, await school.addChild('Вера', [parent])]
    const locations = []
    for (const studentUuid of children)
      locations.push((await enrol(parent, { ...choice, studentUuid })).json().location)
    const [basketId] = new Set(locations.map((location) => new URLSearchParams(location.split('?')[1]).get('basket')))
    expect(locations).toEqual(
      children.map((child) => `/catalog/${ids.program}/purchase?child=${child}&basket=${basketId}`),
    )
    const read = (child: string) => parent.call(`GET /v1/catalog/basket/${basketId}`, { query: `studentUuid=${child}` })
    for (const child of children)
      expect((await read(child)).json<Basket>()).toMatchObject({ student: { uuid: child }, isEnrolled: true })
    expect((await read((await school.addFamily('Чужой')).childId)).statusCode).toBe(404)
    const listed = (await parent.call('GET /v1/catalog/basket/list')).json<Basket[]>()
    expect(listed.map(({ student }) => student.uuid).toSorted()).toEqual(children.toSorted())
  })

  test('is idempotent by key, and rejected with another key', async () => {
    const choice = await programme.addOpportunity()
    const other = await programme.addOpportunity({ title: 'Другое' })
    const student = await ofGrade(8)
    const key = randomUUID()
    const [first, again] = [await enrol(student, choice, key), await enrol(student, choice, key)]
    expect(again.json()).toEqual(first.json())
    for (const next of [choice, other]) {
      const refused = await enrol(student, next)
      expect([refused.statusCode, refused.json().type]).toEqual([409, 'enrolment-refused'])
    }
    expect([await placesOf(choice.groupUuid), await placesOf(other.groupUuid)]).toEqual([1, 0])
  })

  test.each([
    ['a student of another grade', { grades: [9] }, '2026-10-31'],
    ['a user who does not study here', { isForOwn: true }, '2026-10-31'],
    ['a student after the deadline', {}, '2026-10-13'],
  ] as const)('rejects %s without side effects', async (_, { ...asks }, enrolUntil) => {
    const lastDay = await openProgramme2035(server, { enrolUntil: '2026-10-14' })
    expect((await enrol(await ofGrade(8), await lastDay.addOpportunity())).statusCode).toBe(200)
    programme = await openProgramme2035(server, { enrolUntil })
    const choice = await programme.addOpportunity({ ...asks, grades: 'grades' in asks ? [...asks.grades] : [] })
    const refused = await enrol(await ofGrade(8), choice)
    expect([refused.statusCode, refused.json().type]).toEqual([409, 'enrolment-refused'])
    expect(await placesOf(choice.groupUuid)).toBe(0)
  })

  test('without a free place, or ahead of the waiting list, is rejected without side effects', async () => {
    const choice = await programme.addOpportunity({ places: 1 })
    await enrol(await ofGrade(8), choice)
    const late = await ofGrade(8)
    const refused = await enrol(late, choice)
    expect([refused.statusCode, refused.json().type]).toEqual([409, 'no-place-left'])
    expect((await studentsOf(late))[0]?.enrolment).toBeNull()
    // A place that the school adds belongs to the waiting list.
    const first = await ofGrade(8)
    const { database } = server.opened
    const entry = { groupId: choice.groupUuid, studentId: first.userId, requestedById: first.userId }
    await database.insert(waitingListEntries).values({ ...entry, joinedAt: server.clock.now })
    await database.update(studyGroups).set({ placesTotal: 2 }).where(eq(studyGroups.id, choice.groupUuid))
    expect((await offerOf(late)).opportunities[0]?.groups[0]?.placesLeft).toBe(0)
    expect((await enrol(late, choice)).json().type).toBe('no-place-left')
    // One that is held for the student is taken.
    const heldUntil = new Date(server.clock.now.getTime() + 60_000)
    await database.update(studyGroups).set({ placesTaken: 2 }).where(eq(studyGroups.id, choice.groupUuid))
    await database
      .update(waitingListEntries)
      .set({ state: 'held', heldUntil })
      .where(eq(waitingListEntries.studentId, first.userId))
    expect((await enrol(first, choice)).statusCode).toBe(200)
    expect(await placesOf(choice.groupUuid)).toBe(2)
  })

  test('of a child requires the child’s id only if several can enrol', async () => {
    const choice = await programme.addOpportunity({ grades: [8] })
    const { parent, childId } = await school.addFamily('Артём')
    const small = await school.addChild('Вера', [parent])
    const unclear = await enrol(parent, choice)
    expect([unclear.statusCode, unclear.json().errors]).toEqual([422, [{ path: 'studentUuid', message: 'required' }]])
    const refused = await enrol(parent, { ...choice, studentUuid: (await school.addFamily('Чужой')).childId })
    expect(refused.statusCode).toBe(404)
    await server.opened.database.update(users).set({ grade: 2 }).where(eq(users.id, small))
    expect((await enrol(parent, choice)).statusCode).toBe(200)
    expect((await studentsOf(parent)).find(({ enrolment }) => enrolment)?.studentUuid).toBe(childId)
  })

  test('in a group of another opportunity or campaign is not found', async () => {
    const [one, other] = [await programme.addOpportunity(), await programme.addOpportunity({ title: 'Другое' })]
    const student = await ofGrade(8)
    const mixed = [
      { ...one, groupUuid: other.groupUuid },
      { ...one, campaignUuid: ids.campaign },
      { ...one, groupUuid: ids.group },
    ]
    for (const choice of mixed) expect((await enrol(student, choice)).statusCode).toBe(404)
    expect((await enrol(await server.signInAs({ roles: ['teacher'] }), one)).statusCode).toBe(403)
  })
})

describe('The withdrawal of an enrolment', () => {
  const withdraw = (person: Person, id: string) => person.call(`DELETE /v1/schedule/enrolment/${id}`)
  const takenIn = async (groupUuid: string) => {
    const [group] = await server.opened.database.select().from(studyGroups).where(eq(studyGroups.id, groupUuid))
    return group?.placesTaken
  }

  test('frees the place, ends the membership and allows another enrolment', async () => {
    const [choice, other] = [await programme.addOpportunity(), await programme.addOpportunity({ title: 'Другое' })]
    const student = await ofGrade(8)
    const { enrolmentUuid } = (await enrol(student, choice)).json()
    const published = await recordEvents(server.opened.database)
    expect((await withdraw(student, enrolmentUuid)).statusCode).toBe(204)
    expect(await takenIn(choice.groupUuid)).toBe(0)
    expect(await published(student.userId)).toMatchObject([
      ['enrolment.withdrawn', { sourcedId: enrolmentUuid, groupId: choice.groupUuid }],
    ])
    const { studentId } = groupMemberships
    expect(await server.opened.database.select().from(groupMemberships).where(eq(studentId, student.userId))).toEqual(
      [],
    )
    expect((await withdraw(student, enrolmentUuid)).statusCode).toBe(404)
    expect((await enrol(student, other)).statusCode).toBe(200)
  })

  test('is refused to another family, with a contract, and once the group has started', async () => {
    const paid = await programme.addOpportunity({ price: 2_400_000 })
    const { parent, childId } = await school.addFamily('Артём')
    const { enrolmentUuid } = (await enrol(parent, paid)).json()
    expect((await withdraw((await school.addFamily('Чужой')).parent, enrolmentUuid)).statusCode).toBe(404)
    await addContract(childId)
    await server.opened.database
      .update(contracts)
      .set({ enrolmentId: enrolmentUuid })
      .where(eq(contracts.studentId, childId))
    const bound = await withdraw(parent, enrolmentUuid)
    expect([bound.statusCode, bound.json().type]).toEqual([409, 'state-conflict'])
    expect((await studentsOf(parent))[0]?.enrolment?.withdrawUntil).toBeNull()
    const begun = await programme.addOpportunity({ title: 'Идёт' })
    const student = await ofGrade(8)
    const own = (await enrol(student, begun)).json()
    await server.opened.database
      .update(studyGroups)
      .set({ startsOn: '2026-10-14' })
      .where(eq(studyGroups.id, begun.groupUuid))
    const late = await withdraw(student, own.enrolmentUuid)
    expect([late.statusCode, late.json().type]).toEqual([409, 'state-conflict'])
    expect(await takenIn(begun.groupUuid)).toBe(1)
  })
})
