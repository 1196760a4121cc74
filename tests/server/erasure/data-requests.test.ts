import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DataRequest, DataRequestOfPerson, DataRequests, DeletionPreview } from '#contract/people/data-requests.ts'
import { rightsOfPreset } from '#contract/people/guardian-rights.ts'
import type { WorkQueueItem } from '#contract/people/school-work.ts'
import { autopays } from '#server/db/schema/checkouts.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { dataRequests, keptIdentities } from '#server/db/schema/data-requests.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { importRuns } from '#server/db/schema/integration.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { guardianships, userRoles, users } from '#server/db/schema/people.ts'
import { personalDetails, taxCertificates } from '#server/db/schema/tax.ts'
import { eraseAgain, listErased } from '#server/erasure/erased-people.ts'
import { scrubText } from '#server/erasure/scrub-text.ts'
import { addWorkingDays } from '#server/time/working-days.ts'
import { openPayingSchool, taxNumbers } from '#tests/support/schools/paying-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { runJobs } from '#tests/support/server/jobs.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const started = new Date('2026-10-14T09:00:00Z')
const server = openForSuite(() => openTestApp({ now: started }))
const db = () => server.opened.database
let school: Awaited<ReturnType<typeof openPayingSchool>>
type Signed = Person & { userId: string }
let parent: Signed
let childId: string
let other: Signed
let administrator: Signed

beforeAll(async () => {
  school = await openPayingSchool(server)
  administrator = await server.signInAs({ roles: ['administrator'], twoFactorLastCheck: started })
})
beforeEach(async () => {
  server.clock.now = started
  parent = await signIn(['parent'])
  other = await signIn(['parent'])
  childId = await school.addChild('Артём', [parent, other])
  await db().insert(userRoles).values({ userId: childId, role: 'student' })
})

const signIn = (roles: Parameters<typeof server.signInAs>[0]['roles'], more: object = {}) =>
  server.signInAs({ roles, group: 'parent', twoFactorLastCheck: server.clock.now, ...more })
const ask = (person: Person, kind: 'deletion' | 'correction', body: object, key = randomUUID()) =>
  person.call(`POST /v1/profile/data-request/${kind}`, { body, headers: { 'idempotency-key': key } })
const askDeletion = async (person: Person, subjectId: string) =>
  (await ask(person, 'deletion', { subjectId })).json<DataRequest>()
const listed = async (person: Person) => (await person.call('GET /v1/profile/data-request/list')).json<DataRequests>()
const previewOf = (person: Person, subjectId: string) =>
  person.call('GET /v1/profile/data-request/deletion-preview', { query: `subjectId=${subjectId}` })
/** Sessions end while the clock goes on. */
const asAdministrator = () => signIn(['administrator'], { userId: administrator.userId, group: 'admin' })
const act = async (id: string, action: 'take' | 'answer', body?: object) =>
  (await asAdministrator()).call(`POST /v1/admin/data-request/${id}/${action}`, { ...(body && { body }) })
const accept = { decision: 'accept', answer: 'Договоров и долгов нет' }
const refuse = { decision: 'refuse', answer: 'Сначала закончите договор' }
const withdraw = (person: Person, id: string) => person.call(`POST /v1/profile/data-request/${id}/withdraw`)
const erase = () => runJobs(['erase-people'], { database: db(), clock: () => server.clock.now })
const stateOf = async (id: string) => (await db().select().from(dataRequests).where(eq(dataRequests.id, id)))[0]?.state
const nameOf = async (id: string) => (await db().select().from(users).where(eq(users.id, id)))[0]?.lastName
const wait = (hours: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + hours * 3_600_000)
}
const noticesOf = async ({ userId }: Signed) =>
  (await db().select().from(notifications).where(eq(notifications.userId, userId)).orderBy(notifications.at)).map(
    ({ kind }) => kind,
  )
const auditOf = async (subjectId: string) =>
  (await db().select().from(auditEntries).where(eq(auditEntries.subjectId, subjectId)).orderBy(auditEntries.at))
    .map(({ action }) => action)
    .filter((action) => action.startsWith('data.'))

