import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ContractStatus } from '#contract/enumerations.ts'
import { type GuardianRights, rightsOfPreset } from '#contract/people/guardian-rights.ts'
import type { ChildGuardians } from '#contract/people/pairing.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { personalDetails } from '#server/db/schema/tax.ts'
import { openPayingSchool } from '#tests/support/schools/paying-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp({ now: new Date('2026-10-14T09:00:00Z') }))
let school: Awaited<ReturnType<typeof openPayingSchool>>
const db = () => server.opened.database
const { full, payer, learning, informed } = rightsOfPreset

beforeAll(async () => {
  school = await openPayingSchool(server)
  server.env.SCHOOL.guardians = { setByHolder: true }
})

/** A holder of a contract of a child, and another guardian of it. */
async function addFamily({ own = full, other = full }: { own?: GuardianRights; other?: GuardianRights } = {}) {
  const signIn = () => server.signInAs({ roles: ['parent'], group: 'parent', twoFactorLastCheck: server.clock.now })
  const [holder, guardian] = [await signIn(), await signIn()]
  const childId = await school.addChild('Артём', [holder, guardian])
  for (const [{ userId }, rights] of [
    [holder, own],
    [guardian, other],
  ] as const) {
    const isPair = and(eq(guardianships.guardianId, userId), eq(guardianships.childId, childId))
    await db().update(guardianships).set(rights).where(isPair)
    await db().update(users).set({ subject: crypto.randomUUID() }).where(eq(users.id, userId))
  }
  const { contractId } = await school.addAccount(childId, holder.userId)
  return { holder, guardian, childId, contractId }
}

const set = (who: Person, studentUuid: string, guardianId: string, rights: GuardianRights) =>
  who.call('POST /v1/profile/guardian-rights', { body: { studentUuid, guardianId, rights } })
const seenBy = async (who: Person) => (await who.call('GET /v1/profile/guardian/list')).json<ChildGuardians[]>()
const changeableOf = async (who: Person, id: string) =>
  (await seenBy(who)).flatMap(({ guardians }) => guardians).find((guardian) => guardian.id === id)?.changeable

describe('The holder of a contract', () => {
  test('gives and takes rights of the other guardian, who is notified by name', async () => {
    const { holder, guardian, childId } = await addFamily()
    expect((await set(holder, childId, guardian.userId, informed)).statusCode).toBe(204)
    expect((await guardian.call('GET /v1/profile/children')).json()).toMatchObject([
      { withheld: ['seesContracts', 'pays', 'enrols', 'writes'] },
    ])
    const [notice] = await db().select().from(notifications).where(eq(notifications.userId, guardian.userId))
    expect(notice).toMatchObject({ kind: 'guardian-rights-changed', values: { ru: { by: 'Иван Петров' } } })
    expect((await set(holder, childId, guardian.userId, full)).statusCode).toBe(204)
    expect((await set(holder, childId, guardian.userId, full)).json()).toMatchObject({ type: 'state-conflict' })
  })

  test('sees the other guardians without all rights, and changes only rights that he has', async () => {
    const { holder, guardian, childId } = await addFamily({ own: payer, other: learning })
    expect(await seenBy(holder)).toMatchObject([
      { studentUuid: childId, isHolder: true, canMakeCodes: false, codes: [] },
    ])
    expect(await changeableOf(holder, guardian.userId)).toEqual(['seesContracts', 'pays', 'writes', 'isNotified'])
    const wider = { ...learning, enrols: true }
    expect((await set(holder, childId, guardian.userId, wider)).json()).toMatchObject({ type: 'role-missing' })
    const less = { ...learning, seesLearning: false }
    expect((await set(holder, childId, guardian.userId, less)).json()).toMatchObject({ type: 'role-missing' })
    expect(
      (await set(holder, childId, guardian.userId, { ...learning, pays: true, seesContracts: true })).statusCode,
    ).toBe(204)
  })

  test('does not take what another holder needs to pay', async () => {
    const { holder, guardian, childId } = await addFamily()
    await school.addAccount(childId, guardian.userId)
    expect(await changeableOf(holder, guardian.userId)).toEqual(['seesLearning', 'enrols', 'writes'])
    expect((await set(holder, childId, guardian.userId, learning)).json()).toMatchObject({ type: 'role-missing' })
    const least = { ...payer, writes: false }
    expect((await set(holder, childId, guardian.userId, least)).statusCode).toBe(204)
  })

  test('has a contract in force: an unsigned or unpaid one gives no rights, and takes none', async () => {
    const { holder, guardian, childId, contractId } = await addFamily()
    const setStatus = (status: ContractStatus) =>
      db().update(contracts).set({ status }).where(eq(contracts.id, contractId))
    for (const status of ['Open', 'NotPaid', 'Termination'] as const) {
      await setStatus(status)
      expect((await set(holder, childId, guardian.userId, informed)).statusCode).toBe(404)
    }
    for (const status of ['Frozen', 'OnTermination'] as const) {
      await setStatus(status)
      expect(await changeableOf(holder, guardian.userId)).not.toEqual([])
    }
  })

  test('does not change the own rights, those that the school has set, nor those for an adult', async () => {
    const { holder, guardian, childId } = await addFamily({ other: learning })
    expect((await set(holder, childId, holder.userId, payer)).statusCode).toBe(404)
    const isPair = and(eq(guardianships.guardianId, guardian.userId), eq(guardianships.childId, childId))
    await db().update(guardianships).set({ isSetBySchool: true }).where(isPair)
    expect(await changeableOf(holder, guardian.userId)).toEqual([])
    expect((await set(holder, childId, guardian.userId, full)).json()).toMatchObject({ type: 'role-missing' })
    await db().update(guardianships).set({ isSetBySchool: false }).where(isPair)
    await db().insert(personalDetails).values({ userId: childId, bornOn: '2008-10-14', updatedAt: server.clock.now })
    expect((await set(holder, childId, guardian.userId, full)).statusCode).toBe(404)
  })
})

