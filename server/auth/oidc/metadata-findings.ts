import { z } from 'zod'
import type { ProviderSettings } from '#server/environment/provider-settings.ts'
import { isPushed } from './discovery.ts'
import { fault, notice, type ProviderFinding, passed } from './provider-findings.ts'

const address = z.string().optional().catch(undefined)
const list = z.array(z.string()).optional().catch(undefined)

/** What the check reads of the discovery document; a value of another kind counts as absent. */
export const discoveryDocument = z.looseObject({
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
export type Metadata = z.output<typeof discoveryDocument>

/** Compares the settings of a provider with its discovery document. `skew`: how far its clock is ahead, in seconds. */
export function findInMetadata(
  settings: ProviderSettings,
  { metadata, skew }: { metadata: Metadata; skew: number | null },
): ProviderFinding[] {
  return [
    issuerFinding(settings, metadata),
    ...endpointFindings(settings, metadata),
    ...algorithmFindings(metadata),
    ...requestFindings(settings, metadata),
    ...scopeFindings(settings, metadata),
    ...clockFindings(settings, skew),
  ]
}

function issuerFinding({ issuer }: ProviderSettings, { issuer: seen }: Metadata): ProviderFinding {
  if (URL.canParse(seen) && new URL(seen).href === new URL(issuer).href)
    return passed(`поставщик ${seen} отвечает`, `the provider ${seen} answers`)
  return fault(
    `OIDC_ISSUER: указано ${issuer}, а поставщик называет себя ${seen}. Впишите его адрес буква в букву, вместе с «/» на конце или без него.`,
    `OIDC_ISSUER: is ${issuer}, but the provider calls itself ${seen}. Write its address to the letter, with or without the slash at the end.`,
  )
}

const neededEndpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

function endpointFindings({ issuer }: ProviderSettings, metadata: Metadata): ProviderFinding[] {
  const isHttps = issuer.startsWith('https:')
  const needed = neededEndpoints.flatMap((name) => {
    const given = metadata[name]
    if (given === undefined || !URL.canParse(given))
      return [
        fault(
          `Поставщик не называет ${name}, без него войти нельзя. Проверьте OIDC_ISSUER и настройки поставщика.`,
          `The provider names no ${name}, without which sign-in is not possible. Check OIDC_ISSUER and the provider's settings.`,
        ),
      ]
    if (isHttps && !given.startsWith('https:'))
      return [
        fault(
          `OIDC_ISSUER начинается с https, а ${name} — нет: ${given}. Исправьте адрес у поставщика.`,
          `OIDC_ISSUER begins with https, but ${name} does not: ${given}. Mend the address at the provider.`,
        ),
      ]
    return []
  })
  const userinfo = metadata.userinfo_endpoint === undefined && [
    notice(
      'Поставщик не называет userinfo_endpoint: имя, почта, телефон и роли должны быть в ID-токене.',
      'The provider names no userinfo_endpoint: name, e-mail, phone and roles must be in the ID token.',
    ),
  ]
  const endSession = metadata.end_session_endpoint === undefined && [
    notice(
      'Поставщик не называет end_session_endpoint: выход из кабинета не завершает сеанс у поставщика.',
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
        `Поставщик подписывает ID-токены только ${algorithms.join(', ')}; нужна подпись ключом: RS256, ES256 или подобная.`,
        `The provider signs ID tokens only by ${algorithms.join(', ')}; a signature by a key is needed: RS256, ES256 or similar.`,
      ),
    responses !== undefined &&
      !responses.includes('code') &&
      fault(
        `Поставщик предлагает только response_type ${responses.join(', ')}; нужен code.`,
        `The provider offers only the response_type ${responses.join(', ')}; code is needed.`,
      ),
    challenges !== undefined &&
      !challenges.includes('S256') &&
      notice(
        `Поставщик предлагает PKCE только ${challenges.join(', ')}; кабинет всегда использует S256.`,
        `The provider offers PKCE only by ${challenges.join(', ')}; the account always uses S256.`,
      ),
  ]
  return found.filter((finding) => finding !== false)
}

/** How the authorization request is sent and answered. */
function requestFindings(settings: ProviderSettings, metadata: Metadata): ProviderFinding[] {
  const { responseMode: mode, contextClasses } = settings
  const { response_modes_supported: modes = ['query', 'fragment'], acr_values_supported: contexts } = metadata
  const unknown = contextClasses?.split(' ').filter((value) => contexts?.includes(value) === false) ?? []
  const found: (ProviderFinding | false)[] = [
    !modes.includes(mode) &&
      fault(
        `OIDC_RESPONSE_MODE: поставщик не предлагает ${mode}, только ${modes.join(', ')}.`,
        `OIDC_RESPONSE_MODE: the provider does not offer ${mode}, only ${modes.join(', ')}.`,
      ),
    isPushed(settings, metadata) &&
      metadata.pushed_authorization_request_endpoint === undefined &&
      fault(
        'OIDC_PUSHED_REQUESTS: поставщик не называет pushed_authorization_request_endpoint.',
        'OIDC_PUSHED_REQUESTS: the provider names no pushed_authorization_request_endpoint.',
      ),
    metadata.require_pushed_authorization_requests === true &&
      settings.pushesRequests === false &&
      fault(
        'OIDC_PUSHED_REQUESTS: выключено, а поставщик принимает только отправленные заранее запросы (PAR).',
        'OIDC_PUSHED_REQUESTS: is off, but the provider accepts only pushed requests (PAR).',
      ),
    unknown.length > 0 &&
      notice(
        `OIDC_ACR_VALUES: поставщик не называет ${unknown.join(', ')} среди acr (${contexts?.join(', ')}).`,
        `OIDC_ACR_VALUES: the provider does not name ${unknown.join(', ')} among its acr values (${contexts?.join(', ')}).`,
      ),
  ]
  return found.filter((finding) => finding !== false)
}

/** Providers need not list all claims, so these are notices. */
function scopeFindings({ scope: requested, roleRules }: ProviderSettings, metadata: Metadata): ProviderFinding[] {
  const { scopes_supported: scopes, claims_supported: claims } = metadata
  const unknown = requested.split(' ').filter((scope) => scopes?.includes(scope) === false)
  const found: (ProviderFinding | false)[] = [
    unknown.length > 0 &&
      notice(
        `OIDC_SCOPES: поставщик не называет ${unknown.join(', ')} среди своих scope (${scopes?.join(', ')}).`,
        `OIDC_SCOPES: the provider does not name ${unknown.join(', ')} among its scopes (${scopes?.join(', ')}).`,
      ),
    ...[...new Set(roleRules?.map(({ claim }) => claim))]
      .filter((claim) => claims && !claims.includes(claim) && !claims.includes(claim.split('.')[0] ?? ''))
      .map((claim) =>
        notice(
          `SCHOOL_FILE, roles: поставщик не называет ${claim} среди своих claims (${claims?.join(', ')}). Если его не будет ни в ID-токене, ни в userinfo, ролей по нему никто не получит.`,
          `SCHOOL_FILE, roles: the provider does not name ${claim} among its claims (${claims?.join(', ')}). If neither the ID token nor userinfo has it, no one gets roles by it.`,
        ),
      ),
  ]
  return found.filter((finding) => finding !== false)
}

function clockFindings({ clockTolerance }: ProviderSettings, skew: number | null): ProviderFinding[] {
  if (skew === null || Math.abs(skew) <= 5) return []
  const [ru, en] = skew > 0 ? ['спешат', 'ahead'] : ['отстают', 'behind']
  const size = Math.abs(skew)
  const finding = size > clockTolerance ? fault : notice
  return [
    finding(
      `Часы поставщика ${ru} на ${size} с, OIDC_CLOCK_TOLERANCE допускает ${clockTolerance} с.`,
      `The provider's clock is ${size} s ${en}, OIDC_CLOCK_TOLERANCE allows ${clockTolerance} s.`,
    ),
  ]
}
