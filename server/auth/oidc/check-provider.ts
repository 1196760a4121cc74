import * as oidc from 'openid-client'
import { z } from 'zod'
import type { TerminalText } from '#server/terminal-language.ts'
import { createClientAuthentication } from './client-authentication.ts'
import { configurationWith } from './discovery.ts'
import { ClientRefused, CodeSpent } from './errors.ts'
import type { ProviderSettings } from './provider-settings.ts'

/** A fault prevents sign-ins; a notice may concern the operator. */
export type ProviderFinding = { kind: 'fault' | 'notice' | 'passed'; text: TerminalText }

type Settings = ProviderSettings & { publicUrl: string }

const address = z.string().optional().catch(undefined)
const list = z.array(z.string()).optional().catch(undefined)

/** What the check reads of the discovery document; a value of another kind counts as absent. */
const discoveryDocument = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  userinfo_endpoint: address,
  end_session_endpoint: address,
  id_token_signing_alg_values_supported: list,
  response_types_supported: list,
  code_challenge_methods_supported: list,
  token_endpoint_auth_methods_supported: list,
  response_modes_supported: list,
  pushed_authorization_request_endpoint: address,
  require_pushed_authorization_requests: z.boolean().optional().catch(undefined),
  acr_values_supported: list,
  scopes_supported: list,
  claims_supported: list,
})
type Metadata = z.output<typeof discoveryDocument>

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
  const { metadata, skew } = read
  const found = [
    issuerFinding(settings, metadata),
    ...endpointFindings(settings, metadata),
    ...algorithmFindings(metadata),
    ...requestFindings(settings, metadata),
    ...scopeFindings(settings, metadata),
    ...clockFindings(settings, skew),
  ]
  if (found.some(({ kind }) => kind === 'fault')) return found
  const server = metadata as oidc.ServerMetadata
  return [
    ...found,
    await keyFinding(server),
    await clientFinding(settings, server),
    pushesRequests(settings, metadata) ? pushedRedirect(settings) : await redirectFinding(settings, server),
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
    return refused(`провайдер не отвечает (${reason})`, `the provider does not answer (${reason})`)
  }
}

function issuerFinding({ issuer }: Settings, { issuer: seen }: Metadata): ProviderFinding {
  if (URL.canParse(seen) && new URL(seen).href === new URL(issuer).href)
    return passed(`провайдер ${seen} отвечает`, `the provider ${seen} answers`)
  return fault(
    `OIDC_ISSUER: указано ${issuer}, а провайдер называет себя ${seen}. Впишите его адрес буква в букву, вместе с «/» на конце или без него.`,
    `OIDC_ISSUER: is ${issuer}, but the provider calls itself ${seen}. Write its address to the letter, with or without the slash at the end.`,
  )
}

const neededEndpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

function endpointFindings({ issuer }: Settings, metadata: Metadata): ProviderFinding[] {
  const isHttps = issuer.startsWith('https:')
  const needed = neededEndpoints.flatMap((name) => {
    const given = metadata[name]
    if (given === undefined || !URL.canParse(given))
      return [
        fault(
          `Провайдер не называет ${name}, без него войти нельзя. Проверьте OIDC_ISSUER и настройки провайдера.`,
          `The provider names no ${name}, without which sign-in is not possible. Check OIDC_ISSUER and the provider's settings.`,
        ),
      ]
    if (isHttps && !given.startsWith('https:'))
      return [
        fault(
          `OIDC_ISSUER начинается с https, а ${name} — нет: ${given}. Исправьте адрес у провайдера.`,
          `OIDC_ISSUER begins with https, but ${name} does not: ${given}. Mend the address at the provider.`,
        ),
      ]
    return []
  })
  const userinfo = metadata.userinfo_endpoint === undefined && [
    notice(
      'Провайдер не называет userinfo_endpoint: имя, почта, телефон и роли должны быть в ID-токене.',
      'The provider names no userinfo_endpoint: name, e-mail, phone and roles must be in the ID token.',
    ),
  ]
  const endSession = metadata.end_session_endpoint === undefined && [
    notice(
      'Провайдер не называет end_session_endpoint: выход из кабинета не завершает сессию у провайдера.',
      'The provider names no end_session_endpoint: signing out here does not end its own session.',
    ),
  ]
  return [...needed, ...(userinfo || []), ...(endSession || [])]
}

