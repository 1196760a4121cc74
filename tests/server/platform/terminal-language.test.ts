// Database: none.
import { expect, it } from 'vitest'
import { readEnv } from '#server/env.ts'
import { startWarnings } from '#server/start-warnings.ts'
import { terminalLocale } from '#server/terminal-language.ts'
import { payeeVariables } from '#tests/support/documents/payee.ts'

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

it('Warnings of the start are in both languages', () => {
  const warnings = startWarnings(
    readEnv({ DEMO: 'off', ...payeeVariables, SMTP_URL: 'smtp://mail.school.example?requireTLS=false' }),
  )
  expect(warnings.map(({ ru }) => ru)).toEqual([
    'SECRETS_KEY не задан: секреты вебхуков и push-уведомлений хранятся незашифрованными',
    'SMTP_URL разрешает отправлять письма без шифрования',
  ])
  expect(warnings.map(({ en }) => en)).toEqual([
    'SECRETS_KEY is not set: secrets of webhooks and push notifications are stored unencrypted',
    'SMTP_URL allows letters to be sent unencrypted',
  ])
})
