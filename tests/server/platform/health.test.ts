import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createProviderState } from '#server/auth/oidc/provider-state.ts'
import { serverKeys } from '#server/db/schema/one-time-codes.ts'
import { webhookEndpoints } from '#server/db/schema/webhooks.ts'
import { serverLimits } from '#server/plugins/lifecycle.ts'
import { sealSecret } from '#server/security/stored-secret.ts'
import { payeeVariables } from '#tests/support/documents/payee.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'

it('A server whose database answers is alive and ready; without it, alive and not ready', async () => {
  const opened = await openTestDatabase()
  const server = await openTestApp({ opened })
  const ask = async (path: string) => {
    const answer = await server.visitor.open(path)
    return [answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]
  }
  const json = 'application/json; charset=utf-8'
  expect(await ask('/healthz')).toEqual([200, json, 'no-store'])
  expect(await ask('/readyz')).toEqual([200, json, 'no-store'])
  const sealed = sealSecret('whsec_1', 'another key of 32 characters....', 'webhook-secrets')
  const endpoint = { url: 'https://crm.example/', events: [], secret: sealed, createdAt: new Date() }
  await opened.database.insert(webhookEndpoints).values(endpoint)
  const [key, value] = ['vapid', JSON.stringify({ publicKey: 'public', privateKey: sealed })]
  await opened.database.insert(serverKeys).values({ name: key, value })
  expect((await server.visitor.open('/readyz')).json()).toMatchObject({
    status: 'ok',
    faults: [
      'SECRETS_KEY does not open the secrets of 1 webhooks',
      'SECRETS_KEY does not open the key of push notifications',
    ],
  })
  expect((await server.visitor.call('GET /v1/push-subscription/key')).json()).toEqual({ publicKey: 'public' })
  await opened.close()
  expect(await ask('/healthz')).toEqual([200, json, 'no-store'])
  expect(await ask('/readyz')).toEqual([503, 'application/problem+json', 'no-store'])
  await server.close()
})

it('A server that stops behind a balancer is not ready, and answers until the balancer has noticed', async () => {
  const usual = serverLimits.draining
  serverLimits.draining = 500
  onTestFinished(() => void Object.assign(serverLimits, { draining: usual }))
  const server = await openTestApp({ env: { TRUST_PROXY: '1' } })
  await server.app.listen({ host: 'localhost', port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  const ask = (path: string) => fetch(`http://localhost:${port}${path}`)
  expect((await ask('/readyz')).status).toBe(200)
  const closed = server.close()
  await vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(503))
  expect((await ask('/healthz')).status).toBe(200)
  await closed
  await expect(ask('/healthz')).rejects.toThrow('fetch failed')
})

it('Readiness names a trial and a silent identity provider, and they do not fail it', async () => {
  const now = { at: new Date('2026-10-14T09:00:00Z') }
  let answers = false
  let checks = 0
  const isReachable = async () => {
    checks += 1
    return answers
  }
  const providerState = createProviderState(isReachable, () => now.at)
  const env = { DELIVERY: 'off', OIDC_ISSUER: 'https://id.school.example', ...payeeVariables }
  const server = await openTestApp({ env, providerStates: new Map([['oidc', providerState]]) })
  onTestFinished(() => server.close())
  const read = async () => {
    const answer = await server.visitor.open('/readyz')
    const { delivery, identityProvider } = answer.json<Record<string, string>>()
    return [answer.statusCode, delivery, identityProvider]
  }
  await providerState.check()
  expect([await read(), await read(), checks]).toEqual([[200, 'off', 'unreachable'], [200, 'off', 'unreachable'], 1])
  answers = true
  now.at = new Date(now.at.getTime() + 60_000)
  await read()
  expect([await read(), checks]).toEqual([[200, 'off', 'reachable'], 2])
})

it('Readiness names each of several identity providers', async () => {
  const stateOf = (last: 'reachable' | 'unreachable') => ({ last: () => last, check: async () => last })
  const providerStates = new Map([
    ['families', stateOf('reachable')],
    ['staff', stateOf('unreachable')],
  ])
  const server = await openTestApp({ providerStates })
  onTestFinished(() => server.close())
  const { identityProviders } = (await server.visitor.open('/readyz')).json<Record<string, unknown>>()
  expect(identityProviders).toEqual({ families: 'reachable', staff: 'unreachable' })
})
