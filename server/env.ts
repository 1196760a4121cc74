import { resolve } from 'node:path'
import { z } from 'zod'
import { callLimits } from '#contract/call-limits.ts'
import type { Payee } from '#contract/contracts.ts'
import { readPayee } from './documents/payee.ts'
import { configuredProviders, type LinkProvider } from './identity/link-settings.ts'
import { clientAuthMethods, readOidcRoles, usualScopes } from './identity/oidc-settings.ts'
import type { RoleRule } from './identity/role-claims.ts'
import { StartFailure } from './start-failure.ts'
import { readTrustedProxies } from './visitor-address.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const onOff = z.enum(['on', 'off']).transform((value) => value === 'on')
const address = z.url({ protocol: /^https?$/ })
const origin = address.transform((value) => new URL(value).origin)
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)

const trustedProxies = z.string().transform((text, context) => {
  const proxies = readTrustedProxies(text)
  if (proxies !== null) return proxies
  const message = 'must be how many proxies stand in front (1), or their addresses (10.0.0.0/8,192.0.2.7), or off'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

const variables = z.object({
  /** Where the server listens. Port 0 takes a free one. */
  HOST: z.string().default('localhost'),
  PORT: port.default(3000),
  /** What the visitor's browser calls us; https here makes cookies Secure. */
  PUBLIC_URL: origin.optional(),
  /** The proxies in front, whose X-Forwarded-* is believed. */
  TRUST_PROXY: trustedProxies.default(0),

  /** PostgreSQL; without it the embedded database in DATA_DIR. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .transform((path) => resolve(path)),
  /** `on` fills an empty database with the demo's school: the default, except with an OIDC issuer of one's own. */
  DEMO: onOff.optional(),

  /** An OIDC issuer of one's own; without it the embedded provider starts on IDP_PORT. */
  OIDC_ISSUER: address.optional(),
  /** Without a dash: in a header it is sent as %2D, which some providers take for part of the name. */
  OIDC_CLIENT_ID: z.string().min(1).default('account'),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** How the secret is shown to the provider; without it as the provider says it likes. */
  OIDC_CLIENT_AUTH: z.enum(clientAuthMethods).optional(),
  /** What the provider is asked to tell; some tell roles or phones only when asked. */
  OIDC_SCOPES: z
    .string()
    .refine((scopes) => scopes.split(' ').includes('openid'), 'must have openid among them')
    .default(usualScopes),
  /** The claim that tells of roles, by name or path, and what its words mean here. */
  OIDC_ROLES_CLAIM: z.string().min(1).optional(),
  OIDC_ROLES_MAP: z.string().min(1).optional(),
  IDP_PORT: port.default(3001),
  /** What the visitor's browser calls the embedded provider. */
  IDP_PUBLIC_URL: origin.optional(),

  /** Where an issuer of one's own keeps passwords (docs/password-keeper.md); without it they cannot be changed here. */
  IAM_PASSWORD_URL: address.optional(),
  IAM_PASSWORD_SECRET: z.string().min(1).optional(),

  /** Sign-in calls that one network address may make, and wrong passwords; a whole school may share one. */
  SIGN_INS_PER_MINUTE: z.coerce.number().int().min(1).default(callLimits['sign-in'].most),
  /** Seconds for which a two-factor check counts (D-26). */
  TWO_FACTOR_FRESH_SECONDS: z.coerce.number().int().min(1).default(900),

  /** The mail server, `smtp://` or `smtps://`; without it mail goes to the demo's outbox, or nowhere. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email().optional(),
  /** Takes SMS over HTTP (docs/delivery.md); without it SMS do likewise. */
  SMS_GATEWAY_URL: address.optional(),
  SMS_GATEWAY_TOKEN: z.string().min(1).optional(),

  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Whether the calls are published at /api/docs and /api/openapi.json: in the demo, unless told. */
  API_DOCS: onOff.optional(),
  /** `on` parses every answer against the contract before it leaves: for development and tests. */
  CHECK_ANSWERS: onOff.default(false),
  /** How long a page may take to be painted before its shell goes out, for the browser to draw; 0 leaves it all to it. */
  PAINT_WITHIN_MS: z.coerce.number().int().min(0).max(10_000).default(300),

  /** What the browser app is told by `GET /v1/system/config`. */
  WEB_BASE_URL: address.transform((value) => value.replace(/\/+$/, '')).default('https://school.example'),
  TIME_ZONE: z.string().refine(isTimeZone, 'must be an IANA time zone').default('Europe/Moscow'),
  SUPPORT_PHONE: z.string().min(1).optional(),
  SUPPORT_EMAIL: z.email().optional(),
  TAG_MANAGER_ID: z
    .string()
    .regex(/^[A-Z0-9-]{1,32}$/)
    .optional(),
  COUNTER_IDS: list
    .transform((ids) => ids.map(Number))
    .pipe(z.array(z.int().positive()))
    .default([]),
  CHAT_SCRIPT_URL: address.optional(),
  PROFILE_SERVICE_URL: address.optional(),
  /** Names of OpenID providers to link accounts of: each needs LINK_<NAME>_ISSUER, _CLIENT_ID and _CLIENT_SECRET. */
  LINK_PROVIDERS: list.pipe(z.array(z.string().regex(/^[a-z][a-z0-9]{0,31}$/))).optional(),
})

export type DatabasePlace = Pick<Read, 'DATABASE_URL' | 'DATA_DIR'>

/** Where the data lies, for commands that need to know nothing else. */
export function readDatabasePlace(source: Record<string, string | undefined>): DatabasePlace {
  return parse(variables.pick({ DATABASE_URL: true, DATA_DIR: true }), givenIn(source))
}

type Read = z.output<typeof variables>
export type Env = Read & {
  PUBLIC_URL: string
  IDP_PUBLIC_URL: string
  DEMO: boolean
  API_DOCS: boolean
  LINK_PROVIDERS: string[]
  /** Those of LINK_PROVIDERS that are configured; the embedded provider plays the others in the demo. */
  LINKS: LinkProvider[]
  /** How OIDC_ROLES_CLAIM and OIDC_ROLES_MAP are read; null where the provider is not asked for roles. */
  ROLE_RULE: RoleRule | null
  /** Who is paid by bills and certifies what was paid: the PAYEE_* variables. */
  PAYEE: Payee
  /** Who signs tax certificates, surname first. */
  PAYEE_SIGNATORY: string
}

/** Reads the environment once; a bad value is one line that names the variable. An empty variable counts as absent. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = givenIn(source)
  const data = parse(variables, given)
  const isDemo = data.DEMO ?? !data.OIDC_ISSUER
  return {
    ...data,
    ...linksOf(data.LINK_PROVIDERS, given, isDemo && !data.OIDC_ISSUER),
    PUBLIC_URL: data.PUBLIC_URL ?? `http://localhost:${data.PORT}`,
    DEMO: isDemo,
    API_DOCS: data.API_DOCS ?? isDemo,
    ...readPayee(given, isDemo),
    ROLE_RULE: readOidcRoles(data),
    IDP_PUBLIC_URL: data.IDP_PUBLIC_URL ?? `http://localhost:${data.IDP_PORT}`,
  }
}

function givenIn(source: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
}

function parse<T>(schema: z.ZodType<T>, given: Record<string, string | undefined>): T {
  const { data, error } = schema.safeParse(given)
  if (error)
    throw new StartFailure(error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`).join('; '))
  return data
}

function linksOf(
  names: string[] | undefined,
  given: Record<string, string | undefined>,
  canBePlayed: boolean,
): Pick<Env, 'LINK_PROVIDERS' | 'LINKS'> {
  const LINK_PROVIDERS = names ?? (canBePlayed ? ['yandex', 'vk'] : [])
  const LINKS = configuredProviders(LINK_PROVIDERS, given)
  const missing = LINK_PROVIDERS.find((name) => !LINKS.some((link) => link.name === name))
  if (missing && !canBePlayed) {
    throw new StartFailure(`LINK_${missing.toUpperCase()}_ISSUER: needed, because LINK_PROVIDERS names it.`)
  }
  return { LINK_PROVIDERS, LINKS }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
