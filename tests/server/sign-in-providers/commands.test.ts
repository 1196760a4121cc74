import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { appointAdministrator } from '#server/administrators/appoint-administrator.ts'
import { checkProvider } from '#server/auth/oidc/check-provider.ts'
import { recordIssuers } from '#server/auth/oidc/issuer.ts'
import { describeFindings } from '#server/auth/oidc/provider-findings.ts'
import { explainRoles } from '#server/auth/provider-command/explain-roles.ts'
import { moveIssuer, parseIssuerMove } from '#server/auth/provider-command/move-issuer.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { setRoles } from '#server/roles/set-roles.ts'
import { openSchoolWithServer } from '#tests/support/providers/two-providers.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const school = openForSuite(openSchoolWithServer)
beforeEach(async () => {
  await school.opened.database.delete(users)
})

const now = new Date('2026-11-28T09:00:00Z')
const old = 'https://old.example'

async function addTeacher(issuer: string): Promise<string> {
  const id = await school.addPerson({ subject: 'anna', issuer })
  await setRoles(school.opened.database, { issuer }, [{ userId: id, roles: ['teacher'] }], { now })
  return id
}

const issuerOfRoles = async (id: string) =>
  (await school.opened.database.select().from(userRoles).where(eq(userRoles.userId, id))).map(({ issuer }) => issuer)

describe('npm run provider', () => {
  test('check names the provider and its variables', async () => {
    const [, staff] = school.server.env.PROVIDERS
    if (!staff) throw new Error('no provider')
    const findings = await checkProvider({ ...staff, clientSecret: 'wrong' }, school.publicUrl)
    const lines = describeFindings(findings).map(({ en }) => en)
    expect(lines).toContainEqual(
      expect.stringMatching(/^✗ staff: OIDC_STAFF_CLIENT_ID, OIDC_STAFF_CLIENT_SECRET, .*\/auth\/oauth-result\/staff /),
    )
    expect(lines.every((line) => /^. staff: /.test(line))).toBe(true)
  })

  test('explain applies the rules of the provider, and says which roles it does not give', () => {
    const rules = [
      { provider: 'staff', claim: 'groups', value: 'x', roles: ['administrator' as const] },
      { claim: 'groups' },
    ]
    const claims = { groups: ['x', 'teacher', 'parent'] }
    const explain = (name: string, givesStaffRoles: boolean) =>
      explainRoles(claims, rules, { name, givesStaffRoles }).en.split('\n')
    expect(explain('staff', true)).toEqual([
      '✓ groups: x → administrator: roles[0] (value x)',
      '✓ groups: teacher → teacher: roles[1] (names of roles)',
      '✓ groups: parent → parent: roles[1] (names of roles)',
      'Roles: administrator, parent, teacher',
    ])
    expect(explain('families', false)).toEqual([
      '✓ groups: teacher → teacher: roles[1] (names of roles)',
      '✓ groups: parent → parent: roles[1] (names of roles)',
      '! groups: x: no rule',
      '! teacher: the provider families gives no roles of staff (providers, staff)',
      'Roles: parent',
    ])
  })

  test('move knows the names, and moves the roles with the accounts', async () => {
    const anna = await addTeacher(old)
    const move = parseIssuerMove(['--from', old, '--to', 'staff', '--same-subjects'])
    if (!move) throw new Error('not understood')
    await moveIssuer(move, { database: school.opened.database, now, env: school.server.env })
    expect(await school.accountOf(anna)).toEqual({ subject: 'anna', issuer: school.staff.issuer })
    expect(await issuerOfRoles(anna)).toEqual([school.staff.issuer])
    expect(await school.userOf(school.server.app, 'staff', { claims: { groups: [] } })).toEqual({ id: anna, roles: [] })
  })
})

test('npm run administrator takes a sub as that of the provider for staff', async () => {
  const { id: parent } = await school.userOf(school.server.app, 'families', { subject: 'zoya' })
  await appointAdministrator(school.opened.database, { who: 'zoya', env: school.server.env, now })
  expect(await school.userOf(school.server.app, 'families', { subject: 'zoya' })).toEqual({ id: parent, roles: [] })
  const { id, roles } = await school.userOf(school.server.app, 'staff', { subject: 'zoya' })
  expect([id === parent, roles]).toEqual([false, ['administrator']])
})

test('Roles of a provider that was removed from the configuration belong to the next sign-in', async () => {
  const anna = await addTeacher(school.families.issuer)
  await school.opened.database.update(users).set({ issuer: school.staff.issuer }).where(eq(users.id, anna))
  await recordIssuers(school.opened.database, [school.families.issuer, school.staff.issuer], now)
  expect(await issuerOfRoles(anna)).toEqual([school.families.issuer])
  await recordIssuers(school.opened.database, [school.staff.issuer], now)
  expect(await issuerOfRoles(anna)).toEqual([school.staff.issuer])
  expect(await school.userOf(school.server.app, 'staff', { claims: { groups: [] } })).toEqual({ id: anna, roles: [] })
})