describe('Who may ask', () => {
  test('a person for himself, and a guardian with all rights for a child', async () => {
    const informed = await signIn(['parent'])
    await db()
      .insert(guardianships)
      .values({ guardianId: informed.userId, childId, ...rightsOfPreset.payer })
    expect((await listed(parent)).people).toEqual([
      { id: parent.userId, name: 'Петров Иван', isOwn: true },
      { id: childId, name: 'Соколов Артём', isOwn: false },
    ])
    expect((await listed(informed)).people.map(({ isOwn }) => isOwn)).toEqual([true])
    for (const kind of ['deletion', 'correction'] as const)
      expect(
        (await ask(informed, kind, { subjectId: childId, ...(kind === 'correction' && { wrong: 'а', right: 'б' }) }))
          .statusCode,
      ).toBe(404)
    expect((await previewOf(informed, childId)).statusCode).toBe(404)
  })

  test('not a minor in an account of the own, whose guardians ask', async () => {
    const child = await signIn(['student'], { userId: childId, group: 'student' })
    expect((await listed(child)).people).toEqual([])
    expect((await ask(child, 'deletion', { subjectId: childId })).statusCode).toBe(404)
  })

  test('not an administrator who acts as the person, nor a person without a recent code', async () => {
    const seen = await signIn(['parent'], { userId: parent.userId, seenBy: administrator.userId })
    expect((await ask(seen, 'deletion', { subjectId: parent.userId })).json().type).toContain('impersonation-forbids')
    const late = await signIn(['parent'], { userId: parent.userId, twoFactorLastCheck: undefined })
    expect((await ask(late, 'deletion', { subjectId: parent.userId })).statusCode).toBe(428)
  })
})

test('The preview says what the law keeps and until when, what goes, and what must end first', async () => {
  const { contractId, paymentId, number } = await school.addAccount(childId, parent.userId)
  await school.move({ paymentId }, { amount: 500_000_000, at: '2025-09-08T10:00:00Z' })
  const preview = async () => (await previewOf(parent, childId)).json<DeletionPreview>()
  expect(await preview()).toEqual({
    obstacles: [{ kind: 'contract', contract: { uuid: contractId, number }, amount: null }],
    kept: [
      { kind: 'contracts', count: 1, until: '2032-12-31', laws: ['402-fz', '125-fz'] },
      { kind: 'payments', count: 1, until: '2030-12-31', laws: ['402-fz', 'tax-code', '54-fz'] },
    ],
    tickets: 0,
    files: 0,
    marks: 0,
  })
  expect((await ask(parent, 'deletion', { subjectId: childId })).json().type).toContain('state-conflict')
  await db().update(contracts).set({ status: 'Termination' }).where(eq(contracts.id, contractId))
  expect((await preview()).obstacles).toEqual([
    { kind: 'debt', contract: { uuid: contractId, number }, amount: 500_000_000 },
  ])
  await db().update(payments).set({ status: 'Canceled' }).where(eq(payments.id, paymentId))
  expect((await preview()).obstacles).toEqual([])
  await db().insert(userRoles).values({ userId: parent.userId, role: 'teacher' })
  expect((await previewOf(parent, parent.userId)).json<DeletionPreview>().obstacles).toEqual([
    { kind: 'staff', contract: null, amount: null },
  ])
})

