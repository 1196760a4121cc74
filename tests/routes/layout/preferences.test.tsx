import Cookies from 'js-cookie'
import { afterEach, expect, test } from 'vitest'
import { parentCookieDomain, readLocale, recallRoleGroup, saveLocale, saveRoleGroup } from '#src/storage/preferences.ts'

afterEach(() => {
  for (const name of Object.keys(Cookies.get())) Cookies.remove(name)
})

test.each([
  ['lk.school.example', 'school.example'],
  ['a.b.lk.school.example', 'school.example'],
  ['school.example', 'school.example'],
  ['localhost', null],
  ['127.0.0.1', null],
  ['[::1]', null],
])('the parent domain of %s is %s (D-12)', (host, domain) => {
  expect(parentCookieDomain(host)).toBe(domain)
})

test('the selected role group is stored per user and removed when cleared', () => {
  const written: string[] = []
  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: () => cookie?.get?.call(document) as string,
    set: (text: string) => {
      written.push(text)
      // jsdom’s page is not https and drops the cookie’s `Secure` attribute.
      cookie?.set?.call(document, text.replace('; secure', ''))
    },
  })
  saveRoleGroup('u1', 'teacher', 'localhost')
  expect(recallRoleGroup('u1')).toBe('teacher')
  expect(recallRoleGroup('u2')).toBeNull()
  expect(written.at(-1)).toMatch(/^roleGroup_u1=teacher; path=\/; secure; expires=/)
  const expires = Date.parse(/expires=([^;]+)/.exec(written.at(-1) ?? '')?.[1] ?? '')
  expect(Math.round((expires - Date.now()) / 86_400_000)).toBe(7)
  saveRoleGroup('u1', null, 'localhost')
  expect(recallRoleGroup('u1')).toBeNull()
  Reflect.deleteProperty(document, 'cookie')
})

test('the selected role group is stored where the browser refuses secure cookies, as WebKit does on plain http', () => {
  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: () => cookie?.get?.call(document) as string,
    set: (text: string) => {
      if (!text.includes('; secure')) cookie?.set?.call(document, text)
    },
  })
  saveRoleGroup('u1', 'teacher', 'localhost')
  expect(recallRoleGroup('u1')).toBe('teacher')
  saveRoleGroup('u1', 'parent', 'localhost')
  expect(recallRoleGroup('u1')).toBe('parent')
  saveRoleGroup('u1', null, 'localhost')
  expect(recallRoleGroup('u1')).toBeNull()
  Reflect.deleteProperty(document, 'cookie')
})

test('uses Russian before a language is chosen (D-29)', () => {
  expect(readLocale()).toBe('ru')
  saveLocale('en')
  expect(readLocale()).toBe('en')
  Cookies.set('lang', 'xx')
  expect(readLocale()).toBe('ru')
})
