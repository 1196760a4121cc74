// Database: none.
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readEnv } from '#server/environment/env.ts'
import { jsonOf, variablesOf } from '#tests/providers/recipes.ts'
import { payeeVariables } from '#tests/support/documents/payee.ts'
import { schoolOfTwo } from '#tests/support/providers/two-providers.ts'

const variables = {
  ...payeeVariables,
  OIDC_PROVIDERS: 'families,staff',
  OIDC_FAMILIES_ISSUER: 'https://id.example/families/',
  OIDC_STAFF_ISSUER: 'https://id.school.example',
  OIDC_STAFF_CLIENT_ID: 'lk',
  OIDC_STAFF_CLIENT_SECRET: 'hush',
  OIDC_STAFF_SCOPES: 'openid groups',
  OIDC_STAFF_CLOCK_TOLERANCE: '5',
}

function schoolFileOf(school: object): string {
  const path = join(tmpdir(), `school-${crypto.randomUUID()}.json`)
  writeFileSync(path, JSON.stringify(school))
  onTestFinished(() => rmSync(path))
  return path
}

function envOf(school: object = schoolOfTwo, changes: Record<string, string> = {}) {
  return readEnv({ ...variables, SCHOOL_FILE: schoolFileOf(school), ...changes })
}

describe('OIDC_PROVIDERS', () => {
  test('gives each provider the variables with its name, and the rules of the school file', () => {
    const roles = [{ claim: 'groups' }, { provider: 'staff', claim: 'memberOf', value: 'x', roles: ['teacher'] }]
    const { PROVIDERS, DEMO } = envOf({ ...schoolOfTwo, roles })
    expect(DEMO).toBe(false)
    expect(PROVIDERS).toEqual([
      expect.objectContaining({
        name: 'families',
        settingPrefix: 'OIDC_FAMILIES',
        issuer: 'https://id.example/families/',
        clientId: 'account',
        clockTolerance: 60,
        scope: 'openid profile email',
        resultPath: '/auth/oauth-result/families',
        roleRules: [{ claim: 'groups' }],
        givesStaffRoles: false,
        matchesContacts: true,
        domains: [],
        title: { ru: 'Родители и ученики', en: 'Parents and students' },
      }),
      expect.objectContaining({
        name: 'staff',
        settingPrefix: 'OIDC_STAFF',
        clientId: 'lk',
        clientSecret: 'hush',
        clockTolerance: 5,
        scope: 'openid groups',
        resultPath: '/auth/oauth-result/staff',
        roleRules: roles,
        givesStaffRoles: true,
        domains: ['school.example'],
      }),
    ])
  })

  test('is understood as docs/identity-providers.md writes it', () => {
    const addresses = { publicUrl: 'https://lk.school.example', providerUrl: 'https://id.school.example' }
    const { SCHOOL_FILE: _, ...documented } = variablesOf('several', addresses)
    const path = schoolFileOf(jsonOf('several', addresses))
    const { PROVIDERS } = readEnv({ ...payeeVariables, ...documented, SCHOOL_FILE: path })
    expect(PROVIDERS.map(({ name, givesStaffRoles, roleRules }) => [name, givesStaffRoles, roleRules?.length])).toEqual(
      [
        ['families', false, 0],
        ['staff', true, 2],
      ],
    )
  })

  test('without it there is one provider, which signs everyone in', () => {
    const one = readEnv({ ...payeeVariables, OIDC_ISSUER: 'https://id.school.example' })
    const known = { name: 'oidc', settingPrefix: 'OIDC', resultPath: '/auth/oauth-result', givesStaffRoles: true }
    expect(one.PROVIDERS).toEqual([expect.objectContaining(known)])
    expect(readEnv({}).PROVIDERS).toEqual([])
  })

  test('with one name needs nothing in the school file', () => {
    const { OIDC_FAMILIES_ISSUER: _, ...staff } = variables
    const { PROVIDERS } = readEnv({ ...staff, OIDC_PROVIDERS: 'staff' })
    expect(PROVIDERS).toEqual([expect.objectContaining({ name: 'staff', givesStaffRoles: true })])
  })

  const { families, staff } = schoolOfTwo.providers
  const withProviders = (providers: object) => ({ ...schoolOfTwo, providers })
  const ruleFor = (rule: object) => ({ ...schoolOfTwo, roles: [{ claim: 'groups', ...rule }] })

  test.each<[Record<string, string>, object, string]>([
    [{ OIDC_PROVIDERS: 'families staff' }, schoolOfTwo, 'OIDC_PROVIDERS: must be different names with commas'],
    [{ OIDC_PROVIDERS: 'staff,staff' }, schoolOfTwo, 'OIDC_PROVIDERS: must be different names with commas'],
    [{ OIDC_PROVIDERS: 'client,staff' }, schoolOfTwo, 'OIDC_PROVIDERS: must be different names with commas'],
    [{ OIDC_PROVIDERS: 'embedded,staff' }, schoolOfTwo, 'OIDC_PROVIDERS: must be different names with commas'],
    [{ OIDC_STAFF_ISSUER: '' }, schoolOfTwo, 'OIDC_STAFF_ISSUER: needed with OIDC_PROVIDERS=staff.'],
    [{ OIDC_STAFF_ISSUER: 'id.school' }, schoolOfTwo, 'OIDC_STAFF_ISSUER: must be a whole address'],
    [{ OIDC_STAFF_SCOPES: 'email' }, schoolOfTwo, 'OIDC_STAFF_SCOPES: must be words with spaces'],
    [{ OIDC_STAFF_CLIENT_AUTH: 'none' }, schoolOfTwo, 'OIDC_STAFF_CLIENT_SECRET: not used with OIDC_STAFF_CLIENT_AUTH'],
    [{ OIDC_ISSUER: 'https://id' }, schoolOfTwo, 'OIDC_ISSUER: not used with OIDC_PROVIDERS=families,staff'],
    [{ OIDC_CLIENT_ID: 'lk' }, schoolOfTwo, 'OIDC_CLIENT_ID: not used with OIDC_PROVIDERS=families,staff'],
    [{ OIDC_STAF_SCOPES: 'openid' }, schoolOfTwo, 'OIDC_STAF_SCOPES: not used with OIDC_PROVIDERS=families,staff'],
    [{ OIDC_STAFF_ISSUERS: 'x' }, schoolOfTwo, 'OIDC_STAFF_ISSUERS: not used with OIDC_PROVIDERS=families,staff'],
    [{ OIDC_PROVIDERS: '' }, {}, 'OIDC_PROVIDERS: needed with OIDC_FAMILIES_ISSUER.'],
    [{ OIDC_STAFF_ISSUER: 'https://id.example/families' }, schoolOfTwo, 'OIDC_STAFF_ISSUER: is the address of OIDC_FA'],
    [{ IAM_PASSWORD_URL: 'https://id' }, schoolOfTwo, 'IAM_PASSWORD_URL: not used with OIDC_PROVIDERS=families,staff'],
    [
      { OIDC_PROVIDERS: '', OIDC_ISSUER: 'https://id' },
      schoolOfTwo,
      'OIDC_PROVIDERS: needed with SCHOOL_FILE: providers',
    ],
    [{}, withProviders({ staff }), 'SCHOOL_FILE: providers.families: needed with OIDC_PROVIDERS=families,staff'],
    [{}, withProviders({ families, staff, guests: staff }), 'SCHOOL_FILE: providers.guests: not used with'],
    [{}, ruleFor({ provider: 'guests' }), 'SCHOOL_FILE: roles[0].provider: not used with OIDC_PROVIDERS'],
    [
      {},
      withProviders({ families, staff: { ...staff, staff: false } }),
      'SCHOOL_FILE: providers: one of families,staff',
    ],
    [
      {},
      ruleFor({ provider: 'families', value: 'x', roles: ['parent', 'teacher'] }),
      'SCHOOL_FILE: roles[0]: only a provider with "staff": true gives roles of staff.',
    ],
    [
      {},
      withProviders({ families: { ...families, domains: ['School.Example'] }, staff }),
      'SCHOOL_FILE: providers: the domain school.example is given twice.',
    ],
  ])('refuses %j', (changes, school, message) => {
    expect(() => envOf(school, changes)).toThrow(message)
  })
})
