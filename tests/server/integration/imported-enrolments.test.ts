import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { groupMemberships } from '#server/db/schema/programs.ts'
import { openServiceClient } from '#tests/support/integration/service-client.ts'
import { transferCalls } from '#tests/support/schools/transfer-calls.ts'
import { openTransferSchool } from '#tests/support/schools/transfer-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp())
const school = openForSuite(() => openTransferSchool(server))
let parent: Person
let childId: string
let contractUuid: string
let home: string
let elsewhere: string
let membershipId: string
const { requestTransfer, transfersOf, settle, at } = transferCalls(() => ({ server, contractUuid }))

beforeEach(async () => {
  await at('2026-10-14T09:00:00Z')
  ;({ home, parent, childId, contractUuid } = await school.beginWithFamily())
  elsewhere = await school.addGroup()
  membershipId = (await membershipsIn(home))[0]?.id ?? ''
})

const membershipsIn = (groupId: string) =>
  server.opened.database
    .select({ id: groupMemberships.id, leftOn: groupMemberships.leftOn })
    .from(groupMemberships)
    .where(and(eq(groupMemberships.groupId, groupId), eq(groupMemberships.studentId, childId)))

const endIn = async (groupId: string) => (await membershipsIn(groupId)).map(({ leftOn }) => leftOn)

/** The row of the school's program, which does not know the transfer. */
async function enrol(more: object) {
  const crm = await openServiceClient(server, { name: randomUUID(), source: 'crm' })
  const row = { sourcedId: membershipId, classSourcedId: home, userSourcedId: childId, role: 'student', ...more }
  return crm.put('enrollments', [row])
}

describe('An enrolment that a transfer has ended', () => {
  beforeEach(async () => {
    expect((await requestTransfer(parent, elsewhere)).statusCode).toBe(200)
  })
  const withdraw = async () => {
    const [{ uuid } = { uuid: '' }] = await transfersOf(parent)
    expect((await parent.call(`DELETE /v1/schedule/group/transfer/${uuid}`)).statusCode).toBe(204)
  }

  test.each([
    ['none', { endDate: null }, null],
    ['a later one', { endDate: '2027-03-01' }, '2027-03-01'],
  ])('keeps this end when its row has %s, which a withdrawal restores', async (_, row, restored) => {
    expect(await enrol(row)).toEqual([`${membershipId} changed`])
    expect([await endIn(home), await endIn(elsewhere)]).toEqual([['2026-10-19'], [null]])
    await withdraw()
    expect([await endIn(home), await endIn(elsewhere)]).toEqual([[restored], []])
  })

  test('keeps this end when its row has no end at all', async () => {
    await enrol({ beginDate: '2026-09-07' })
    expect(await endIn(home)).toEqual(['2026-10-19'])
    await withdraw()
    expect(await endIn(home)).toEqual([null])
  })

  test('keeps this end after the transfer', async () => {
    await at('2026-10-19T09:00:00Z')
    await settle()
    await enrol({ endDate: null })
    expect([await endIn(home), await endIn(elsewhere)]).toEqual([['2026-10-19'], [null]])
  })

  test('takes an earlier end, which stays after a withdrawal', async () => {
    await enrol({ endDate: '2026-10-16' })
    expect(await endIn(home)).toEqual(['2026-10-16'])
    await withdraw()
    expect(await endIn(home)).toEqual(['2026-10-16'])
  })

  test('is opened again once the transfer is withdrawn', async () => {
    await withdraw()
    await enrol({ endDate: '2027-03-01' })
    expect(await endIn(home)).toEqual(['2027-03-01'])
    await enrol({ endDate: null })
    expect(await endIn(home)).toEqual([null])
  })
})
