import { describe, expect, it } from 'vitest'
import { type Role, type RoleGroup, roleGroups, roles, rolesOfGroup } from '#contract/roles.ts'
import { screens } from '#contract/screens.ts'
import type { MenuItem } from '#contract/system.ts'
import { buildMenu, type MenuContext, type MenuViewer } from '#server/system/menu.ts'
import { menuPlaceOf } from '#src/routes/-layout/menu-places.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const setting = { language: 'ru', webBaseUrl: 'https://school.example', offerToken: null, links: [] } as const

describe('The menu (S1, S6, D-7)', () => {
  const forAll = ['catalog', 'events']
  const forAuthors = ['catalog', 'messages', 'events']
  const inFamily = ['schedule-change', '2035', 'profile', 'rki']
  it.each<[string, { roles: Role[]; group: RoleGroup | null } | null, string[]]>([
    ['a visitor', null, ['catalog', 'rki']],
    ['a person without a role', { roles: [], group: null }, ['contracts-and-payments', ...forAll, 'profile']],
    [
      'a parent',
      { roles: ['parent'], group: 'parent' },
      [
        'parent-home-page',
        'schedule',
        'grade-book',
        'homework',
        'contracts-and-payments',
        'tax-deduction',
        ...forAuthors,
        ...inFamily,
      ],
    ],
    [
      'a parent of a college student, who passes no parent check',
      { roles: ['spo_parent'], group: 'parent' },
      [
        'parent-home-page',
        'schedule',
        'grade-book',
        'homework',
        'contracts-and-payments',
        'tax-deduction',
        ...forAuthors,
        ...inFamily,
      ],
    ],
    [
      'a student',
      { roles: ['student'], group: 'student' },
      ['home', 'schedule', 'grade-book', 'homework', 'contracts-and-payments', ...forAuthors, ...inFamily],
    ],
    ['a teacher', { roles: ['teacher'], group: 'teacher' }, ['home', ...forAuthors, 'profile']],
    ['an administrator', { roles: ['administrator'], group: 'admin' }, ['admin']],
    [
      'a team leader, who may not open the admin panel',
      { roles: ['team_leader'], group: 'admin' },
      ['home', ...forAll, 'profile'],
    ],
    [
      'an administrator in the teacher group',
      { roles: ['administrator', 'teacher'], group: 'teacher' },
      ['home', ...forAuthors, 'profile'],
    ],
  ])('of %s', (_, viewer, expected) => {
    expect(buildMenu(viewer, setting).map(({ key }) => key)).toEqual(expected)
  })

  it.each(roleGroups)('has at most 9 unfolded items for all roles of the group %s', (group) => {
    const sectionOf = ({ route }: MenuItem) => menuPlaceOf(route).section
    const items = buildMenu({ roles: rolesOfGroup[group].filter((role) => role !== 'administrator'), group }, setting)
    expect(items.filter((item) => sectionOf(item) !== 'more').length).toBeLessThanOrEqual(9)
  })

  it('contains existing routes for system LK and URLs for others', () => {
    for (const role of roles) {
      for (const group of ['admin', 'parent', 'student', 'teacher'] as const) {
        for (const { system, route, url } of buildMenu({ roles: [role], group }, setting)) {
          if (system === 'LK') expect(route && screens[route].address).not.toBeNull()
          else expect(url).toMatch(/^https:/)
        }
      }
    }
  })

  it('ends with the links of the school, for the groups that see them', () => {
    const lms = {
      title: { ru: 'Видеоуроки', en: 'Video lessons' },
      url: 'https://school.example/video',
      icon: 'book',
      system: 'LMS',
      audiences: ['student'],
    } as const
    const proctoring = {
      ...lms,
      title: { ru: 'Экзамены', en: 'Exams' },
      url: 'https://exam.example',
      system: 'EDCHECK',
    }
    const links = [lms, { ...proctoring, audiences: ['admin', 'visitor'] }] as MenuContext['links']
    const linksOf = (viewer: MenuViewer | null) =>
      buildMenu(viewer, { ...setting, links }).filter(({ route }) => !route)
    const exam = { key: 'https://exam.example', title: 'Экзамены', system: 'EDCHECK', route: null, icon: 'book' }
    expect(linksOf({ roles: ['student'], group: 'student' })).toEqual([
      {
        key: 'https://school.example/video',
        title: 'Видеоуроки',
        system: 'LMS',
        route: null,
        icon: 'book',
        url: 'https://school.example/video',
      },
    ])
    expect(linksOf({ roles: ['administrator'], group: 'admin' })).toEqual([{ ...exam, url: 'https://exam.example' }])
    expect(linksOf({ roles: ['parent'], group: 'parent' })).toEqual([])
  })

  it('opens Russian as a foreign language on the site (D-17), and the programme with its token (D-20)', () => {
    const items = buildMenu({ roles: ['student'], group: 'student' }, { ...setting, offerToken: 'T'.repeat(22) })
    const urlOf = (key: string) => items.find((item) => item.key === key)?.url
    expect([urlOf('rki'), urlOf('2035')]).toEqual(['https://school.example/rki', `/2035?token=${'T'.repeat(22)}`])
  })
})