describe('A deletion', () => {
  test('is asked for once, accepted, and done a day later; the person gets two messages', async () => {
    const key = randomUUID()
    const first = await ask(parent, 'deletion', { subjectId: childId }, key)
    const request = first.json<DataRequest>()
    expect(request).toEqual({
      id: request.id,
      kind: 'deletion',
      state: 'asked',
      dueOn: '2026-10-28',
      wrong: null,
      right: null,
      answer: null,
      subject: { id: childId, name: 'Соколов Артём', isOwn: false },
      requestedAt: started.toISOString(),
      eraseAfter: null,
      endedAt: null,
    })
    expect((await ask(parent, 'deletion', { subjectId: childId }, key)).json()).toEqual(request)
    expect((await ask(parent, 'deletion', { subjectId: childId })).statusCode).toBe(409)
    const { items } = (await administrator.call('GET /v1/admin/work-queue/data-requests/list')).json<{
      items: WorkQueueItem[]
    }>()
    expect(items.find(({ id }) => id === request.id)).toMatchObject({
      student: { id: childId },
      contact: { id: parent.userId },
      note: 'deletion',
      taker: null,
      dueOn: '2026-10-28',
    })
    expect((await act(request.id, 'take')).statusCode).toBe(204)
    const read = async () =>
      (await (await asAdministrator()).call(`GET /v1/admin/data-request/${request.id}`)).json<DataRequestOfPerson>()
    expect(await read()).toMatchObject({ takenBy: { id: administrator.userId }, preview: { obstacles: [] } })
    wait(1)
    expect((await act(request.id, 'answer', accept)).statusCode).toBe(204)
    expect((await act(request.id, 'answer', refuse)).statusCode).toBe(409)
    await erase()
    expect(await stateOf(request.id)).toBe('accepted')
    wait(24)
    await erase()
    expect([await stateOf(request.id), await nameOf(childId), await nameOf(parent.userId)]).toEqual([
      'done',
      'Данные',
      'Петров',
    ])
    expect((await read()).preview).toBeNull()
    expect(await noticesOf(parent)).toEqual(['data-request-received', 'data-request-answered'])
    expect(await auditOf(childId)).toEqual([
      'data.deletion-requested',
      'data.request-taken',
      'data.request-accepted',
      'data.erased',
    ])
  })

  test('is withdrawn until it is done, by who has asked', async () => {
    const { id } = await askDeletion(parent, parent.userId)
    expect((await withdraw(await signIn(['parent']), id)).statusCode).toBe(404)
    await act(id, 'answer', accept)
    expect((await withdraw(parent, id)).statusCode).toBe(204)
    expect((await withdraw(parent, id)).statusCode).toBe(409)
    wait(48)
    await erase()
    expect([await stateOf(id), await nameOf(parent.userId)]).toEqual(['withdrawn', 'Петров'])
  })

  test('goes back to the administrators if a contract was made meanwhile', async () => {
    const { id } = await askDeletion(parent, childId)
    await act(id, 'answer', accept)
    await school.addAccount(childId, parent.userId)
    wait(25)
    await erase()
    expect([await stateOf(id), await nameOf(childId)]).toEqual(['asked', 'Соколов'])
    expect((await auditOf(childId)).at(-1)).toBe('data.request-reopened')
    expect((await noticesOf(parent)).at(-1)).toBe('data-request-answered')
    expect((await act(id, 'answer', accept)).statusCode).toBe(409)
    expect((await act(id, 'answer', refuse)).statusCode).toBe(204)
    const again = await signIn(['parent'], { userId: parent.userId })
    expect((await listed(again)).requests).toMatchObject([{ state: 'refused', answer: refuse.answer }])
  })

  test('ends the sessions, and keeps the name only with the documents of the law', async () => {
    const { contractId, paymentId } = await school.addAccount(childId, parent.userId)
    await school.move(
      { paymentId },
      { amount: 100, at: '2025-09-08T10:00:00Z', payerId: parent.userId, payerName: 'Петров Иван' },
    )
    await db().update(contracts).set({ status: 'Termination' }).where(eq(contracts.id, contractId))
    await db().update(payments).set({ status: 'Canceled' }).where(eq(payments.id, paymentId))
    const { id } = await askDeletion(parent, parent.userId)
    await act(id, 'answer', accept)
    wait(25)
    await erase()
    expect((await parent.call('GET /v1/profile')).statusCode).toBe(401)
    const kept = async () => db().select().from(keptIdentities).where(eq(keptIdentities.personId, parent.userId))
    expect(await kept()).toMatchObject([{ name: 'Петров Иван', keptUntil: '2030-12-31' }])
    const payers = async () =>
      (await db().execute(sql`select payer_name from operations where payment_id = ${paymentId}`)).rows
    expect(await payers()).toEqual([{ payer_name: 'Петров Иван' }])
    await runJobs(['apply-retention'], { database: db(), clock: () => new Date('2031-01-02T09:00:00Z') })
    expect([await kept(), await payers()]).toEqual([[], [{ payer_name: null }]])
  })
})

test('A deletion removes the findings of imports about the person, and no others', async () => {
  const cell = (line: number, column: string, value: string, more: object = {}) => ({
    file: 'users.csv',
    line,
    column,
    reason: 'not-a-name',
    value,
    ...more,
  })
  const ofOthers = [
    cell(2, 'familyName', 'Петровский-1'),
    cell(3, 'givenName', 'Иванова-1'),
    cell(0, '', 'Петровы', { reason: 'ignored-columns' }),
    cell(0, '', 'Иваново', { reason: 'ignored-columns' }),
  ]
  const ofPerson = [
    cell(4, 'familyName', 'Петров1'),
    cell(4, 'givenName', 'Иван1'),
    cell(5, 'metadata.user', 'Петров Иван', { reason: 'account-left-out' }),
    cell(6, 'email', 'Иван Петров', { isLeftOut: true }),
  ]
  const run = { createdAt: started, state: 'applied', faults: 12 }
  await db().delete(importRuns)
  await db()
    .insert(importRuns)
    .values([
      { ...run, fileName: 'of-others.csv', findings: ofOthers },
      { ...run, fileName: 'mixed.csv', findings: [...ofPerson, ...ofOthers] },
      { ...run, fileName: 'of-person.csv', faults: 2, findings: ofPerson },
    ])
  const { id } = await askDeletion(parent, parent.userId)
  await act(id, 'answer', accept)
  wait(25)
  await erase()
  const { fileName, faults, findings } = importRuns
  expect(await db().select({ fileName, faults, findings }).from(importRuns).orderBy(fileName)).toEqual([
    { fileName: 'mixed.csv', faults: 10, findings: ofOthers },
    { fileName: 'of-others.csv', faults: 12, findings: ofOthers },
    { fileName: 'of-person.csv', faults: 0, findings: [] },
  ])
})

