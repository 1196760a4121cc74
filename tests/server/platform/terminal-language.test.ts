// Database: none.
import { expect, it } from 'vitest'
import { terminalLocale } from '#server/terminal-language.ts'

it.each([
  [{}, 'ru'],
  [{ LANG: 'C.UTF-8' }, 'ru'],
  [{ LANG: 'ru_RU.UTF-8' }, 'ru'],
  [{ LANG: 'de_DE.UTF-8' }, 'ru'],
  [{ LANG: 'en_GB.UTF-8' }, 'en'],
  [{ LC_ALL: 'en_US.UTF-8', LANG: 'ru_RU.UTF-8' }, 'en'],
  [{ LC_ALL: '', LC_MESSAGES: 'en', LANG: 'ru_RU.UTF-8' }, 'en'],
])('With %j the start and the commands speak %s', (env, locale) => {
  expect(terminalLocale(env)).toBe(locale)
})