describe('The calls', () => {
  const server = openForSuite(() =>
    openTestApp({
      env: { SUPPORT_PHONE: '+74951234567', COUNTER_IDS: '101', PROFILE_SERVICE_URL: 'https://profiles.example/in' },
    }),
  )

  it('config reflects the environment', async () => {
    expect((await server.visitor.call('GET /v1/system/config')).json()).toEqual({
      SYSTEM: {
        WEB_BASE_URL: 'https://school.example',
        TIME_ZONE: 'Europe/Moscow',
        SUPPORT_PHONE: '+74951234567',
        SUPPORT_EMAIL: null,
        SIGN_IN_ORIGINS: { embedded: 'http://localhost:3001' },
        IS_TRIAL: false,
      },
      SCHOOL: {
        NAME: { ru: 'Школа на Соколе', en: 'Sokol School' },
        LOGO_URL: expect.stringMatching(/^\/school\/logo-[0-9a-f]{12}\.svg$/),
      },
      TRACKING: {
        ENABLED: true,
        NEEDS_CONSENT: true,
        DEBUG: false,
        TAG_MANAGER_ID: null,
        COUNTER_IDS: [101],
        CHAT_SCRIPT_URL: null,
        PROFILE_SERVICE_URL: 'https://profiles.example/in',
      },
      ACCOUNT: {
        LINK_PROVIDERS: ['yandex', 'vk'],
        PROFILE_OWNERS: { names: 'person', email: 'person', phone: 'person' },
      },
      TWO_FACTOR: { FRESH_SECONDS: 900 },
    })
  })

  it('the CSP allows exactly the configured hosts', async () => {
    const policy = String((await server.visitor.open('/events')).headers['content-security-policy'])
    expect(policy).toContain("script-src 'self' https://mc.yandex.ru https://mc.yandex.com;")
    expect(policy).toContain('https://profiles.example')
    expect(policy).not.toContain('googletagmanager')
  })

  it('the menu depends on the selected role group and the language', async () => {
    const person = await server.signInAs({ roles: ['parent', 'teacher'], group: 'teacher' })
    const answer = await person.call('GET /v1/system/menu', { headers: { 'accept-language': 'en' } })
    expect(answer.json<{ items: MenuItem[] }>().items.map(({ title }) => title)).toEqual([
      'Home',
      'Course catalogue',
      'Messages',
      'Events',
      'Profile',
    ])
    const german = await person.call('GET /v1/system/menu', { headers: { 'accept-language': 'de-DE,de;q=0.9' } })
    expect(german.json<{ items: MenuItem[] }>().items[0]?.title).toBe('Главная')
  })
})
