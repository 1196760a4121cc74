// Database: none.
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnv } from '#server/environment/env.ts'
import { payeeVariables as payeeRules } from '#server/environment/payee.ts'
import { environmentVariables } from '#server/environment/variables.ts'
import { StartupError } from '#server/terminal/startup-error.ts'
import { payeeVariables } from '#tests/support/documents/payee.ts'

/** Names, secrets and paths of which only the other side knows whether they are right. */
const takesAnyText = [
  'HOST',
  'DATA_DIR',
  'FILES_DIR',
  'OIDC_CLIENT_ID',
  'OIDC_SECOND_FACTOR',
  'OIDC_CLIENT_SECRET',
  'OIDC_CLIENT_KEY_FILE',
  'IAM_PASSWORD_SECRET',
  'SMS_GATEWAY_TOKEN',
  'SUPPORT_PHONE',
]

describe('The environment', () => {
  it('has defaults for all variables', () => {
    expect(readEnv({})).toMatchObject({
      PORT: 3000,
      PUBLIC_URL: 'http://localhost:3000',
      IDP_PUBLIC_URL: 'http://localhost:3001',
      DATA_DIR: resolve('.data'),
      DEMO: true,
      TIME_ZONE: 'Europe/Moscow',
      COUNTER_IDS: [],
    })
  })

  it('treats an empty variable as absent', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '' })).toEqual(readEnv({}))
  })

  it('follows PORT in the public address', () => {
    expect(readEnv({ PORT: '8080' }).PUBLIC_URL).toBe('http://localhost:8080')
  })

  it('reduces a public address to its origin', () => {
    expect(readEnv({ PUBLIC_URL: 'https://lk.school.example/' }).PUBLIC_URL).toBe('https://lk.school.example')
  })

  it('does not seed the demo with an external issuer', () => {
    expect(readEnv({ OIDC_ISSUER: 'https://id.school.example', ...payeeVariables }).DEMO).toBe(false)
    expect(readEnv({ OIDC_ISSUER: 'https://id.school.example', DEMO: 'on' }).DEMO).toBe(true)
    expect(readEnv({ DEMO: 'off', ...payeeVariables }).DEMO).toBe(false)
    expect(readEnv({ DELIVERY: 'off', ...payeeVariables }).DEMO).toBe(false)
  })

  it('reads the link providers', () => {
    const yandex = {
      LINK_YANDEX_ISSUER: 'https://oauth.yandex.example',
      LINK_YANDEX_CLIENT_ID: 'lk',
      LINK_YANDEX_CLIENT_SECRET: 'hush',
    }
    const own = { OIDC_ISSUER: 'https://id.school.example', ...payeeVariables }
    expect(readEnv({})).toMatchObject({ LINK_PROVIDERS: ['yandex', 'vk'], LINKS: [] })
    expect(readEnv(own)).toMatchObject({ LINK_PROVIDERS: [], LINKS: [] })
    expect(readEnv({ ...own, LINK_PROVIDERS: 'yandex', ...yandex }).LINKS).toEqual([
      { name: 'yandex', issuer: 'https://oauth.yandex.example', clientId: 'lk', clientSecret: 'hush' },
    ])
    expect(() => readEnv({ ...own, LINK_PROVIDERS: 'yandex,vk', ...yandex })).toThrow(
      'LINK_VK_ISSUER: needed with LINK_PROVIDERS=vk.',
    )
    expect(() => readEnv({ ...yandex, LINK_YANDEX_CLIENT_ID: '' })).toThrow('LINK_YANDEX_CLIENT_ID: needed')
    expect(() => readEnv({ ...yandex, LINK_YANDEX_ISSUER: 'yandex' })).toThrow('LINK_YANDEX_ISSUER: must be an address')
  })

  it.each([
    [{ OIDC_CLIENT_AUTH: 'basic' }, 'OIDC_CLIENT_SECRET: needed with OIDC_CLIENT_AUTH=basic.'],
    [{ OIDC_CLIENT_AUTH: 'none', OIDC_CLIENT_SECRET: 'hush' }, 'OIDC_CLIENT_SECRET: not used'],
    [{ OIDC_CLIENT_AUTH: 'private_key_jwt' }, 'OIDC_CLIENT_KEY_FILE: needed with OIDC_CLIENT_AUTH=private_key_jwt.'],
    [{ OIDC_CLIENT_KEY_FILE: 'key.pem', OIDC_CLIENT_SECRET: 'hush' }, 'OIDC_CLIENT_SECRET: not used'],
    [{ OIDC_CLIENT_KEY_FILE: 'key.pem', OIDC_CLIENT_AUTH: 'none' }, 'OIDC_CLIENT_KEY_FILE: not used'],
    [{ OIDC_ISSUER: '', OIDC_CLIENT_KEY_FILE: 'key.pem' }, 'OIDC_ISSUER: needed with OIDC_CLIENT_KEY_FILE.'],
    [{ OIDC_ISSUER: '', OIDC_CLIENT_AUTH: 'none' }, 'OIDC_ISSUER: needed with OIDC_CLIENT_AUTH.'],
    [{ OIDC_SCOPES: 'profile email' }, 'OIDC_SCOPES: must be words with spaces, openid among them'],
  ])('reports what is missing in %j', (settings, said) => {
    const own = { OIDC_ISSUER: 'https://id.school.example', ...payeeVariables }
    expect(() => readEnv({ ...own, ...settings })).toThrow(said)
  })

  it('reads lists', () => {
    const { COUNTER_IDS, LINK_PROVIDERS } = readEnv({ COUNTER_IDS: '101, 202', LINK_PROVIDERS: 'yandex,vk,' })
    expect([COUNTER_IDS, LINK_PROVIDERS]).toEqual([
      [101, 202],
      ['yandex', 'vk'],
    ])
  })

  it.each([
    ['PORT', 'http'],
    ['SMTP_URL', 'https://mail.school.example'],
    ['MAIL_FROM', 'the school'],
    ['SMS_GATEWAY_URL', 'sms.school.example'],
    ['PORT', '70000'],
    ['IDP_PORT', '-1'],
    ['PUBLIC_URL', 'lk.school.example'],
    ['PUBLIC_URL', 'ftp://lk.school.example'],
    ['DATABASE_URL', 'mysql://localhost/lk'],
    ['OIDC_ISSUER', 'id.school.example'],
    ['DEMO', 'yes'],
    ['TRUST_PROXY', 'on'],
    ['TRUST_PROXY', '11'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'proxy.school.example'],
    ['LOG_LEVEL', 'loud'],
    ['TIME_ZONE', 'Moscow'],
    ['TIME_ZONE', '+03:00'],
    ['TIME_ZONE', 'America/Coyhaique'],
    ['COUNTER_IDS', '1,two'],
    ['CHAT_SCRIPT_URL', 'javascript:alert(1)'],
  ])('reports %s if it is %s, in one line', (name, value) => {
    const read = () => readEnv({ [name]: value })
    expect(read).toThrow(StartupError)
    expect(read).toThrow(new RegExp(`^${name}: [^\\n]+$`))
  })

  const nonsense = ['abc', 'lk.school.example', '-1', '1.5', '99999999', '%', 'а', ' ', 'http://', '{}', '|']
  const plain = { ru: /^[A-Z_]+: [^\n]*[а-я]{2}[^\n]*\.$/u, en: /^[A-Z_]+: [^\n]*[a-z]{2}[^\n]*\.$/ }
  /** Words of the library that checks the values. */
  const technical = /invalid|expected|received|input|NaN|pattern/i

  it.each([...Object.keys(environmentVariables.shape), ...Object.keys(payeeRules.shape)])(
    'says in plain words, in both languages, what is wrong with %s',
    (name) => {
      const refused = nonsense.filter((value) => {
        try {
          readEnv({ ...payeeVariables, [name]: value })
          return false
        } catch (error) {
          expect(error).toBeInstanceOf(StartupError)
          const { ru, en } = (error as StartupError).text
          expect([value, ru, en]).toEqual([value, expect.stringMatching(plain.ru), expect.stringMatching(plain.en)])
          expect(en).not.toMatch(technical)
          return true
        }
      })
      expect(takesAnyText.includes(name) || refused.length > 0).toBe(true)
    },
  )

  it('lists every wrong variable, a line each', () => {
    const read = () => readEnv({ PORT: 'abc', PUBLIC_URL: 'lk.school.example', DATABASE_POOL: '0.5' })
    expect(read).toThrow(/^PORT: [^\n]+\nPUBLIC_URL: [^\n]+\nDATABASE_POOL: [^\n]+$/)
  })

  it('never repeats a bad value: it could be a password', () => {
    expect(() => readEnv({ DATABASE_URL: 'postgrez://u:hush@localhost' })).not.toThrow(/hush/)
  })
})
