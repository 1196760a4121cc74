import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { type GuardianPreset, guardianRights, rightsOfPreset } from '#contract/people/guardian-rights.ts'
import type { ChildGuardians, PairingPreview } from '#contract/people/pairing.ts'
import type { Role } from '#contract/roles.ts'
import { pairingCodes } from '#server/db/schema/account-security.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { limitCounts } from '#server/db/schema/limits.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { codeEvents, codeLocks } from '#server/db/schema/one-time-codes.ts'
import { endedGuardianships, guardianships, userRoles, users } from '#server/db/schema/people.ts'
import { personalDetails } from '#server/db/schema/tax.ts'
import { rightsOfPair } from '#tests/support/samples/rights-of-pair.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const started = new Date('2026-10-14T09:00:00Z')
const server = openForSuite(() => openTestApp({ now: started }))
const db = () => server.opened.database
const reason = 'Просьба второго родителя'

type Signed = Person & { userId: string }
/** Has all rights for the child, who has no account. */
let mother: Signed
/** A guardian with another set of rights. */
let grandmother: Signed
let father: Signed
let childId: string

const signIn = (roles: Parameters<typeof server.signInAs>[0]['roles'], more: object = {}) =>
  server.signInAs({ roles, twoFactorLastCheck: server.clock.now, ...more }) as Promise<Signed>

beforeEach(async () => {
  server.clock.now = started
  mother = await signIn(['parent'], { group: 'parent' })
  grandmother = await signIn(['parent'], { group: 'parent' })
  father = await signIn([])
  const [child] = await db()
    .insert(users)
    .values({ firstName: 'Артём', lastName: 'Соколов', externalId: crypto.randomUUID() })
    .returning({ id: users.id })
  childId = child?.id ?? ''
  await db().insert(userRoles).values({ userId: childId, role: 'student', givenBy: 'school' })
  for (const { userId } of [mother, grandmother, father])
    await db()
      .update(users)
      .set({ firstName: 'Ольга', subject: crypto.randomUUID(), email: `${userId}@mail.example` })
      .where(eq(users.id, userId))
  await db()
    .insert(guardianships)
    .values([
      { guardianId: mother.userId, childId },
      { guardianId: grandmother.userId, childId, ...rightsOfPreset.learning },
    ])
})

const make = (person: Person, offer: object, studentUuid = childId) =>
  person.call('POST /v1/profile/pairing-code', { body: { studentUuid, offer } })
const forGuardian = (preset: GuardianPreset) => ({ kind: 'guardian', preset })
async function codeOf(offer: object): Promise<string> {
  const answer = await make(mother, offer)
  expect(answer.statusCode).toBe(200)
  return answer.json<{ code: string }>().code
}
const look = (person: Person, code: string) => person.call('POST /v1/profile/pairing/preview', { body: { code } })
const obstacleFor = async (person: Person, code: string) => (await look(person, code)).json<PairingPreview>().obstacle
const use = (person: Person, code: string) => person.call('POST /v1/profile/pairing', { body: { code } })
const listed = async (person: Person) => (await person.call('GET /v1/profile/guardian/list')).json<ChildGuardians[]>()
const rightsOf = async (guardianId: string) => {
  const isPair = and(eq(guardianships.guardianId, guardianId), eq(guardianships.childId, childId))
  const [pair] = await db().select().from(guardianships).where(isPair)
  return rightsOfPair(pair)
}
const noticesOf = async ({ userId }: Signed) => {
  const isOwn = eq(notifications.userId, userId)
  return (await db().select().from(notifications).where(isOwn).orderBy(notifications.at)).map(({ kind }) => kind)
}
/** What a notice of this kind says. */
const saysTo = async ({ userId }: Signed, kind: string) => {
  const isIt = and(eq(notifications.userId, userId), eq(notifications.kind, kind))
  const [notice] = await db().select().from(notifications).where(isIt)
  return notice?.values.ru
}
const setAge = (userId: string, bornOn: string) =>
  db().insert(personalDetails).values({ userId, bornOn, updatedAt: started })
const giveRole = (userId: string, role: Role) => db().insert(userRoles).values({ userId, role, givenBy: 'school' })
/** Letters that no open code has. */
const wrong = (code: string) => (code.startsWith('A') ? 'CCCCCC' : 'AAAAAA')

