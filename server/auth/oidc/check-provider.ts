import * as oidc from 'openid-client'
import type { ProviderSettings } from '#server/environment/provider-settings.ts'
import { createClientAuthentication } from './client-authentication.ts'
import { configurationWith, isPushed } from './discovery.ts'
import { ClientRefused, CodeSpent } from './errors.ts'
import { discoveryDocument, findInMetadata, type Metadata } from './metadata-findings.ts'
import { fault, notice, type ProviderFinding, passed } from './provider-findings.ts'

type Settings = ProviderSettings & { publicUrl: string }

const timeoutMs = 5000

/**
 * Compares the settings of a provider with what it says and does: discovery document, keys, clock, client authentication
 * by a code that does not exist, redirect address. Findings name the setting and never a secret; of several providers
 * they also name the provider.
 */
export async function checkProvider(provider: ProviderSettings, publicUrl: string): Promise<ProviderFinding[]> {
  const findings = await findOf({ ...provider, publicUrl })
  const { settingPrefix, name } = provider
  if (settingPrefix === 'OIDC') return findings
  const named = (text: string) => `${name}: ${text.replaceAll(/\bOIDC_/g, `${settingPrefix}_`)}`
  return findings.map(({ kind, text: { ru, en } }) => ({ kind, text: { ru: named(ru), en: named(en) } }))
}

/** The texts call the variables as they are called without a name. */
async function findOf(settings: Settings): Promise<ProviderFinding[]> {
  const read = await readDiscovery(settings.issuer)
  if ('finding' in read) return [read.finding]
  const { metadata } = read
  const found = findInMetadata(settings, read)
  if (found.some(({ kind }) => kind === 'fault')) return found
  const server = metadata as oidc.ServerMetadata
  return [
    ...found,
    await keyFinding(server),
    await clientFinding(settings, server),
    isPushed(settings, metadata) ? pushedRedirect(settings) : await redirectFinding(settings, server),
  ]
}

async function readDiscovery(
  issuer: string,
): Promise<{ metadata: Metadata; skew: number | null } | { finding: ProviderFinding }> {
  const url = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`
  const refused = (ru: string, en: string) => ({
    finding: fault(
      `OIDC_ISSUER: ожидался документ OpenID Connect по адресу ${url}, но ${ru}.`,
      `OIDC_ISSUER: expected the OpenID Connect document at ${url}, but ${en}.`,
    ),
  })
  try {
    const response = await ask(url)
    if (!response.ok) return refused(`ответ ${response.status}`, `the answer is ${response.status}`)
    const text = await response.text()
    const date = Date.parse(response.headers.get('date') ?? '')
    const skew = Number.isNaN(date) ? null : Math.round((date - Date.now()) / 1000)
    const json = parseObject(text)
    if (json === null) return refused('ответ не JSON', 'the answer is not JSON')
    const { data: metadata } = discoveryDocument.safeParse(json)
    return metadata ? { metadata, skew } : refused('в ответе нет issuer', 'the answer names no issuer')
  } catch (error) {
    const reason = networkReason(error)
    return refused(`поставщик не отвечает (${reason})`, `the provider does not answer (${reason})`)
  }
}

async function keyFinding({ jwks_uri: url = '' }: oidc.ServerMetadata): Promise<ProviderFinding> {
  try {
    const response = await ask(url)
    const { keys } = parseObject(await response.text()) ?? {}
    if (response.ok && Array.isArray(keys) && keys.length > 0)
      return passed(`ключей поставщика: ${keys.length}`, `keys of the provider: ${keys.length}`)
    return fault(
      `jwks_uri: ожидались ключи поставщика по адресу ${url}, но ответ ${response.status} без ключей.`,
      `jwks_uri: expected the provider's keys at ${url}, but the answer ${response.status} has none.`,
    )
  } catch (error) {
    return silent('jwks_uri', url, error)
  }
}