function algorithmFindings(metadata: Metadata): ProviderFinding[] {
  const algorithms = metadata.id_token_signing_alg_values_supported ?? []
  const responses = metadata.response_types_supported
  const challenges = metadata.code_challenge_methods_supported
  const found: (ProviderFinding | false)[] = [
    algorithms.length > 0 &&
      algorithms.every((name) => name === 'none' || name.startsWith('HS')) &&
      fault(
        `Провайдер подписывает ID-токены только ${algorithms.join(', ')}; нужна подпись ключом: RS256, ES256 или подобная.`,
        `The provider signs ID tokens only by ${algorithms.join(', ')}; a signature by a key is needed: RS256, ES256 or similar.`,
      ),
    responses !== undefined &&
      !responses.includes('code') &&
      fault(
        `Провайдер предлагает только response_type ${responses.join(', ')}; нужен code.`,
        `The provider offers only the response_type ${responses.join(', ')}; code is needed.`,
      ),
    challenges !== undefined &&
      !challenges.includes('S256') &&
      notice(
        `Провайдер предлагает PKCE только ${challenges.join(', ')}; кабинет всегда использует S256.`,
        `The provider offers PKCE only by ${challenges.join(', ')}; the account always uses S256.`,
      ),
  ]
  return found.filter((finding) => finding !== false)
}

/** How the authorization request is sent and answered. */
function requestFindings(settings: Settings, metadata: Metadata): ProviderFinding[] {
  const { responseMode: mode, contextClasses } = settings
  const { response_modes_supported: modes = ['query', 'fragment'], acr_values_supported: contexts } = metadata
  const unknown = contextClasses?.split(' ').filter((value) => contexts?.includes(value) === false) ?? []
  const found: (ProviderFinding | false)[] = [
    !modes.includes(mode) &&
      fault(
        `OIDC_RESPONSE_MODE: провайдер не предлагает ${mode}, только ${modes.join(', ')}.`,
        `OIDC_RESPONSE_MODE: the provider does not offer ${mode}, only ${modes.join(', ')}.`,
      ),
    pushesRequests(settings, metadata) &&
      metadata.pushed_authorization_request_endpoint === undefined &&
      fault(
        'OIDC_PUSHED_REQUESTS: провайдер не называет pushed_authorization_request_endpoint.',
        'OIDC_PUSHED_REQUESTS: the provider names no pushed_authorization_request_endpoint.',
      ),
    metadata.require_pushed_authorization_requests === true &&
      settings.pushesRequests === false &&
      fault(
        'OIDC_PUSHED_REQUESTS: выключено, а провайдер принимает только отправленные заранее запросы (PAR).',
        'OIDC_PUSHED_REQUESTS: is off, but the provider accepts only pushed requests (PAR).',
      ),
    unknown.length > 0 &&
      notice(
        `OIDC_ACR_VALUES: провайдер не называет ${unknown.join(', ')} среди acr (${contexts?.join(', ')}).`,
        `OIDC_ACR_VALUES: the provider does not name ${unknown.join(', ')} among its acr values (${contexts?.join(', ')}).`,
      ),
  ]
  return found.filter((finding) => finding !== false)
}

function pushesRequests({ pushesRequests }: Settings, metadata: Metadata): boolean {
  return pushesRequests ?? metadata.require_pushed_authorization_requests ?? false
}