describe('A code for a guardian', () => {
  test('is shown once, links the person who enters it, gives the role, and all who know the child are notified', async () => {
    const code = await codeOf(forGuardian('payer'))
    expect(code).toMatch(/^[ACDEFGHJKMNPQRTUVWXY34679]{6}$/)
    const [stored] = await db().select().from(pairingCodes).where(eq(pairingCodes.childId, childId))
    expect(JSON.stringify(stored)).not.toContain(code)
    expect(await noticesOf(grandmother)).toEqual(['pairing-code-made'])

    expect((await look(father, code)).json()).toEqual({
      obstacle: null,
      offer: {
        kind: 'guardian',
        preset: 'payer',
        isBySchool: false,
        madeBy: expect.any(String),
        child: { firstName: 'Артём', lastName: 'Соколов' },
      },
    })
    expect(await rightsOf(father.userId)).toEqual({})
    server.clock.now = new Date(started.getTime() + 60_000)
    expect((await use(father, code)).statusCode).toBe(204)
    expect(await rightsOf(father.userId)).toEqual(rightsOfPreset.payer)
    const profile = (await father.call('GET /v1/profile')).json<{ roles: unknown }>()
    expect(profile.roles).toEqual([{ name: 'parent' }])
    expect((await father.call('GET /v1/profile/children')).json()).toMatchObject([{ uuid: childId }])
    expect([await noticesOf(mother), await noticesOf(grandmother), await noticesOf(father)]).toEqual([
      ['guardian-paired'],
      ['pairing-code-made', 'guardian-paired'],
      [],
    ])
    const [family] = await listed(mother)
    expect(family?.guardians.map(({ id, isSelf }) => [id, isSelf]).sort()).toEqual(
      [
        [mother.userId, true],
        [grandmother.userId, false],
        [father.userId, false],
      ].sort(),
    )
    expect(family?.codes).toMatchObject([
      { kind: 'guardian', preset: 'payer', state: 'used', isBySchool: false, usedAt: '2026-10-14T09:01:00.000Z' },
    ])
    const entries = await db().select().from(auditEntries).where(eq(auditEntries.subjectId, childId))
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['roles.code-made', 'roles.paired']))
  })

  test('works once, and a repeated request of the same person changes nothing', async () => {
    const code = await codeOf(forGuardian('learning'))
    expect((await use(father, code)).statusCode).toBe(204)
    expect((await use(father, code)).statusCode).toBe(204)
    const other = await signIn([])
    expect((await use(other, code)).json()).toMatchObject({ type: 'state-conflict' })
    expect(await obstacleFor(other, code)).toBe('used')
  })

  test('of a guardian does not make again what the school has ended', async () => {
    const pair = { guardianId: father.userId, childId }
    const ended = { rights: rightsOfPreset.full, endedAt: started, endedById: mother.userId, reason: 'Суд' }
    await db()
      .insert(endedGuardianships)
      .values({ ...pair, ...ended })
    const code = await codeOf(forGuardian('learning'))
    expect(await obstacleFor(father, code)).toBe('school-only')
    expect((await use(father, code)).json()).toMatchObject({ type: 'state-conflict' })
    expect(await rightsOf(father.userId)).toEqual({})
  })

  test('is no success again for a person who is a guardian no more', async () => {
    const code = await codeOf(forGuardian('learning'))
    expect((await use(father, code)).statusCode).toBe(204)
    await db().delete(guardianships).where(eq(guardianships.guardianId, father.userId))
    expect((await use(father, code)).json()).toMatchObject({ type: 'state-conflict' })
    expect(await rightsOf(father.userId)).toEqual({})
  })

  test('is entered by two people at the same moment, and links one of them', async () => {
    const code = await codeOf(forGuardian('informed'))
    const other = await signIn([])
    const answers = await Promise.all([use(father, code), use(other, code)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
    expect(await db().$count(guardianships, eq(guardianships.childId, childId))).toBe(3)
  })

  test('ends after seven days, when it is revoked, and when its maker loses a right', async () => {
    const [first, second, third] = [
      await codeOf(forGuardian('full')),
      await codeOf(forGuardian('full')),
      await codeOf(forGuardian('full')),
    ]
    const [family] = await listed(mother)
    const id = family?.codes.at(0)?.id
    expect((await mother.call(`DELETE /v1/profile/pairing-code/${id}`)).statusCode).toBe(204)
    expect((await mother.call(`DELETE /v1/profile/pairing-code/${id}`)).statusCode).toBe(409)
    const states = await Promise.all([first, second, third].map((code) => obstacleFor(father, code)))
    expect(states.filter((state) => state === 'revoked')).toHaveLength(1)
    const open = [first, second, third][states.indexOf(null)] ?? ''

    const administrator = await signIn(['administrator'])
    const body = { guardianId: mother.userId, rights: rightsOfPreset.learning, reason }
    expect((await administrator.call(`POST /v1/admin/user/${childId}/guardian-rights`, { body })).statusCode).toBe(204)
    expect(await obstacleFor(father, open)).toBe('revoked')

    await db().delete(codeEvents)
    await db().update(guardianships).set(rightsOfPreset.full).where(eq(guardianships.guardianId, mother.userId))
    const last = await codeOf(forGuardian('full'))
    server.clock.now = new Date(started.getTime() + 7 * 86_400_000)
    const late = await signIn([])
    expect(await obstacleFor(late, last)).toBe('expired')
  })

  test('needs the rights of its maker when it is used, too', async () => {
    const code = await codeOf(forGuardian('full'))
    await db()
      .update(guardianships)
      .set(rightsOfPreset.learning)
      .where(and(eq(guardianships.guardianId, mother.userId), eq(guardianships.childId, childId)))
    expect(await obstacleFor(father, code)).toBe('revoked')
    expect((await use(father, code)).statusCode).toBe(409)
    expect(await rightsOf(father.userId)).toEqual({})
  })

  test('does not work again after its maker was locked for a time', async () => {
    const code = await codeOf(forGuardian('full'))
    const administrator = await signIn(['administrator'])
    for (const action of ['lock', 'unlock'])
      expect(
        (await administrator.call(`POST /v1/admin/user/${mother.userId}/${action}`, { body: { reason } })).statusCode,
      ).toBe(204)
    expect(await obstacleFor(father, code)).toBe('revoked')
  })

  test('names the new guardian to guardians with all rights, and says nothing to those without any', async () => {
    const stranger = await signIn(['parent'], { group: 'parent' })
    await db().update(users).set({ subject: crypto.randomUUID() }).where(eq(users.id, stranger.userId))
    const none = Object.fromEntries(guardianRights.map((right) => [right, false]))
    await db()
      .insert(guardianships)
      .values({ guardianId: stranger.userId, childId, ...none })
    await db().update(users).set({ firstName: 'Игорь', lastName: 'Новый' }).where(eq(users.id, father.userId))
    const code = await codeOf(forGuardian('payer'))
    expect(await saysTo(grandmother, 'pairing-code-made')).toEqual({
      student: 'Артём',
      by: '',
      rights: '',
      brief: 'guardian',
    })
    expect((await use(await signIn([], { userId: father.userId }), code)).statusCode).toBe(204)
    expect(await saysTo(mother, 'guardian-paired')).toMatchObject({
      who: 'Игорь Новый',
      rights: expect.stringMatching(/./),
    })
    expect(await saysTo(grandmother, 'guardian-paired')).toEqual({ student: 'Артём', who: '', rights: '' })
    expect(await noticesOf(stranger)).toEqual([])
  })

  test('of a student of age is made by the school only, and the student is notified', async () => {
    await setAge(childId, '2008-10-14')
    await db().update(users).set({ subject: crypto.randomUUID() }).where(eq(users.id, childId))
    expect((await make(mother, forGuardian('full'))).json()).toMatchObject({ type: 'state-conflict' })
    const administrator = await signIn(['administrator'])
    const body = { offer: forGuardian('payer'), reason }
    const made = await administrator.call(`POST /v1/admin/user/${childId}/pairing-code`, { body })
    expect((await use(father, made.json<{ code: string }>().code)).statusCode).toBe(204)
    expect(await noticesOf({ userId: childId } as Signed)).toEqual(['pairing-code-made', 'guardian-paired'])
  })

  test('is not for the family of the child, and not for minors', async () => {
    const code = await codeOf(forGuardian('full'))
    expect(await obstacleFor(grandmother, code)).toBe('already-guardian')
    const sister = await signIn(['student'])
    await db().insert(guardianships).values({ guardianId: mother.userId, childId: sister.userId })
    expect(await obstacleFor(sister, code)).toBe('minor')
    await db().insert(personalDetails).values({ userId: sister.userId, bornOn: '2008-10-14', updatedAt: started })
    expect(await obstacleFor(sister, code)).toBeNull()
    // This pupil has no guardian and no known age.
    const pupil = await signIn(['student'])
    expect(await obstacleFor(pupil, code)).toBe('minor')
    const young = await signIn(['parent'], { group: 'parent' })
    await setAge(young.userId, '2008-10-15')
    expect(await obstacleFor(young, code)).toBe('minor')
    const own = await signIn(['student'], { userId: childId })
    expect(await obstacleFor(own, code)).toBe('own-family')
  })

  test('is made only by a guardian with all rights, and revoked by no other', async () => {
    expect((await make(grandmother, forGuardian('informed'))).json()).toMatchObject({
      status: 403,
      type: 'role-missing',
    })
    expect((await make(await signIn(['parent'], { group: 'parent' }), forGuardian('informed'))).statusCode).toBe(404)
    await codeOf(forGuardian('full'))
    const [family] = await listed(mother)
    const id = family?.codes.at(0)?.id
    expect((await grandmother.call(`DELETE /v1/profile/pairing-code/${id}`)).statusCode).toBe(403)
    expect(await listed(grandmother)).toEqual([])
  })

  test('needs a recent second factor', async () => {
    const late = await signIn(['parent'], { userId: mother.userId, group: 'parent', twoFactorLastCheck: null })
    expect((await make(late, forGuardian('full'))).json()).toMatchObject({ type: 'two-factor-required' })
  })
})

