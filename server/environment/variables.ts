import { resolve } from 'node:path'
import { z } from 'zod'
import { callLimits } from '#contract/call-limits.ts'
import { checkoutMethods } from '#contract/enumerations.ts'
import { parseTrustedProxies } from '#server/http/trust-proxy.ts'
import { embeddedIssuer } from './oidc-settings.ts'
import { address, onOff, providerVariables } from './provider-variables.ts'
import { emailSetting } from './school-file.ts'

const port = z.coerce.number().int().min(0).max(65_535)
/** Names of providers that would clash: the embedded one, the only one, and OIDC_CLIENT_ID. */
const reservedNames = [embeddedIssuer, 'oidc', 'client']

const origin = address.transform((value) => new URL(value).origin)
export const secretKey = z.string().min(32)
export const paymentKey = z.string().regex(/^\S{8,200}$/)
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)

const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ })

const trustedProxies = z.string().transform((text, context) => {
  const proxies = parseTrustedProxies(text)
  if (proxies !== null) return proxies
  context.addIssue({ code: 'custom' })
  return z.NEVER
})

export const environmentVariables = z.object({
  /** Listening address. Port 0 takes a free port. */
  HOST: z.string().default('localhost'),
  PORT: port.default(3000),
  /** Public origin of the application. With https, cookies are Secure. */
  PUBLIC_URL: origin.optional(),
  /** Trusted proxies, whose X-Forwarded-* headers are used. */
  TRUST_PROXY: trustedProxies.default(0),

  /** PostgreSQL connection. Without it the embedded database in DATA_DIR is used. */
  DATABASE_URL: databaseUrl.optional(),
  /** Its replicas, which answer reads; several addresses are separated by commas. */
  DATABASE_READ_URL: list.pipe(z.array(databaseUrl).min(1)).optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .transform((path) => resolve(path)),
  /**
   * Files that are made for people, encrypted: copies of their data. Servers of one school share it. Default: `files` in
   * DATA_DIR.
   */
  FILES_DIR: z
    .string()
    .min(1)
    .transform((path) => resolve(path))
    .optional(),
  /** `on` seeds an empty database with the demo school. Default: on, except with OIDC_ISSUER or DELIVERY=off. */
  DEMO: onOff.optional(),

  /** `off` is a trial: no mail, SMS, push notification or webhook leaves the server, and every page says so. */
  DELIVERY: onOff.default(true),

  /**
   * Names of several external identity providers. Each has the variables of one, with its name after `OIDC_`:
   * OIDC_<NAME>_ISSUER and so on.
   */
  OIDC_PROVIDERS: list
    .pipe(z.array(z.string().regex(/^[a-z][a-z0-9]{0,31}$/)).min(1))
    .refine((names) => new Set(names).size === names.length && !names.some((name) => reservedNames.includes(name)))
    .optional(),
  ...providerVariables.shape,
  IDP_PORT: port.default(3001),
  /** Public origin of the embedded provider. */
  IDP_PUBLIC_URL: origin.optional(),

  /** Password API of the external issuer (docs/password-store.md). Without it passwords cannot be changed here. */
  IAM_PASSWORD_URL: address.optional(),
  IAM_PASSWORD_SECRET: z.string().min(1).optional(),

  /** Limit of sign-in calls and of wrong passwords per network address. A whole school may share one address. */
  SIGN_INS_PER_MINUTE: z.coerce.number().int().min(1).default(callLimits['sign-in'].max),
  /** How many invitations one minute may send: mail servers refuse bursts. */
  INVITATIONS_PER_MINUTE: z.coerce.number().int().min(1).max(10_000).default(60),
  /** Seconds for which a two-factor check stays valid. */
  TWO_FACTOR_FRESH_SECONDS: z.coerce.number().int().min(1).default(900),

  /** `on`: an administrator confirms an impersonation with his own second factor. */
  IMPERSONATION_TWO_FACTOR: onOff.default(false),

  /** Mail server, `smtp://` or `smtps://`. Without it mail goes to the demo outbox, or is not sent. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: emailSetting.optional(),
  /** HTTP gateway for SMS (docs/notifications.md). Without it SMS go to the demo outbox, or are not sent. */
  SMS_GATEWAY_URL: address.optional(),
  SMS_GATEWAY_TOKEN: z.string().min(1).optional(),

  /** Encrypts the secrets of webhooks and the key of push notifications in the database; the text, or a file with it. */
  SECRETS_KEY: secretKey.optional(),
  SECRETS_KEY_FILE: z.string().min(1).optional(),
  /** Key pair of push notifications (RFC 8292), in base64url. Without it the server makes one and stores it. */
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{87}$/)
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/)
    .optional(),
  /** `on` lets push notifications go to private and loopback addresses, and over http: for tests. */
  PUSH_ALLOW_PRIVATE: onOff.default(false),
  /** `on` lets webhooks go to private and loopback addresses, and over http. */
  WEBHOOK_ALLOW_PRIVATE: onOff.default(false),

  /** The clamd that scans uploads: `tcp://127.0.0.1:3310` or `unix:///run/clamav/clamd.ctl`. Without it nothing is scanned. */
  VIRUS_SCANNER: z
    .string()
    .regex(/^(?:tcp:\/\/[^/:\s]+:\d{1,5}|unix:\/\/\/\S+)$/)
    .optional(),

  /** Shop of ЮKassa, by which the school takes payments online. Without it there are none. */
  YOOKASSA_SHOP_ID: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  /** The secret key of the shop; the text, or a file with it. */
  YOOKASSA_SECRET_KEY: paymentKey.optional(),
  YOOKASSA_SECRET_KEY_FILE: z.string().min(1).optional(),
  /** What the shop may take. */
  YOOKASSA_METHODS: list.pipe(z.array(z.enum(checkoutMethods)).min(1)).default([...checkoutMethods]),
  /** ЮKassa has allowed the shop to keep cards for automatic payments. */
  YOOKASSA_AUTOPAY: onOff.default(false),
  /** `off`: the school makes fiscal receipts by other means. */
  YOOKASSA_RECEIPTS: onOff.default(true),
  /** VAT of the fiscal receipts by the list of ЮKassa; 1 is none. */
  YOOKASSA_VAT_CODE: z.coerce.number().int().min(1).max(12).default(1),
  /** Tax system of the fiscal receipts by the list of ЮKassa, for shops with several. */
  YOOKASSA_TAX_SYSTEM: z.coerce.number().int().min(1).max(6).optional(),
  /** Where the operator of fiscal data shows a receipt; `{t}`, `{s}`, `{fn}`, `{i}`, `{fp}` and `{n}` are replaced by its data. */
  YOOKASSA_RECEIPT_URL: z.url({ protocol: /^https$/ }).optional(),

  /** Seconds for which the bank of the demo takes a payment; ЮKassa takes it for an hour. */
  DEMO_PAYMENT_SECONDS: z.coerce.number().int().min(10).max(3600).default(3600),

  /** Port of `/metrics` for Prometheus, on HOST. Without it there are no metrics. */
  METRICS_PORT: port.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Publishes the API reference at /api/docs and /api/openapi.json. Default: only in the demo. */
  API_DOCS: onOff.optional(),
  /** `on` validates every response against the contract: for development and tests. */
  CHECK_ANSWERS: onOff.default(false),
  /**
   * Time limit in milliseconds for server rendering; after it the shell is sent and the browser renders. 0 turns server
   * rendering off.
   */
  RENDER_TIMEOUT_MS: z.coerce.number().int().min(0).max(10_000).default(300),

  /** `off` removes the worker that makes the account work without a connection from all browsers that come back. */
  SERVICE_WORKER: onOff.default(true),

  /** Name, logo, colour, footer and contacts of the school (docs/school.md). The demo has its own. */
  SCHOOL_FILE: z
    .string()
    .min(1)
    .transform((path) => resolve(path))
    .optional(),

  /** Settings that `GET /v1/system/config` returns to the browser. */
  WEB_BASE_URL: address.transform((value) => value.replace(/\/+$/, '')).optional(),
  TIME_ZONE: z.string().refine(isTimeZone).default('Europe/Moscow'),
  SUPPORT_PHONE: z.string().min(1).optional(),
  SUPPORT_EMAIL: emailSetting.optional(),
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
  /** Loads them for everyone where the school's file has no text of a consent to the counters. */
  THIRD_PARTIES_WITHOUT_CONSENT: onOff.default(false),
  /**
   * Names of OpenID providers whose accounts can be linked. Each needs LINK_<NAME>_ISSUER, _CLIENT_ID and
   * _CLIENT_SECRET.
   */
  LINK_PROVIDERS: list.pipe(z.array(z.string().regex(/^[a-z][a-z0-9]{0,31}$/))).optional(),
})

/** Zones that Chromium 109 does not know, tried with every zone of tz 2026c. */
const newerZones = ['America/Ciudad_Juarez', 'America/Coyhaique']

/** Offsets (`+03:00`) and new zones are refused: the oldest supported browsers cannot format times with them. */
function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name) || newerZones.includes(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
