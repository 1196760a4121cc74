// Database: none.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { mapRoles } from '#server/auth/oidc/role-mapping.ts'
import { explainRoles, readClaims } from '#server/auth/provider-command/explain-roles.ts'
import type { RoleRule } from '#server/environment/oidc-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'roles-'))
afterAll(() => rmSync(folder, { recursive: true }))

const rules: RoleRule[] = [
  { claim: 'groups', value: 'lk-admins', roles: ['administrator', 'user_manager'] },
  { claim: 'memberOf', pattern: 'CN=Teachers*,OU=*,DC=school', roles: ['teacher'] },
  { claim: 'realm_access.roles' },
]

describe('The rules of the school file', () => {
  test.each([
    ['a list', { groups: ['lk-admins', 'chess'] }, ['administrator', 'user_manager']],
    ['one text', { groups: 'lk-admins' }, ['administrator', 'user_manager']],
    ['the keys of an object', { groups: { 'lk-admins': { organisation: 'x' } } }, ['administrator', 'user_manager']],
    ['keys that are not granted', { groups: { 'lk-admins': false } }, []],
    ['values that only look alike', { groups: ['LK-admins', 'lk-admins-2'] }, []],
    ['a value of another claim', { memberOf: ['lk-admins'] }, []],
    ['a pattern', { memberOf: ['CN=Teachers of mathematics,OU=Staff,DC=school'] }, ['teacher']],
    ['a pattern that does not fit', { memberOf: ['CN=Teachers,DC=school', 'xCN=Teachers,OU=a,DC=school'] }, []],
    ['names of roles in a path', { realm_access: { roles: ['parent', 'u2035_admin'] } }, ['admin_u2035', 'parent']],
    ['the exact name of a claim before a path', { 'realm_access.roles': ['parent'] }, ['parent']],
    [
      'several claims',
      { groups: ['lk-admins'], realm_access: { roles: ['administrator', 'teacher'] } },
      ['administrator', 'teacher', 'user_manager'],
    ],
  ])('read %s', (_, claims, roles) => {
    expect(mapRoles(claims, rules).roles).toEqual(roles)
  })

  test('list the values without a rule, and the claims if all are missing', () => {
    expect(mapRoles({ groups: ['chess', 'lk-admins'] }, rules).unmapped).toEqual([{ claim: 'groups', value: 'chess' }])
    expect(mapRoles({ sub: 'anna' }, rules).unmapped).toEqual(
      ['groups', 'memberOf', 'realm_access.roles'].map((claim) => ({ claim, value: null })),
    )
  })

  test('compare patterns of many stars in time', () => {
    const pattern = `${'*a'.repeat(50)}*b`
    expect(mapRoles({ groups: 'a'.repeat(10_000) }, [{ claim: 'groups', pattern, roles: ['teacher'] }]).roles).toEqual(
      [],
    )
  })
})

describe('The explanation of a token', () => {
  const claims = { groups: ['lk-admins', 'chess'], memberOf: ['CN=Teachers,OU=Staff,DC=school'] }
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }

  test('names the rule of each role and the values without one', () => {
    const { ru, en } = explainRoles(readClaims(file('token.json', JSON.stringify(claims))), rules)
    expect(en.split('\n')).toEqual([
      '✓ groups: lk-admins → administrator, user_manager: roles[0] (value lk-admins)',
      '✓ memberOf: CN=Teachers,OU=Staff,DC=school → teacher: roles[1] (pattern CN=Teachers*,OU=*,DC=school)',
      '! groups: chess: no rule',
      'Roles: administrator, teacher, user_manager',
    ])
    expect(ru).toContain('Роли: administrator, teacher, user_manager')
    expect(explainRoles({}, rules).ru.split('\n')).toEqual([
      '! groups: в токене этого нет',
      '! memberOf: в токене этого нет',
      '! realm_access.roles: в токене этого нет',
      'Роли: нет',
    ])
  })

  test('reads a signed token too, and says what is wrong with another file', () => {
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
    expect(readClaims(file('token.jwt', `e30.${payload}.c2ln\n`))).toEqual(claims)
    for (const text of ['', 'not a token', '[]', '{']) {
      expect(() => readClaims(file('other', text))).toThrow(/must be a file with the claims of a token/)
    }
    expect(() => readClaims(join(folder, 'none'))).toThrow(/ENOENT/)
  })
})