describe('Wrong codes', () => {
  test('are counted by person: after five the code is locked for a day, also a right one', async () => {
    const code = await codeOf(forGuardian('full'))
    const left = []
    for (let attempt = 0; attempt < 4; attempt += 1)
      left.push((await look(father, wrong(code))).json<{ triesLeft: number }>().triesLeft)
    expect(left).toEqual([4, 3, 2, 1])
    expect((await look(father, wrong(code))).json()).toMatchObject({ status: 429, type: 'factor-locked' })
    expect((await look(father, code)).json()).toMatchObject({ type: 'factor-locked', retryAfter: 86_400 })
    expect((await use(father, code)).json()).toMatchObject({ type: 'factor-locked' })
    expect(await noticesOf(father)).toEqual(['pairing-locked'])
    expect(await db().$count(codeLocks, eq(codeLocks.userId, father.userId))).toBe(1)
    server.clock.now = new Date(started.getTime() + 86_400_000)
    const next = await signIn([], { userId: father.userId })
    expect(await obstacleFor(next, code)).toBeNull()
  })

  test('of parallel requests are all counted', async () => {
    const code = await codeOf(forGuardian('full'))
    const answers = await Promise.all(Array.from({ length: 8 }, () => look(father, wrong(code))))
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(4)
  })

  test('and codes that are over are the same for who guesses', async () => {
    const code = await codeOf(forGuardian('full'))
    await use(father, code)
    const other = await signIn([])
    for (let attempt = 0; attempt < 5; attempt += 1) await look(other, code)
    expect((await look(other, code)).json()).toMatchObject({ type: 'factor-locked' })
  })

  test('are not those that another person was quicker to use', async () => {
    const code = await codeOf(forGuardian('full'))
    const other = await signIn([])
    expect(await obstacleFor(other, code)).toBeNull()
    await use(father, code)
    expect((await use(other, code)).statusCode).toBe(409)
    expect(await db().$count(codeEvents, eq(codeEvents.userId, other.userId))).toBe(0)
  })

  test('of many accounts in one network are refused, also a right one, which does not count itself', async () => {
    const code = await codeOf(forGuardian('full'))
    await db().delete(limitCounts)
    for (let account = 0; account < 7; account += 1) {
      const guesser = await signIn([])
      await look(guesser, code)
      for (let attempt = 0; attempt < 4; attempt += 1) await look(guesser, wrong(code))
    }
    const last = await signIn([])
    for (const type of ['code-wrong', 'code-wrong', 'too-many-requests'])
      expect((await look(last, wrong(code))).json()).toMatchObject({ type })
    expect((await look(father, code)).json()).toMatchObject({ type: 'too-many-requests' })
    await db().delete(limitCounts)
  })
})

