// Database: none.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { buildFooter } from '#server/content/footer.ts'
import { brandTokens, contrastOf } from '#server/environment/brand-colors.ts'
import { readEnv } from '#server/environment/env.ts'
import { schoolFileSchema } from '#server/environment/school-file.ts'
import { toClientConfig } from '#server/system/client-config.ts'
import { StartupError } from '#server/terminal/startup-error.ts'
import { payeeVariables } from '#tests/support/documents/payee.ts'

const folder = mkdtempSync(join(tmpdir(), 'school-'))
afterAll(() => rmSync(folder, { recursive: true }))

function readWith(school: unknown, variables: Record<string, string> = {}) {
  const SCHOOL_FILE = join(folder, 'school.json')
  writeFileSync(SCHOOL_FILE, typeof school === 'string' ? school : JSON.stringify(school))
  return readEnv({ DEMO: 'off', ...payeeVariables, SCHOOL_FILE, ...variables })
}

function faultOf(school: unknown, variables?: Record<string, string>): string {
  try {
    readWith(school, variables)
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError)
    return (error as Error).message.replaceAll(folder, '')
  }
  throw new Error('the file was accepted')
}

describe('An installation without a school file', () => {
  const env = readEnv({ DEMO: 'off', ...payeeVariables })

  test('invents nothing', () => {
    expect(buildFooter('ru', env)).toEqual({
      groups: [],
      phone: null,
      email: null,
      socials: [],
      legal: '',
      offerUrl: null,
    })
    expect(toClientConfig(env)).toMatchObject({
      SYSTEM: { WEB_BASE_URL: '', SUPPORT_PHONE: null, SUPPORT_EMAIL: null },
      SCHOOL: { NAME: null, LOGO_URL: null },
    })
    expect(env.SCHOOL.tax).toBeUndefined()
  })

  test('has the demo school only in the demo', () => {
    const demo = readEnv({})
    expect([demo.SCHOOL.name?.ru, demo.WEB_BASE_URL]).toEqual(['Школа на Соколе', 'https://school.example'])
    expect(buildFooter('ru', demo).groups).toHaveLength(4)
  })
})

