import { expect, it } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'

async function headersAt(env: Record<string, string>): Promise<Record<string, unknown>> {
  const server = await openTestApp({ env })
  const { headers } = await server.visitor.open('/healthz')
  await server.close()
  const ofEveryAnswer = ['cache-control', 'connection', 'content-length', 'content-type', 'date', 'x-request-id']
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofEveryAnswer.includes(name)))
}

const everywhere = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

it('Every answer tells the browser to let in nothing but ourselves', async () => {
  expect(await headersAt({})).toEqual({
    ...everywhere,
    'content-security-policy':
      "default-src 'self';base-uri 'none';object-src 'none';frame-ancestors 'none';form-action 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: blob: https:;font-src 'self';connect-src 'self';frame-src 'none'",
  })
})

it('Over https a browser is told to stay there; third parties that the config names are let in', async () => {
  const thirdParties = {
    TAG_MANAGER_ID: 'GTM-1',
    COUNTER_IDS: '101',
    CHAT_SCRIPT_URL: 'https://chat.example/chat.js',
    PROFILE_SERVICE_URL: 'https://profiles.example/in',
  }
  expect(await headersAt({ PUBLIC_URL: 'https://lk.school.example', ...thirdParties })).toEqual({
    ...everywhere,
    'content-security-policy':
      "default-src 'self';base-uri 'none';object-src 'none';frame-ancestors 'none';form-action 'self';script-src 'self' https://www.googletagmanager.com https://mc.yandex.ru https://mc.yandex.com https://chat.example;style-src 'self' 'unsafe-inline';img-src 'self' data: blob: https:;font-src 'self' https://chat.example;connect-src 'self' https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com https://mc.yandex.ru https://mc.yandex.com https://chat.example https://profiles.example;frame-src https://chat.example;upgrade-insecure-requests",
    'strict-transport-security': 'max-age=31536000',
  })
})