describe('A code for the child’s own account', () => {
  const offer = { kind: 'student' }

  test('links an account without a role with the records of the child, and the session goes on as the child', async () => {
    const code = await codeOf(offer)
    expect((await look(father, code)).json()).toMatchObject({ offer: { kind: 'student', preset: null } })
    expect((await use(father, code)).statusCode).toBe(204)
    const profile = (await father.call('GET /v1/profile')).json()
    const email = `${father.userId}@mail.example`
    expect(profile).toMatchObject({ id: childId, firstName: 'Артём', roles: [{ name: 'student' }], email })
    const masked = `${email.slice(0, 1)}***@mail.example`
    const who = expect.stringMatching(/^Ольга .*, .\*\*\*@mail\.example$/)
    expect(await saysTo(mother, 'student-paired')).toEqual({ student: 'Артём', who })
    const isPairing = and(eq(auditEntries.subjectId, childId), eq(auditEntries.action, 'roles.paired'))
    const [entry] = await db().select().from(auditEntries).where(isPairing)
    expect(entry?.detail).toContain(masked)
    expect((await use(father, code)).statusCode).toBe(204)
    expect(await noticesOf(mother)).toEqual(['student-paired'])
    expect((await make(mother, offer)).json()).toMatchObject({ type: 'state-conflict' })
  })

  test('is refused to an account with a role of its own', async () => {
    const code = await codeOf(offer)
    expect(await obstacleFor(grandmother, code)).toBe('other-roles')
    expect((await use(grandmother, code)).json()).toMatchObject({ type: 'state-conflict' })
    await db().update(users).set({ subject: crypto.randomUUID() }).where(eq(users.id, childId))
    expect(await obstacleFor(father, code)).toBe('has-account')
  })

  test('links one of two accounts that use two codes at once', async () => {
    const codes = [await codeOf(offer), await codeOf(offer)] as const
    const other = await signIn([])
    await db().update(users).set({ subject: crypto.randomUUID() }).where(eq(users.id, other.userId))
    const answers = await Promise.all([use(father, codes[0]), use(other, codes[1])])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
    expect(await db().$count(users, eq(users.joinedInto, childId))).toBe(1)
  })

  test('is neither made nor used for a person who works at the school', async () => {
    const code = await codeOf(offer)
    await giveRole(childId, 'teacher')
    expect(await obstacleFor(father, code)).toBe('school-only')
    expect((await use(father, code)).json()).toMatchObject({ type: 'state-conflict' })
    expect((await make(mother, offer)).json()).toMatchObject({ type: 'state-conflict' })
  })

  test('says in the preview that only the school can link an account of its own records', async () => {
    const code = await codeOf(offer)
    await db().update(users).set({ externalId: crypto.randomUUID() }).where(eq(users.id, father.userId))
    expect(await obstacleFor(father, code)).toBe('school-only')
  })
})

