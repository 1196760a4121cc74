// Database: none.
import { expect, it } from 'vitest'
import { readEnv } from '#server/environment/env.ts'
import { startWarnings } from '#server/start-warnings.ts'
import { bannerWarnings } from '#server/startup-banner.ts'
import { sameInAll, terminalLocale } from '#server/terminal/terminal-language.ts'
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
    'SECRETS_KEY не задан: секреты вебхуков, ключ push-уведомлений и сохранённые карты хранятся незашифрованными',
    'SMTP_URL разрешает отправлять письма без шифрования',
  ])
  expect(warnings.map(({ en }) => en)).toEqual([
    'SECRETS_KEY is not set: secrets of webhooks, the key of push notifications and saved cards are stored unencrypted',
    'SMTP_URL allows emails to be sent unencrypted',
  ])
})

it('The start names a trial, a demo school, accounts of an earlier issuer and what is wrong with the provider', () => {
  const env = { DEMO: 'off', DELIVERY: 'off', OIDC_ISSUER: 'https://id.school.example' }
  const read = readEnv({ ...env, ...payeeVariables, OIDC_CLIENT_ID: 'account', OIDC_CLIENT_SECRET: 'secret' })
  const said = (state: Parameters<typeof bannerWarnings>[1]) =>
    bannerWarnings(read, state).map(({ en }) => en.split(/[:,]/)[0])
  expect(said({ isDemoSchool: false, accountsOfOtherIssuers: 0, provider: [] })).toEqual(['DELIVERY=off'])
  const finding = (kind: 'fault' | 'notice' | 'passed', name: string) => ({ kind, text: sameInAll(`${name}: why.`) })
  const provider = [finding('notice', 'OIDC_SCOPES'), finding('passed', 'keys'), finding('fault', 'OIDC_ISSUER')]
  expect(said({ isDemoSchool: true, accountsOfOtherIssuers: 3, provider })).toEqual([
    'DELIVERY=off',
    'the database holds the demo school',
    '3 people have accounts of another identity provider and cannot sign in with them. If the provider has changed',
    'OIDC_ISSUER',
    'OIDC_SCOPES',
  ])
})
