import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/app-types.ts'
import {
  authenticateClient,
  issueServiceToken,
  tokenLifetime,
} from '#server/integration/service-accounts/access-tokens.ts'
import { narrowScopes } from '#server/integration/service-accounts/scopes.ts'
import { auditRejection } from '#server/security/audit-log.ts'

/** Errors of RFC 6749, section 5.2. */
type TokenError = 'invalid_request' | 'invalid_client' | 'unsupported_grant_type' | 'invalid_scope'

type Client = { clientId: string; clientSecret: string }

/** `POST /api/integration/v1/token`: OAuth 2.0 client credentials (RFC 6749, section 4.4). */
export function tokenRoute(app: App): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  app.post(
    '/api/integration/v1/token',
    { config: { access: { who: 'service-client' }, limit: 'integration-token' } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
      const form = request.body
      if (!(form instanceof URLSearchParams)) return refuse(reply, 'invalid_request', 'The body is no form')
      const [repeated] = [...form.keys()].filter((name) => form.getAll(name).length > 1)
      if (repeated !== undefined) return refuse(reply, 'invalid_request', `${repeated} is repeated`)
      if (!form.get('grant_type')) return refuse(reply, 'invalid_request', 'grant_type is missing')
      if (form.get('grant_type') !== 'client_credentials')
        return refuse(reply, 'unsupported_grant_type', 'Only client_credentials is supported')
      const client = clientOf(request, form)
      if (client === 'both') return refuse(reply, 'invalid_request', 'Authenticate in one way only')
      const account = client && (await authenticateClient(app.database, client, app.clock()))
      if (!account) {
        if (client) await auditWrongSecret(app, client.clientId)
        if (request.headers.authorization !== undefined)
          reply.header('www-authenticate', 'Basic realm="integration", charset="UTF-8"')
        return refuse(reply, 'invalid_client', 'The client id or the secret is wrong, or the account has ended')
      }
      const requested = (form.get('scope') ?? '').split(' ').filter(Boolean)
      const scopes = requested.length === 0 ? account.scopes : narrowScopes(account.scopes, requested)
      if (!scopes) return refuse(reply, 'invalid_scope', `The account has the scopes ${account.scopes.join(' ')}`)
      const access_token = await issueServiceToken(app.database, { accountId: account.id, scopes }, app.clock())
      return { access_token, token_type: 'Bearer', expires_in: tokenLifetime, scope: scopes.join(' ') }
    },
  )
}

function refuse(reply: FastifyReply, error: TokenError, error_description: string) {
  reply.code(error === 'invalid_client' ? 401 : 400)
  return { error, error_description }
}

/** By the Basic scheme, form-encoded (RFC 6749, section 2.3.1), or in the body. */
function clientOf({ headers }: FastifyRequest, form: URLSearchParams): Client | 'both' | null {
  const inBody = form.has('client_secret')
    ? { clientId: form.get('client_id') ?? '', clientSecret: form.get('client_secret') ?? '' }
    : null
  const [, basic] = /^Basic +([A-Za-z0-9+/=]+) *$/i.exec(headers.authorization ?? '') ?? []
  if (basic === undefined) return inBody
  if (inBody) return 'both'
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(basic, 'base64').toString()) ?? []
  return id === undefined || secret === undefined
    ? null
    : { clientId: formDecoded(id), clientSecret: formDecoded(secret) }
}

function formDecoded(text: string): string {
  return new URLSearchParams(`value=${text.replaceAll('&', '%26')}`).get('value') ?? ''
}

/** The client id is not a secret; what was sent as one might be, unless it has the form of ours. */
async function auditWrongSecret(app: App, clientId: string): Promise<void> {
  const detail = /^svc_[\w-]{16}$/.test(clientId) ? clientId : null
  await auditRejection(app.database, {
    at: app.clock(),
    action: 'integration.token',
    problem: 'wrong-secret',
    subjectId: null,
    detail,
  })
}
