// Database: none.
import { describe, expect, test } from 'vitest'
import { safeReturnPath } from '#contract/return-path.ts'

const own = 'https://account.school.example'
const ownWithPort = 'http://localhost:3000'

describe('A path of our origin is accepted (D-2)', () => {
  const kept: [fromUrl: string, path: string][] = [
    ['/', '/'],
    ['/schedule', '/schedule'],
    ['/grade-book/', '/grade-book/'],
    [
      '/contracts-and-payments/5f0c7a3e-0b1d-4c55-9c1a-2f8f6e6d7a10',
      '/contracts-and-payments/5f0c7a3e-0b1d-4c55-9c1a-2f8f6e6d7a10',
    ],
    ['/schedule?month=2026-09&filter[child][]=1#week', '/schedule?month=2026-09&filter[child][]=1#week'],
    ['/profile?linked=vk', '/profile?linked=vk'],
    ['/schedule?back=//evil.example', '/schedule?back=//evil.example'],
    ['/events#//evil.example', '/events#//evil.example'],
    ['/catalog/../events', '/events'],
    ['/расписание', '/%D1%80%D0%B0%D1%81%D0%BF%D0%B8%D1%81%D0%B0%D0%BD%D0%B8%D0%B5'],
    ['/authors', '/authors'],
    ['/apiary', '/apiary'],
    ['/events//past', '/events//past'],
    ['/https://evil.example', '/https://evil.example'],
    [`${own}/schedule?view=week`, '/schedule?view=week'],
    [`${own}/`, '/'],
    [own, '/'],
    [`${own}:443/schedule`, '/schedule'],
    ['HTTPS://Account.School.Example/schedule', '/schedule'],
  ]
  test.each(kept)('%s', (fromUrl, path) => {
    expect(safeReturnPath(fromUrl, own)).toBe(path)
  })

  test('a URL of our origin with a port is reduced to its path', () => {
    expect(safeReturnPath('http://localhost:3000/events', ownWithPort)).toBe('/events')
  })
})

describe('Anything else becomes / (D-2)', () => {
  const hostile: Record<string, unknown[]> = {
    'another origin': [
      'https://evil.example',
      'https://evil.example/schedule',
      'HTTPS://EVIL.EXAMPLE',
      'http://account.school.example/schedule',
      'https://account.school.example:8443/schedule',
      'https://account.school.example.evil.example/',
      'https://evil.example/https://account.school.example/',
      'https://account.school.example.',
      'ftp://account.school.example/',
      'ws://account.school.example/',
    ],
    'no scheme, another host': [
      '//evil.example',
      '///evil.example',
      '////evil.example',
      '//evil.example/schedule',
      '//account.school.example/schedule',
      '//evil.example@account.school.example',
      'evil.example',
      'www.evil.example/schedule',
      'schedule',
      './schedule',
      '../schedule',
      '?next=/schedule',
      '#/schedule',
    ],
    'another scheme': [
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:msgbox(1)',
      'file:///etc/passwd',
      'blob:https://account.school.example/1',
      'about:blank',
      'mailto:a@evil.example',
      'https:evil.example',
      'https:/evil.example',
      'https:///evil.example',
      'http:schedule',
    ],
    backslashes: [
      '/\\evil.example',
      '\\/evil.example',
      '\\\\evil.example',
      '/\\/evil.example',
      '/schedule\\..\\..\\evil',
      'https:\\\\evil.example',
      'https://account.school.example\\@evil.example',
      '/%5Cevil.example',
      '/%5c%5cevil.example',
      '/%255Cevil.example',
    ],
    'control characters and spaces': [
      '/\t/evil.example',
      '/\n/evil.example',
      '/\r\n/evil.example',
      '\t//evil.example',
      ' //evil.example',
      ' /schedule',
      '/schedule ',
      '/schedule\u0000',
      '/\u0000/evil.example',
      '/sche\u001bdule',
      '/\u007f/evil.example',
      '/\u0085/evil.example',
      '/\u00a0/evil.example',
      '/\u2028/evil.example',
      '\ufeff//evil.example',
      '/schedule\r\nSet-Cookie: lk_session=stolen',
      '/%00/evil.example',
      '/%09/evil.example',
      '/%0d%0aLocation:%20https://evil.example',
      '/%250d%250aevil',
    ],
    'dot segments': [
      '/..//evil.example',
      '/.//evil.example',
      '/./..//evil.example',
      '/schedule/..//evil.example',
      '/a/b/../..//evil.example',
      '/%2e%2e//evil.example',
      '/%2E%2e//evil.example',
      '/.%2e//evil.example',
      '/%2e//evil.example',
      'https://account.school.example/..//evil.example',
      'https://account.school.example//evil.example',
    ],
    'encoding, single and double': [
      '/%2Fevil.example',
      '/%2fevil.example',
      '/%2F%2Fevil.example',
      '/%252F%252Fevil.example',
      '/%25252Fevil.example',
      '/%2525252525252525252Fevil.example',
      '/x/%2e%2e%2f%2fevil.example',
      '/x/..%2f%2fevil.example',
      '/%',
      '/%zz',
      '/%c0%af',
      '/%ff%fe',
    ],
    'a name before the host': [
      'https://account.school.example@evil.example/',
      'https://account.school.example:pass@evil.example/',
      'https://user@account.school.example/schedule',
      'https://user:pass@account.school.example/schedule',
      'https://evil.example#@account.school.example/',
      'https://evil.example?@account.school.example/',
    ],
    'look-alikes of Unicode': [
      'https://аccount.school.example/',
      'https://account.school。example.evil/',
      '／／evil.example',
      'https:／／evil.example',
      '\u202e/elpmaxe.live//',
    ],
    'the API and the sign-in itself': [
      '/api',
      '/api/',
      '/api/v1/profile',
      '/API/v1/profile',
      '/auth',
      '/auth/oauth-result?code=1&state=2',
      '/Auth/sign-out/token',
      '/./api/v1/profile',
      '/schedule/../api/v1/profile',
      '/schedule/..%2fapi/v1/profile',
      '/%61pi/v1/profile',
      '/%2561pi/v1/profile',
      '/ap%69',
      '/%2e/auth/oauth-result',
      '/x/%2e%2e/auth/oauth-result',
      '/api?x',
      '/auth#x',
      'https://account.school.example/api/v1/profile',
    ],
    'not a URL': ['', ' ', 'null', undefined, null, 0, 42, true, {}, [], ['/schedule'], { href: '/schedule' }],
    'longer than the limit': [
      `/${'a'.repeat(2048)}`,
      `/schedule?${'x=1&'.repeat(1000)}`,
      `/${'../'.repeat(1000)}/evil.example`,
    ],
  }

  describe.each(Object.entries(hostile))('%s', (_shape, addresses) => {
    test.each(addresses.map((address) => [address]))('%j', (address) => {
      expect(safeReturnPath(address, own)).toBe('/')
    })
  })

  test('there are at least 60 of them', () => {
    expect(Object.values(hostile).flat().length).toBeGreaterThanOrEqual(60)
  })

  test('accepted paths stay on our origin and are stable', () => {
    for (const address of ['/schedule', '/расписание?x=[y]', '/a/./b/../c', `${own}/events`, '/https://evil.example']) {
      const path = safeReturnPath(address, own)
      expect(new URL(path, own).origin).toBe(own)
      expect(safeReturnPath(path, own)).toBe(path)
    }
  })
})