describe('A deletion of a child', () => {
  const rightsEnd = () => db().delete(guardianships).where(eq(guardianships.guardianId, parent.userId))

  test('is seen and withdrawn by the other guardian and by the child of 14, who get messages', async () => {
    await db().insert(personalDetails).values({ userId: childId, bornOn: '2012-10-14', updatedAt: started })
    const child = await signIn(['student'], { userId: childId, group: 'student' })
    const { id } = await askDeletion(parent, childId)
    for (const person of [other, child]) {
      expect((await listed(person)).requests).toMatchObject([{ id, state: 'asked' }])
      expect(await noticesOf(person)).toEqual(['data-request-received'])
    }
    expect((await withdraw(child, id)).statusCode).toBe(204)
    expect(await noticesOf(parent)).toEqual(['data-request-received', 'data-request-answered'])
    expect(await noticesOf(child)).toEqual(['data-request-received'])
  })

  test('is not seen by a younger child', async () => {
    await db().insert(personalDetails).values({ userId: childId, bornOn: '2012-10-15', updatedAt: started })
    const child = await signIn(['student'], { userId: childId, group: 'student' })
    const { id } = await askDeletion(parent, childId)
    expect((await listed(child)).requests).toEqual([])
    expect((await withdraw(child, id)).statusCode).toBe(404)
  })

  test('ends as withdrawn if the rights of the guardian have ended before the answer', async () => {
    const { id } = await askDeletion(parent, childId)
    await rightsEnd()
    expect((await act(id, 'answer', accept)).statusCode).toBe(409)
    expect([await stateOf(id), await noticesOf(parent)]).toEqual([
      'withdrawn',
      ['data-request-received', 'data-request-answered'],
    ])
  })

  test('ends as withdrawn if the rights of the guardian have ended before the day', async () => {
    const { id } = await askDeletion(parent, childId)
    await act(id, 'answer', accept)
    await rightsEnd()
    wait(25)
    await erase()
    expect([await stateOf(id), await nameOf(childId)]).toEqual(['withdrawn', 'Соколов'])
  })

  test('shows payments only to the customer and to payers with a certificate, and no one enters the data again', async () => {
    const { contractId, paymentId } = await school.addAccount(childId, parent.userId)
    const [former, limited] = [await signIn(['parent']), await signIn(['parent'])]
    await db()
      .insert(guardianships)
      .values({ guardianId: limited.userId, childId, ...rightsOfPreset.informed })
    for (const { userId } of [parent, other, former, limited])
      await school.move({ paymentId }, { amount: 100, at: '2025-09-08T10:00:00Z', payerId: userId })
    await db()
      .insert(taxCertificates)
      .values({
        number: '2025-900001',
        year: 2025,
        applicantId: other.userId,
        studentId: childId,
        amount: 100,
        state: 'ready',
        requestedAt: started,
        preparedAt: started,
        readyAt: started,
        file: Buffer.from('PDF'),
      })
    await db().update(contracts).set({ status: 'Termination' }).where(eq(contracts.id, contractId))
    await db().update(payments).set({ status: 'Canceled' }).where(eq(payments.id, paymentId))
    const shownTo = async ({ userId }: Signed) => {
      const { students } = await school.deductionOf(await signIn(['parent'], { userId }))
      return students.map(({ lastName, paid, operations, certificate }) => [
        lastName,
        paid,
        operations.length,
        certificate?.isOutdated,
      ])
    }
    for (const closed of [former, limited]) expect(await shownTo(closed)).toEqual([])
    const { id } = await askDeletion(parent, childId)
    await act(id, 'answer', accept)
    wait(25)
    await erase()
    for (const closed of [former, limited]) expect(await shownTo(closed)).toEqual([])
    expect(await shownTo(other)).toEqual([['Соколов', 100, 1, false]])
    expect(await shownTo(parent)).toEqual([['Соколов', 100, 4, undefined]])
    const entered = async ({ userId }: Signed) => {
      const person = await signIn(['parent'], { userId })
      const details = { userUuid: childId, taxNumber: taxNumbers.child, bornOn: '2012-10-14' }
      return [(await school.saveDetails(person, details)).statusCode, (await school.ask(person, childId)).statusCode]
    }
    for (const closed of [former, limited]) expect(await entered(closed)).toEqual([404, 404])
    for (const open of [other, parent]) expect(await entered(open)).toEqual([409, 409])
    expect(await db().$count(personalDetails, eq(personalDetails.userId, childId))).toBe(0)
  })

  test('ends as withdrawn when the guardian who has asked is erased', async () => {
    const ofChild = await askDeletion(parent, childId)
    const own = await askDeletion(parent, parent.userId)
    await act(own.id, 'answer', accept)
    wait(25)
    await erase()
    expect([await stateOf(own.id), await stateOf(ofChild.id)]).toEqual(['done', 'withdrawn'])
  })
})

