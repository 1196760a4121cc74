import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountJoins } from '#server/db/schema/account-joins.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { setRoles } from '#server/roles/set-roles.ts'
import {
  type LoginOf,
  openSchoolWithServer,
  type ProviderName,
  schoolOfTwo,
} from '#tests/support/providers/two-providers.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const school = openForSuite(openSchoolWithServer)
beforeEach(async () => {
  await school.opened.database.delete(users)
})

const now = new Date('2026-11-28T09:00:00Z')
const signIn = (name: ProviderName, login: LoginOf = {}, at = school.server) => school.userOf(at.app, name, login)
const verified = (email: string, more: object = {}) => ({ claims: { email, email_verified: true, ...more } })
const give = (userId: string, ...roles: ('teacher' | 'parent' | 'administrator')[]) =>
  setRoles(school.opened.database, 'school', [{ userId, roles }], { now })
const failedMatches = async (subjectId: string) =>
  (await school.opened.database.select().from(auditEntries).where(eq(auditEntries.subjectId, subjectId)))
    .filter(({ action }) => action === 'session.match-failed')
    .map(({ detail }) => detail)

test('A sub of one provider is never a sub of the other', async () => {
  const parent = await signIn('families', { subject: 'boris' })
  const teacher = await signIn('staff', { subject: 'boris' })
  expect(teacher.id).not.toBe(parent.id)
  expect((await signIn('families', { subject: 'boris' })).id).toBe(parent.id)
  expect(await school.accountOf(String(parent.id))).toEqual({ subject: 'boris', issuer: school.families.issuer })
  expect(await school.accountOf(String(teacher.id))).toEqual({ subject: 'boris', issuer: school.staff.issuer })
})

describe('A verified contact', () => {
  const email = 'anna@home.example'

  test.each(['families', 'staff'] as const)('of %s finds a person of the school who has no account', async (name) => {
    const anna = await school.addPerson({ email })
    expect((await signIn(name, verified(email))).id).toBe(anna)
  })

  test('finds no one at a provider whose contacts the school does not use, and the audit log says so', async () => {
    const { families, staff } = schoolOfTwo.providers
    const file = { ...schoolOfTwo, providers: { families: { ...families, matchContacts: false }, staff } }
    const other = await school.serverWith(file)
    const anna = await school.addPerson({ email })
    const stranger = await signIn('families', verified(email), other)
    expect(stranger.id).not.toBe(anna)
    expect(await failedMatches(String(stranger.id))).toEqual(['contactsIgnored'])
    expect((await signIn('staff', verified(email), other)).id).toBe(anna)
    await other.close()
  })

  test('finds no one who has an account at the other provider', async () => {
    const anna = await school.addPerson({ email })
    expect((await signIn('families', verified(email))).id).toBe(anna)
    const second = await signIn('staff', verified(email))
    expect(second.id).not.toBe(anna)
    expect(await failedMatches(String(second.id))).toEqual(['boundContact'])
  })
})

