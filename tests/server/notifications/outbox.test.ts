import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '#server/db/client.ts'
import { type Env, readEnv } from '#server/environment/env.ts'
import { type EmbeddedProvider, startEmbeddedProvider } from '#server/idp/provider.ts'
import { createOutboxChannel } from '#server/notifications/outbox.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'

const now = new Date('2026-10-14T09:00:00Z')
const message = {
  id: '11111111-1111-4111-8111-111111111111',
  target: 'anna@mail.example',
  language: 'ru',
  subject: '135790 — код проверки',
  text: 'Код проверки: 135790. <b>Никому</b> его не сообщайте.',
} as const

let opened: OpenDatabase
let provider: EmbeddedProvider

function start(changes: Partial<Env> = {}): Promise<EmbeddedProvider> {
  const env = { ...readEnv({ IDP_PORT: '0', PUBLIC_URL: 'http://localhost:4999' }), ...changes }
  const log = pino({ level: 'silent' })
  return startEmbeddedProvider({ env, database: opened.database, clock: () => now, log })
}

beforeAll(async () => {
  opened = await openTestDatabase()
  provider = await start()
})
afterAll(async () => {
  await provider.close()
  await opened.close()
})

async function open(path: string, { issuer } = provider) {
  const answer = await fetch(issuer + path, { headers: { 'accept-language': 'ru', accept: 'text/html' } })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

describe('The outbox', () => {
  test('shows a message if it is empty', async () => {
    expect((await open('/outbox')).text).toContain('Пока ничего не отправлено.')
    expect((await open('/outbox.json')).text).toBe('[]')
  })

  test('shows messages in the school’s time and in both languages, with escaped markup', async () => {
    await createOutboxChannel(opened.database, 'email', () => now)(message)
    const { status, text } = await open('/outbox')
    expect(status).toBe(200)
    expect(text).toContain('<h2>135790 — код проверки</h2>')
    expect(text).toContain('&lt;b&gt;Никому&lt;/b&gt;')
    expect(text).toMatch(/14 окт\. 2026 г\., 12:00:00/)
    expect((await open('/outbox?lang=en')).text).toContain('<h1>Outgoing messages</h1>')
  })

  test('returns the same as JSON, filtered by recipient on request', async () => {
    const { id, target, subject, text } = message
    const shown = await open('/outbox.json?to=anna@mail.example')
    expect(shown.type).toBe('application/json; charset=utf-8')
    expect(JSON.parse(shown.text)).toEqual([
      { id, channel: 'email', target, subject, text, at: '2026-10-14T09:00:00.000Z' },
    ])
    expect((await open('/outbox.json?to=someone@mail.example')).text).toBe('[]')
  })

  test('shows the HTML of an email in a frame that runs no scripts', async () => {
    const id = '22222222-2222-4222-8222-222222222222'
    const html =
      '<html><head></head><body><img src="cid:school-logo"><a href="https://school.example">Открыть</a></body></html>'
    await createOutboxChannel(opened.database, 'email', () => now)({ ...message, id, html, logo: Buffer.from('png') })
    const { text } = await open('/outbox')
    expect(text).toContain(`<iframe src="/outbox/${id}" title="Письмо: ${message.subject}" sandbox=`)
    const letter = await fetch(`${provider.issuer}/outbox/${id}`)
    expect(await letter.text()).toBe(
      '<html><head><base target="_blank"></head><body><img src="data:image/png;base64,cG5n"><a href="https://school.example">Открыть</a></body></html>',
    )
    expect(letter.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox allow-popups/)
    expect((await open('/outbox/33333333-3333-4333-8333-333333333333')).status).toBe(404)
  })

  test('does not exist without the demo, whatever was sent before', async () => {
    const real = await start({ DEMO: false })
    for (const path of [
      '/outbox/22222222-2222-4222-8222-222222222222',
      '/outbox',
      '/outbox.json',
      '/outbox.json?to=anna@mail.example',
    ]) {
      const { status, text } = await open(path, real)
      expect([status, text.includes('135790')]).toEqual([404, false])
    }
    await real.close()
  })
})