describe('A code of the school', () => {
  const makeBySchool = (person: Person, id = childId, more: object = {}) =>
    person.call(`POST /v1/admin/user/${id}/pairing-code`, { body: { offer: forGuardian('payer'), reason, ...more } })

  test('has a reason, is listed on the card of the child and revoked there', async () => {
    const administrator = await signIn(['administrator'])
    const { code } = (await makeBySchool(administrator)).json<{ code: string }>()
    expect((await look(father, code)).json()).toMatchObject({ offer: { isBySchool: true } })
    expect(await noticesOf(mother)).toEqual(['pairing-code-made'])
    const list = `GET /v1/admin/user/${childId}/pairing-code/list`
    const [shown] = (await administrator.call(list)).json<{ id: string; state: string }[]>()
    expect(shown).toMatchObject({ state: 'open', isBySchool: true })
    const revoke = `DELETE /v1/admin/user/${childId}/pairing-code/${shown?.id}`
    expect((await administrator.call(revoke)).statusCode).toBe(204)
    expect(await obstacleFor(father, code)).toBe('revoked')
    const [made] = await db()
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.subjectId, childId), eq(auditEntries.action, 'roles.code-made')))
    expect(made).toMatchObject({ actorId: administrator.userId, reason, detail: 'payer' })
  })

  test('is not for the administrator who has made it, and ends with the role', async () => {
    const administrator = await signIn(['administrator'])
    const { code } = (await makeBySchool(administrator)).json<{ code: string }>()
    expect(await obstacleFor(administrator, code)).toBe('own-family')
    expect((await use(administrator, code)).json()).toMatchObject({ type: 'state-conflict' })
    expect(await rightsOf(administrator.userId)).toEqual({})
    await db().delete(userRoles).where(eq(userRoles.userId, administrator.userId))
    expect(await obstacleFor(father, code)).toBe('revoked')
  })

  test('is not made for who is not weaker than the administrator', async () => {
    const administrator = await signIn(['administrator'])
    await giveRole(childId, 'user_manager')
    expect((await makeBySchool(administrator)).json()).toMatchObject({ type: 'target-not-weaker' })
  })

  test('is refused in the own family, for adults, and without a reason', async () => {
    const administrator = await signIn(['administrator'])
    expect((await makeBySchool(administrator, mother.userId)).json()).toMatchObject({ type: 'state-conflict' })
    expect((await makeBySchool(administrator, childId, { reason: '' })).statusCode).toBe(422)
    await db().insert(guardianships).values({ guardianId: administrator.userId, childId })
    expect((await makeBySchool(administrator)).json()).toMatchObject({ type: 'target-not-weaker' })
  })
})
