import type { LightMyRequestResponse } from 'fastify'
import { runServiceAccount } from '#server/integration/service-accounts/run-service-account.ts'
import type { TestApp } from '#tests/support/server/app.ts'

type Method = 'GET' | 'PUT' | 'DELETE'
type Sent = { body?: unknown; headers?: Record<string, string> }

export type ServiceClient = {
  token: string
  call(address: `${Method} ${string}`, sent?: Sent): Promise<LightMyRequestResponse>
  /** Sends records, and returns what became of each, faults as text. */
  put(collection: string, records: readonly object[]): Promise<string[]>
}

/** A program with a new service account and a token of it. */
export async function openServiceClient(
  { app, opened, clock, env }: TestApp,
  { name, source = name, scopes = 'all:read,all:write' }: { name: string; source?: string; scopes?: string },
): Promise<ServiceClient> {
  const context = { database: opened.database, now: clock.now, env }
  const { en: text } = await runServiceAccount({ name, source, scopes }, context)
  const [, client_id = '', client_secret = ''] = /client_id +(\S+)\nclient_secret +(\S+)\n/.exec(text) ?? []
  const answer = await app.inject({
    method: 'POST',
    url: '/api/integration/v1/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString(),
  })
  const { access_token: token } = answer.json() as { access_token: string }
  const call: ServiceClient['call'] = (address, { body, headers } = {}) => {
    const [method, path] = address.split(' ') as [Method, string]
    const isText = typeof body === 'string'
    const type = isText ? 'application/x-ndjson' : 'application/json'
    return app.inject({
      method,
      url: `/api/integration/v1${path}`,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': type }), ...headers },
      ...(body !== undefined && { payload: isText ? body : JSON.stringify(body) }),
    })
  }
  return {
    token,
    call,
    async put(collection, records) {
      const sent = await call(`PUT /${collection}`, { body: records })
      if (sent.statusCode !== 200) throw new Error(`${sent.statusCode} ${sent.body}`)
      const { results } = sent.json() as {
        results: { sourcedId: string; result: string; errors?: { path: string; message: string }[] }[]
      }
      return results.map(({ sourcedId, result, errors = [] }) =>
        [sourcedId, result, ...errors.map(({ path, message }) => `${path}: ${message}`)].join(' '),
      )
    },
  }
}