test('A minor child without another guardian, and automatic payments of other contracts, must end first', async () => {
  await db().delete(guardianships).where(eq(guardianships.guardianId, other.userId))
  const { contractId, number } = await school.addAccount(childId, other.userId)
  await db().insert(autopays).values({
    contractId,
    personId: parent.userId,
    state: 'on',
    savedMethod: 'm',
    cardDigits: '4242',
    termsVersion: 1,
    fromOn: '2026-10-01',
    agreedAt: started,
    agreedAddress: '192.0.2.1',
  })
  expect((await previewOf(parent, parent.userId)).json<DeletionPreview>().obstacles).toEqual([
    { kind: 'autopay', contract: { uuid: contractId, number }, amount: null },
    { kind: 'child', contract: null, amount: null },
  ])
})

test('Names are replaced in other forms and spellings, and not in attributes', () => {
  const words = { names: ['Лев', 'Павел', 'Пётр', 'Ильинична'], contacts: ['lev@mail.example'] }
  const gone = '[удалено]'
  expect(
    scrubText('Льву, Павлу, Петру, Ильиничне и Олегу <a href="/f/1234567?to=lev@mail.example">1234567</a>', words),
  ).toBe(`${gone}, ${gone}, ${gone}, ${gone} и Олегу <a href="/f/1234567?to=${gone}">${gone}</a>`)
})

describe('A correction', () => {
  const wrong = 'Фамилия Петров'
  const right = 'Фамилия Петрова'

  test('is answered with a reason, and may be asked for again', async () => {
    const body = { subjectId: parent.userId, wrong, right }
    const { id } = (await ask(parent, 'correction', body)).json<DataRequest>()
    expect((await ask(parent, 'correction', body)).statusCode).toBe(409)
    await act(id, 'answer', { decision: 'accept', answer: 'Фамилия исправлена' })
    expect((await listed(parent)).requests).toMatchObject([
      { kind: 'correction', state: 'done', wrong, right, answer: 'Фамилия исправлена', endedAt: started.toISOString() },
    ])
    expect((await ask(parent, 'correction', body)).statusCode).toBe(200)
  })

  test('of an administrator is decided by another one', async () => {
    const { id } = (
      await ask(administrator, 'correction', { subjectId: administrator.userId, wrong, right })
    ).json<DataRequest>()
    expect((await act(id, 'answer', accept)).json().type).toContain('target-not-weaker')
  })
})

test.each([
  ['2026-10-14', '2026-10-28'],
  // A Saturday and a Sunday.
  ['2026-10-17', '2026-10-30'],
  ['2026-10-18', '2026-10-30'],
  ['2026-10-16', '2026-10-30'],
])('Ten working days after %s are over on %s', (day, last) => {
  expect(addWorkingDays(day, 10)).toBe(last)
})

test('People whom a restored backup brings back are erased again', async () => {
  const { id } = await askDeletion(parent, parent.userId)
  await act(id, 'answer', accept)
  wait(25)
  await erase()
  const erased = await listErased(db())
  expect(erased).toContain(parent.userId)
  // As in a backup of before.
  await db().delete(dataRequests).where(eq(dataRequests.subjectId, parent.userId))
  await db().update(users).set({ lastName: 'Петров' }).where(eq(users.id, parent.userId))
  expect(await eraseAgain(db(), [...erased, randomUUID()], server.clock.now)).toBe(1)
  await erase()
  expect([await nameOf(parent.userId), await eraseAgain(db(), erased, server.clock.now)]).toEqual(['Данные', 0])
})