describe('The school file', () => {
  test('of the example is read whole', () => {
    const env = readEnv({ DEMO: 'off', ...payeeVariables, SCHOOL_FILE: 'deploy/example/school.json' })
    expect(env.SCHOOL.logo).toMatchObject({
      type: 'image/svg+xml',
      url: expect.stringMatching(/^\/school\/logo-[0-9a-f]{12}\.svg$/),
    })
    expect(env.PAYEES.college).toMatchObject({ name: 'ООО «Колледж Примера»', account: '40702810600000000234' })
    expect([env.PAYEES.school, env.PAYEES.academy]).toEqual([env.PAYEE, env.PAYEE])
    expect(buildFooter('en', env)).toMatchObject({
      phone: '+7 800 000-00-00',
      email: 'help@school.example',
      groups: [
        { title: 'For parents', links: [{ title: 'Payment', url: 'https://www.school.example/payment' }, {}] },
        { title: 'Documents' },
      ],
      legal: 'Example School. Educational licence No. 000000.',
      offerUrl: 'https://www.school.example/offer',
    })
  })

  test('takes one text for both languages and gives way to the environment', () => {
    const school = {
      name: 'Lumen',
      site: 'https://lumen.example/',
      support: { phone: '+7 1', email: 'a@lumen.example' },
    }
    const env = readWith(school, { SUPPORT_EMAIL: 'b@lumen.example' })
    expect(env).toMatchObject({
      SCHOOL: { name: { ru: 'Lumen', en: 'Lumen' } },
      WEB_BASE_URL: 'https://lumen.example',
      SUPPORT_PHONE: '+7 1',
      SUPPORT_EMAIL: 'b@lumen.example',
    })
  })

  test.each([
    ['nothing is loaded without a text for the counters', {}, {}, { NEEDS_CONSENT: true, COUNTER_IDS: [] }],
    [
      'with the text those who consent load them, whatever the operator says',
      { consents: { counters: { version: '1', paragraphs: ['Я согласен.'] } } },
      { THIRD_PARTIES_WITHOUT_CONSENT: 'on' },
      { NEEDS_CONSENT: true, COUNTER_IDS: [7] },
    ],
    [
      'without a text everyone loads them if the operator says so',
      { consents: { marketing: { version: '1', paragraphs: ['Я согласен.'] } } },
      { THIRD_PARTIES_WITHOUT_CONSENT: 'on' },
      { NEEDS_CONSENT: false, COUNTER_IDS: [7] },
    ],
  ])('and third parties: %s', (_what, school, variables, tracking) => {
    const env = readWith(school, { COUNTER_IDS: '7', ...variables })
    expect(toClientConfig(env).TRACKING).toMatchObject(tracking)
  })

  test('lists all faults with their places', () => {
    expect(
      faultOf({
        color: 'green',
        support: { email: 'help' },
        footer: { groups: [{ title: 'A', links: [{ title: 'B', url: 'payment' }] }] },
        profile: { names: 'import', phone: 'school' },
        tax: { confirmedBy: 'A', confirmedOn: '2026-02-01', validUntil: '2026-01-01' },
        roles: [
          { claim: 'groups', value: 'staff', roles: ['director'] },
          { claim: 'groups', value: 'staff', pattern: 'st*', roles: ['teacher'] },
          { claim: 'groups', value: 'staff' },
          { claim: 'groups', roles: ['teacher'] },
        ],
      }).split('\n'),
    ).toEqual([
      'SCHOOL_FILE: /school.json:',
      '  color: must be a colour such as #0a7d3f',
      '  support.email: must be an email address such as help@school.example',
      '  footer.groups[0].links[0].url: must be an address, or a path of the site such as /payment',
      '  tax.validUntil: must be after confirmedOn',
      '  profile.names: must be person, provider or school',
      '  roles[0].roles[0]: must be a role such as teacher',
      ...[1, 2, 3].map((at) => `  roles[${at}]: needs roles, and either value or pattern`),
    ])
    expect(faultOf({ licence: '1' })).toContain('Unrecognized key: "licence"')
  })

  test('names a wrong digit of the payee of a branch', () => {
    const { PAYEE } = readEnv({ DEMO: 'off', ...payeeVariables })
    const wrong = { ...PAYEE, taxNumber: '7799999011', account: '40703810300000000136' }
    expect(faultOf({ payees: { college: wrong } })).toContain('payees.college.taxNumber: the control digit says')
    expect(faultOf({ payees: { college: { ...wrong, taxNumber: PAYEE.taxNumber } } })).toContain(
      'payees.college.account: the control digit says',
    )
    expect(faultOf({ payees: { college: { ...PAYEE, name: 'Н'.repeat(200) } } })).toContain(
      'payees.college.name: with bank too long for the code on bills',
    )
  })

  test('leaves names and contacts to the identity provider only where the school has its own', () => {
    const profile = { email: 'provider' }
    expect(faultOf({ profile })).toContain('OIDC_ISSUER')
    expect(readWith({ profile }, { OIDC_ISSUER: 'https://id.example' }).SCHOOL.profile).toEqual(profile)
  })

  test('needs a site for links that are paths', () => {
    const footer = { groups: [{ title: 'A', links: [{ title: 'B', url: '/payment' }] }] }
    expect(faultOf({ footer })).toContain('site: required, because the link /payment is a path of it')
    expect(readWith({ footer }, { WEB_BASE_URL: 'https://a.example' }).WEB_BASE_URL).toBe('https://a.example')
  })

  test('is named when it is missing, is no JSON, or names a logo that is missing or too large', () => {
    const missing = { DEMO: 'off', ...payeeVariables, SCHOOL_FILE: join(folder, 'none.json') }
    expect(() => readEnv(missing)).toThrow(`${join(folder, 'none.json')}: no such file.`)
    expect(faultOf('{')).toContain('SCHOOL_FILE: /school.json: not JSON')
    expect(faultOf({ logo: 'none.svg' })).toContain('logo: none.svg: no such file.')
    writeFileSync(join(folder, 'big.png'), Buffer.alloc(100_001))
    expect(faultOf({ logo: 'big.png' })).toContain('logo: big.png has more than 100 kB')
  })

  test('has links of the menu to other systems', () => {
    const link = { title: 'Видеоуроки', url: 'https://lms.example' }
    expect(readWith({ menu: [link] }).SCHOOL.menu).toEqual([
      {
        title: { ru: 'Видеоуроки', en: 'Видеоуроки' },
        url: 'https://lms.example',
        icon: 'external',
        system: 'OTHER',
        audiences: ['admin', 'parent', 'student', 'teacher'],
      },
    ])
    expect(faultOf({ menu: [{ ...link, system: 'LK' }] })).toContain(
      'menu[0].system: must be LMS, WEB, EDCHECK, IAM or OTHER',
    )
    expect(faultOf({ menu: [{ ...link, icon: 'cat' }] })).toContain(
      'menu[0].icon: must be a name of an icon such as book',
    )
    expect(faultOf({ menu: [{ ...link, audiences: ['all'] }] })).toContain('menu[0].audiences[0]: must be a list of')
    expect(faultOf({ menu: [{ ...link, url: '/video' }] })).toContain('site: required, because the link /video')
  })

  test('names files with translations of the names of the school', () => {
    writeFileSync(join(folder, 'english.json'), '{ "Физика": "Physics" }')
    expect(readWith({ names: { en: 'english.json' } }).SCHOOL.names).toEqual({ en: new Map([['Физика', 'Physics']]) })
    writeFileSync(join(folder, 'english.json'), '{ "Физика": 5 }')
    expect(faultOf({ names: { en: 'english.json' } })).toContain('SCHOOL_FILE: /english.json:\n  Физика: ')
    expect(faultOf({ names: { en: 'none.json' } })).toContain('names.en: none.json: no such file.')
    expect(faultOf({ names: { en: 'english.csv' } })).toContain('names.en: must be a json file')
  })

  test('has an up-to-date schema for editors', async () => {
    await expect(schoolFileSchema()).toMatchFileSnapshot(resolve('docs/school.schema.json'))
  })
})

describe('The colour of the school', () => {
  const colour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

  test('always gives readable text and visible marks in both themes', () => {
    fc.assert(
      fc.property(colour, fc.constantFrom('light' as const, 'dark' as const), (color, theme) => {
        const of = (token: string) => brandTokens(color, theme)[token] ?? ''
        const page = theme === 'light' ? '#ffffff' : '#1a1b1e'
        for (const fill of ['--primary', '--action-hover', '--action-pressed'])
          expect(contrastOf(of('--ink-action'), of(fill))).toBeGreaterThanOrEqual(4.5)
        expect(contrastOf(of('--ink-accent'), of('--surface-accent'))).toBeGreaterThanOrEqual(4.5)
        expect(contrastOf(of('--mark-accent'), page)).toBeGreaterThanOrEqual(3)
      }),
    )
  })
})
