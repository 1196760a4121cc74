import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnv } from '#server/env.ts'
import { StartFailure } from '#server/start-failure.ts'
import { payeeVariables } from '#tests/support/payee.ts'

describe('The environment', () => {
  it('needs nothing', () => {
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

  it('takes an empty variable for an absent one', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '' })).toEqual(readEnv({}))
  })

  it('follows PORT in the public address', () => {
    expect(readEnv({ PORT: '8080' }).PUBLIC_URL).toBe('http://localhost:8080')
  })

  it('reduces a public address to its origin', () => {
    expect(readEnv({ PUBLIC_URL: 'https://lk.school.example/' }).PUBLIC_URL).toBe('https://lk.school.example')
  })

  it('puts no demo people beside real ones', () => {
    expect(readEnv({ OIDC_ISSUER: 'https://id.school.example', ...payeeVariables }).DEMO).toBe(false)
    expect(readEnv({ OIDC_ISSUER: 'https://id.school.example', DEMO: 'on' }).DEMO).toBe(true)
    expect(readEnv({ DEMO: 'off', ...payeeVariables }).DEMO).toBe(false)
  })

  it('publishes the calls in the demo, and elsewhere where it is told to', () => {
    expect(readEnv({}).API_DOCS).toBe(true)
    expect(readEnv({ DEMO: 'off', ...payeeVariables }).API_DOCS).toBe(false)
    expect(readEnv({ DEMO: 'off', API_DOCS: 'on', ...payeeVariables }).API_DOCS).toBe(true)
    expect(readEnv({ API_DOCS: 'off' }).API_DOCS).toBe(false)
  })

  it('knows the providers whose accounts can be linked', () => {
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
    expect(() => readEnv({ ...own, LINK_PROVIDERS: 'yandex,vk', ...yandex })).toThrow('LINK_VK_ISSUER: needed')
    expect(() => readEnv({ ...yandex, LINK_YANDEX_CLIENT_ID: '' })).toThrow('LINK_YANDEX_CLIENT_ID: needed')
    expect(() => readEnv({ ...yandex, LINK_YANDEX_ISSUER: 'yandex' })).toThrow('LINK_YANDEX_ISSUER: Invalid URL')
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
    ['LOG_LEVEL', 'loud'],
    ['TIME_ZONE', 'Moscow'],
    ['COUNTER_IDS', '1,two'],
    ['CHAT_SCRIPT_URL', 'javascript:alert(1)'],
  ])('names %s when it cannot be %s, in one line', (name, value) => {
    const read = () => readEnv({ [name]: value })
    expect(read).toThrow(StartFailure)
    expect(read).toThrow(new RegExp(`^${name}: [^\\n]+$`))
  })

  it('never repeats a bad value: it could be a password', () => {
    expect(() => readEnv({ DATABASE_URL: 'postgrez://u:hush@localhost' })).not.toThrow(/hush/)
  })
})