/** A provider authenticates the client before it looks at the code: a code that does not exist shows a wrong secret. */
async function clientFinding(settings: Settings, server: oidc.ServerMetadata): Promise<ProviderFinding> {
  const { issuer, clientId, clientSecret, clientKey, clientAuth } = settings
  const credentials = { clientId, clientSecret, clientKey, clientAuth }
  const known = new oidc.Configuration(server, clientId)
  const redirect = redirectAddress(settings)
  const parameters = { code: 'not-a-code', redirect_uri: redirect, code_verifier: 'v'.repeat(43) }
  const accepted = passed(`клиент ${clientId} принят`, `the client ${clientId} is accepted`)
  try {
    await createClientAuthentication(credentials)(server, (authenticate) => {
      const client = configurationWith({ clientAuth: authenticate, fetch: fetchAny }, known, { issuer, clientId })
      return oidc.genericGrantRequest(client, 'authorization_code', parameters)
    })
    return accepted
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError || error instanceof CodeSpent) return accepted
    if (!(error instanceof ClientRefused)) return silent('token_endpoint', server.token_endpoint ?? '', error)
    const answers = error.refusals.map(({ method, status, error: name }) => `${method}: ${status} ${name}`).join('; ')
    return fault(
      `OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_CLIENT_KEY_FILE, OIDC_CLIENT_AUTH: поставщик не принимает клиента ${clientId} (${answers}). Проверьте, что имя и секрет те же, что у поставщика, и что у клиента там указан адрес возврата ${redirect} (он из PUBLIC_URL).`,
      `OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_CLIENT_KEY_FILE, OIDC_CLIENT_AUTH: the provider does not accept the client ${clientId} (${answers}). Check that its name and secret are those of the provider, and that ${redirect} (made of PUBLIC_URL) is among its redirect addresses there.`,
    )
  }
}

// `CustomFetchOptions` equals `RequestInit` but is declared separately.
const fetchAny: oidc.CustomFetch = (url, request) => fetch(url, request as RequestInit)

/** Without a session and with `prompt=none` a provider returns to a registered redirect address with an error. */
async function redirectFinding(settings: Settings, server: oidc.ServerMetadata): Promise<ProviderFinding> {
  const { clientId, scope } = settings
  const redirect = redirectAddress(settings)
  const url = new URL(server.authorization_endpoint ?? '')
  const parameters = {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirect,
    scope,
    state: 'check',
    nonce: 'check',
    code_challenge: await oidc.calculatePKCECodeChallenge('v'.repeat(43)),
    code_challenge_method: 'S256',
    prompt: 'none',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  try {
    const response = await ask(url.href)
    const location = response.headers.get('location') ?? ''
    if (location.startsWith(redirect)) {
      const error = new URL(location).searchParams.get('error') ?? ''
      if (error === '' || /_required$/.test(error))
        return passed(`адрес возврата ${redirect} принят`, `the redirect address ${redirect} is accepted`)
      return fault(
        `OIDC_SCOPES или клиент: на запрос входа поставщик отвечает ${error}.`,
        `OIDC_SCOPES or the client: the provider answers the sign-in request with ${error}.`,
      )
    }
    return notice(
      `Не удалось убедиться, что поставщик возвращает на ${redirect} (ответ ${response.status}). Проверьте, что этот адрес указан у клиента ${clientId}.`,
      `It could not be seen that the provider returns to ${redirect} (answer ${response.status}). Check that this address is registered for the client ${clientId}.`,
    )
  } catch (error) {
    return silent('authorization_endpoint', url.origin + url.pathname, error)
  }
}

/** The request of the check is not pushed, so the provider would refuse it. */
function pushedRedirect(settings: Settings): ProviderFinding {
  const { clientId } = settings
  const redirect = redirectAddress(settings)
  return notice(
    `Запросы входа передаёт сервер (PAR), поэтому адрес возврата не проверен. Проверьте, что у клиента ${clientId} указан ${redirect}.`,
    `Sign-in requests are pushed (PAR), so the redirect address was not checked. Check that ${redirect} is registered for the client ${clientId}.`,
  )
}

function redirectAddress({ publicUrl, resultPath }: Settings): string {
  return `${publicUrl}${resultPath}`
}

function ask(url: string): Promise<Response> {
  return fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function silent(name: string, url: string, error: unknown): ProviderFinding {
  const reason = networkReason(error)
  return fault(`${name}: ${url} не отвечает (${reason}).`, `${name}: ${url} does not answer (${reason}).`)
}

/** `ECONNREFUSED`, `UNABLE_TO_VERIFY_LEAF_SIGNATURE`, `TimeoutError`. */
function networkReason(error: unknown): string {
  let cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  // A name with several addresses: each has failed.
  if (cause instanceof AggregateError) cause = cause.errors[0]
  if (!(cause instanceof Error)) return String(cause)
  if ('code' in cause && typeof cause.code === 'string') return cause.code
  return cause.name === 'Error' ? cause.message : cause.name
}
