// Database: none.
import { describe, expect, test } from 'vitest'
import { safeReturnPath } from '#contract/auth/return-path.ts'

const own = 'https://account.school.example'
const ownWithPort = 'http://localhost:3000'

describe('A path of our origin is accepted (D-2)', () => {
  const kept: [fromUrl: string, path: string][] = [
    ['/schedule', '/schedule'],
    ['/schedule?month=2026-09&filter[child][]=1#week', '/schedule?month=2026-09&filter[child][]=1#week'],
    ['/schedule?back=//evil.example', '/schedule?back=//evil.example'],
    ['/catalog/../events', '/events'],
    ['/расписание', '/%D1%80%D0%B0%D1%81%D0%BF%D0%B8%D1%81%D0%B0%D0%BD%D0%B8%D0%B5'],
    ['/authors', '/authors'],
    ['/events//past', '/events//past'],
    ['/https://evil.example', '/https://evil.example'],
    [`${own}/schedule?view=week`, '/schedule?view=week'],
    [`${own}/`, '/'],
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
      'http://account.school.example/schedule',
      'https://account.school.example:8443/schedule',
      'https://account.school.example.evil.example/',
      'https://evil.example/https://account.school.example/',
      'https://account.school.example.',
    ],
    'no scheme, another host': [
      '//evil.example',
      '///evil.example',
      '//account.school.example/schedule',
      'evil.example',
      'schedule',
      '../schedule',
      '?next=/schedule',
    ],
    'another scheme': [
      'javascript:alert(1)',
      'java\nscript:alert(1)',
      'blob:https://account.school.example/1',
      'https:evil.example',
    ],
    backslashes: [
      '/\\evil.example',
      '\\\\evil.example',
      '/schedule\\..\\..\\evil',
      'https://account.school.example\\@evil.example',
      '/%5Cevil.example',
      '/%255Cevil.example',
    ],
    'control characters and spaces': [
      '/\t/evil.example',
      '/\r\n/evil.example',
      ' //evil.example',
      '/schedule ',
      '/schedule\u0000',
      '/\u007f/evil.example',
      '/\u2028/evil.example',
      '\ufeff//evil.example',
      '/schedule\r\nSet-Cookie: lk_session=stolen',
      '/%00/evil.example',
      '/%0d%0aLocation:%20https://evil.example',
    ],
    'dot segments': [
      '/..//evil.example',
      '/./..//evil.example',
      '/a/b/../..//evil.example',
      '/%2e%2e//evil.example',
      '/.%2e//evil.example',
      'https://account.school.example/..//evil.example',
    ],
    'encoding, single and double': [
      '/%2Fevil.example',
      '/%2F%2Fevil.example',
      '/%252F%252Fevil.example',
      '/%2525252525252525252Fevil.example',
      '/x/%2e%2e%2f%2fevil.example',
      '/%',
      '/%c0%af',
    ],
    'a name before the host': [
      'https://account.school.example@evil.example/',
      'https://account.school.example:pass@evil.example/',
      'https://user:pass@account.school.example/schedule',
      'https://evil.example#@account.school.example/',
    ],
    'look-alikes of Unicode': ['https://аccount.school.example/', '／／evil.example', '\u202e/elpmaxe.live//'],
    'the API and the sign-in itself': [
      '/api',
      '/api/v1/profile',
      '/API/v1/profile',
      '/auth',
      '/auth/oauth-result?code=1&state=2',
      '/schedule/../api/v1/profile',
      '/schedule/..%2fapi/v1/profile',
      '/%61pi/v1/profile',
      '/ap%69',
      '/x/%2e%2e/auth/oauth-result',
      '/api?x',
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

  test('accepted paths stay on our origin and are stable', () => {
    for (const address of ['/schedule', '/расписание?x=[y]', '/a/./b/../c', `${own}/events`, '/https://evil.example']) {
      const path = safeReturnPath(address, own)
      expect(new URL(path, own).origin).toBe(own)
      expect(safeReturnPath(path, own)).toBe(path)
    }
  })
})