test('Rights that the panel has set are marked as those of the school', async () => {
  const { holder, guardian, childId } = await addFamily()
  const pavel = await server.signInAs({ roles: ['administrator'], twoFactorLastCheck: server.clock.now })
  const body = { guardianId: guardian.userId, rights: informed, reason: 'По решению суда' }
  expect((await pavel.call(`POST /v1/admin/user/${childId}/guardian-rights`, { body })).statusCode).toBe(204)
  expect((await set(holder, childId, guardian.userId, full)).json()).toMatchObject({ type: 'role-missing' })
})

test.each<[string, ContractStatus | null]>([
  ['without a contract', null],
  ['whose contract was terminated', 'Termination'],
  ['whose contract was not paid', 'NotPaid'],
])('A guardian %s sets no rights', async (_, status) => {
  const { holder, guardian, childId, contractId } = await addFamily({ own: payer })
  if (status) await db().update(contracts).set({ status }).where(eq(contracts.id, contractId))
  else await db().update(contracts).set({ customerId: guardian.userId }).where(eq(contracts.id, contractId))
  expect(await seenBy(holder)).toEqual([])
  expect((await set(holder, childId, guardian.userId, informed)).statusCode).toBe(404)
})

test('It is refused without the setting of the school, without the second factor, and during an impersonation', async () => {
  const { holder, guardian, childId } = await addFamily()
  server.env.SCHOOL.guardians = {}
  expect((await set(holder, childId, guardian.userId, informed)).statusCode).toBe(404)
  expect(await changeableOf(holder, guardian.userId)).toEqual([])
  server.env.SCHOOL.guardians = { setByHolder: true }
  const again = await server.signInAs({ roles: [], userId: holder.userId, group: 'parent' })
  expect((await set(again, childId, guardian.userId, informed)).statusCode).toBe(428)
  const pavel = await server.signInAs({ roles: ['administrator'] })
  const seen = await server.signInAs({ roles: [], userId: holder.userId, group: 'parent', seenBy: pavel.userId })
  expect((await set(seen, childId, guardian.userId, informed)).json()).toMatchObject({ type: 'impersonation-forbids' })
})