/** Providers need not list all claims, so these are notices. */
function scopeFindings({ scope: requested, roleRules }: Settings, metadata: Metadata): ProviderFinding[] {
  const { scopes_supported: scopes, claims_supported: claims } = metadata
  const unknown = requested.split(' ').filter((scope) => scopes?.includes(scope) === false)
  const found: (ProviderFinding | false)[] = [
    unknown.length > 0 &&
      notice(
        `OIDC_SCOPES: провайдер не называет ${unknown.join(', ')} среди своих scope (${scopes?.join(', ')}).`,
        `OIDC_SCOPES: the provider does not name ${unknown.join(', ')} among its scopes (${scopes?.join(', ')}).`,
      ),
    ...[...new Set(roleRules?.map(({ claim }) => claim))]
      .filter((claim) => claims && !claims.includes(claim) && !claims.includes(claim.split('.')[0] ?? ''))
      .map((claim) =>
        notice(
          `SCHOOL_FILE, roles: провайдер не называет ${claim} среди своих claims (${claims?.join(', ')}). Если его не будет ни в ID-токене, ни в userinfo, ролей по нему никто не получит.`,
          `SCHOOL_FILE, roles: the provider does not name ${claim} among its claims (${claims?.join(', ')}). If neither the ID token nor userinfo has it, no one gets roles by it.`,
        ),
      ),
  ]
  return found.filter((finding) => finding !== false)
}

function clockFindings({ clockTolerance }: Settings, skew: number | null): ProviderFinding[] {
  if (skew === null || Math.abs(skew) <= 5) return []
  const [ru, en] = skew > 0 ? ['спешат', 'ahead'] : ['отстают', 'behind']
  const size = Math.abs(skew)
  const finding = size > clockTolerance ? fault : notice
  return [
    finding(
      `Часы провайдера ${ru} на ${size} с, OIDC_CLOCK_TOLERANCE допускает ${clockTolerance} с.`,
      `The provider's clock is ${size} s ${en}, OIDC_CLOCK_TOLERANCE allows ${clockTolerance} s.`,
    ),
  ]
}

async function keyFinding({ jwks_uri: url = '' }: oidc.ServerMetadata): Promise<ProviderFinding> {
  try {
    const response = await ask(url)
    const { keys } = parseObject(await response.text()) ?? {}
    if (response.ok && Array.isArray(keys) && keys.length > 0)
      return passed(`ключей провайдера: ${keys.length}`, `keys of the provider: ${keys.length}`)
    return fault(
      `jwks_uri: ожидались ключи провайдера по адресу ${url}, но ответ ${response.status} без ключей.`,
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
      `OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_CLIENT_KEY_FILE, OIDC_CLIENT_AUTH: провайдер не принимает клиента ${clientId} (${answers}). Проверьте, что имя и секрет те же, что у провайдера, и что у клиента там указан адрес возврата ${redirect} (он из PUBLIC_URL).`,
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
        `OIDC_SCOPES или клиент: на запрос входа провайдер отвечает ${error}.`,
        `OIDC_SCOPES or the client: the provider answers the sign-in request with ${error}.`,
      )
    }
    return notice(
      `Не удалось убедиться, что провайдер возвращает на ${redirect} (ответ ${response.status}). Проверьте, что этот адрес указан у клиента ${clientId}.`,
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

const fault = (ru: string, en: string): ProviderFinding => ({ kind: 'fault', text: { ru, en } })
const notice = (ru: string, en: string): ProviderFinding => ({ kind: 'notice', text: { ru, en } })
const passed = (ru: string, en: string): ProviderFinding => ({ kind: 'passed', text: { ru, en } })

const marks = { fault: '✗', notice: '!', passed: '✓' }

/** A line for each finding. */
export function describeFindings(findings: readonly ProviderFinding[]): TerminalText[] {
  return findings.map(({ kind, text: { ru, en } }) => ({ ru: `${marks[kind]} ${ru}`, en: `${marks[kind]} ${en}` }))
}