describe('A person with roles of staff', () => {
  const email = 'teacher@school.example'

  test('is not found by a contact of the provider for families, but by that of the provider for staff', async () => {
    const teacher = await school.addPerson({ email })
    await give(teacher, 'teacher', 'parent')
    const stranger = await signIn('families', verified(email))
    expect(stranger).toEqual({ id: expect.any(String), roles: [] })
    expect(stranger.id).not.toBe(teacher)
    expect(await failedMatches(String(stranger.id))).toEqual(['staffContact'])
    expect(await signIn('staff', verified(email))).toEqual({ id: teacher, roles: ['parent', 'teacher'] })
  })

  test('keeps the contact, also where contacts follow the provider', async () => {
    const other = await school.serverWith({ ...schoolOfTwo, profile: { email: 'provider' } })
    const teacher = await school.addPerson({ email })
    await give(teacher, 'teacher')
    expect((await signIn('families', verified(email), other)).id).not.toBe(teacher)
    expect((await signIn('staff', verified(email), other)).id).toBe(teacher)
    await other.close()
  })

  test('gets no second factor from the provider for families', async () => {
    const other = await school.serverWith({ ...schoolOfTwo, profile: { email: 'provider', phone: 'provider' } })
    const { id: teacher } = await signIn('staff', { subject: 'dina' }, other)
    const { id: parent } = await signIn('families', { subject: 'dina-at-home' }, other)
    const own = eq(users.id, String(parent))
    await school.opened.database
      .update(users)
      .set({ joinedInto: parent })
      .where(eq(users.id, String(teacher)))
    await school.opened.database.update(users).set({ phone: '+79005550001' }).where(own)
    await give(String(parent), 'administrator')
    const claims = { phone_number: '+79005559999', phone_number_verified: true }
    expect((await signIn('families', { subject: 'dina-at-home', claims }, other)).id).toBe(parent)
    expect(await school.opened.database.select({ phone: users.phone }).from(users).where(own)).toEqual([
      { phone: '+79005550001' },
    ])
    await other.close()
  })

  test('cannot sign in at the provider for families, even if the roles came after the first sign-in', async () => {
    const { id: parent } = await signIn('families', { subject: 'galina' })
    await give(String(parent), 'administrator')
    expect(await signIn('families', { subject: 'galina' })).toEqual({ failure: 'account-of-staff' })
    expect(school.logged.findLast(({ msg }) => msg === 'a sign-in failed')).toMatchObject({
      reason: 'account-of-staff',
      provider: 'families',
      setting: 'SCHOOL_FILE',
    })
    await give(String(parent))
    expect(await signIn('families', { subject: 'galina' })).toEqual({ id: parent, roles: [] })
  })

  test('whose accounts at both providers are joined signs in by both', async () => {
    const { id: teacher } = await signIn('staff', { subject: 'dina' })
    const { id: parent } = await signIn('families', { subject: 'dina-at-home' })
    await give(String(teacher), 'teacher')
    await school.opened.database
      .update(users)
      .set({ joinedInto: teacher })
      .where(eq(users.id, String(parent)))
    expect(await signIn('families', { subject: 'dina-at-home' })).toEqual({ id: teacher, roles: ['teacher'] })
    expect(await signIn('staff', { subject: 'dina' })).toEqual({ id: teacher, roles: ['teacher'] })
  })

  test('who has joined the accounts without an administrator signs in only at the provider for staff', async () => {
    const { id: teacher } = await signIn('staff', { subject: 'dina' })
    const { id: parent } = await signIn('families', { subject: 'dina-at-home' })
    await school.opened.database
      .update(users)
      .set({ joinedInto: teacher })
      .where(eq(users.id, String(parent)))
    const pair = { keptId: String(teacher), joinedId: String(parent) }
    await school.opened.database.insert(accountJoins).values({ ...pair, byId: pair.keptId, at: now })
    expect((await signIn('families', { subject: 'dina-at-home' })).id).toBe(teacher)
    await give(pair.keptId, 'teacher')
    expect(await signIn('families', { subject: 'dina-at-home' })).toEqual({ failure: 'account-of-staff' })
    expect(await signIn('staff', { subject: 'dina' })).toEqual({ id: teacher, roles: ['teacher'] })
  })

  test('whose account at the provider for families was kept in a join signs in by both', async () => {
    const { id: teacher } = await signIn('staff', { subject: 'dina' })
    const { id: parent } = await signIn('families', { subject: 'dina-at-home' })
    await school.opened.database
      .update(users)
      .set({ joinedInto: parent })
      .where(eq(users.id, String(teacher)))
    await give(String(parent), 'teacher')
    expect(await signIn('families', { subject: 'dina-at-home' })).toEqual({ id: parent, roles: ['teacher'] })
    expect(await signIn('staff', { subject: 'dina' })).toEqual({ id: parent, roles: ['teacher'] })
  })
})

describe('Roles', () => {
  const withGroups = (subject: string, ...groups: string[]) => ({ subject, claims: { groups } })
  const grantsOf = async (id: unknown) =>
    (
      await school.opened.database
        .select()
        .from(userRoles)
        .where(eq(userRoles.userId, String(id)))
    )
      .map(({ role, issuer }) => [role, issuer])
      .sort()

  test('of staff are not taken from the claims of the provider for families', async () => {
    const groups = ['parent', 'administrator', 'teacher']
    expect((await signIn('families', withGroups('egor', ...groups))).roles).toEqual(['parent'])
    expect(school.logged.findLast(({ refused }) => refused)).toMatchObject({
      level: 'warn',
      issuer: school.families.issuer,
      refused: ['administrator', 'teacher'],
    })
    expect((await signIn('staff', withGroups('egor', ...groups))).roles).toEqual(['administrator', 'parent', 'teacher'])
  })

  test('given by one provider stay at a sign-in by the other, and each takes only its own', async () => {
    const { id: person } = await signIn('staff', withGroups('faina', 'teacher'))
    const { id: joined } = await signIn('families', withGroups('faina-at-home'))
    await school.opened.database
      .update(users)
      .set({ joinedInto: person })
      .where(eq(users.id, String(joined)))
    expect((await signIn('families', withGroups('faina-at-home', 'parent'))).roles).toEqual(['parent', 'teacher'])
    expect(await grantsOf(person)).toEqual([
      ['parent', school.families.issuer],
      ['teacher', school.staff.issuer],
    ])
    expect((await signIn('staff', withGroups('faina'))).roles).toEqual(['parent'])
    expect((await signIn('families', withGroups('faina-at-home'))).roles).toEqual([])
  })

  test('of a rule with a provider are given only by this provider', async () => {
    const roles = [{ provider: 'families', claim: 'groups', value: 'mama', roles: ['parent'] }]
    const other = await school.serverWith({ ...schoolOfTwo, roles })
    expect((await signIn('families', withGroups('inna', 'mama'), other)).roles).toEqual(['parent'])
    expect((await signIn('staff', withGroups('inna', 'mama'), other)).roles).toEqual([])
    await other.close()
  })
})
