import { createECDH } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Payee } from '#contract/enrolment/contracts.ts'
import type { Branch } from '#contract/enumerations.ts'
import { type ProfileOwners, profileFields } from '#contract/people/profile-owners.ts'
import { neededWith, StartupError, unusedWith } from '#server/terminal/startup-error.ts'
import { joinTexts, type TerminalText } from '#server/terminal/terminal-language.ts'
import { type ConsentText, readConsentTexts } from './consent-texts.ts'
import { expectedValues, type VariableName } from './expected-values.ts'
import { type LinkProvider, readLinkProviders } from './oidc-settings.ts'
import { payeesOfBranches, readPayee } from './payee.ts'
import { type ProviderSettings, readProviders } from './provider-settings.ts'
import { type ProviderVariables, providerVariables } from './provider-variables.ts'
import { readSchool, type School } from './read-school.ts'
import { environmentVariables, paymentKey, secretKey } from './variables.ts'

export type DatabaseLocation = Pick<Read, 'DATABASE_URL' | 'DATA_DIR'>

/** Reads only the database location, for commands that need nothing else. */
export function readDatabaseLocation(source: Record<string, string | undefined>): DatabaseLocation {
  return parse(environmentVariables.pick({ DATABASE_URL: true, DATA_DIR: true }), givenIn(source))
}

type Read = z.output<typeof environmentVariables>
/** The embedded provider uses OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, too. */
type OfProviders = Exclude<keyof ProviderVariables, 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET'> | 'OIDC_PROVIDERS'
export type Env = Omit<Read, OfProviders> & {
  PUBLIC_URL: string
  FILES_DIR: string
  IDP_PUBLIC_URL: string
  DEMO: boolean
  API_DOCS: boolean
  LINK_PROVIDERS: string[]
  /** Read from SCHOOL_FILE. */
  SCHOOL: School
  /** The texts of the school's file that ask for consents. */
  CONSENTS: ConsentText[]
  /** Which source of names and contacts wins. */
  PROFILE_OWNERS: ProfileOwners
  /** The school's public site; empty without one. */
  WEB_BASE_URL: string
  /** The configured LINK_PROVIDERS. In the demo the embedded provider emulates the others. */
  LINKS: LinkProvider[]
  /** The external identity providers. Empty: the embedded one. */
  PROVIDERS: ProviderSettings[]
  /** The legal entity on tax certificates: the PAYEE_* variables. */
  PAYEE: Payee
  /** The legal entity on bills, contracts and receipts of a branch. */
  PAYEES: Record<Branch, Payee>
  /** Signatory of tax certificates, surname first. */
  PAYEE_SIGNATORY: string
}

/**
 * Validates the environment. An invalid value is a `StartupError` that names the variable. An empty variable counts as
 * absent.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = givenIn(source)
  const data = parse(environmentVariables, given)
  const isExternal = (data.OIDC_PROVIDERS ?? data.OIDC_ISSUER) !== undefined
  const isDemo = data.DEMO ?? (!isExternal && data.DELIVERY)
  requireBothKeys(data)
  if (data.DATABASE_READ_URL && !data.DATABASE_URL) throw neededWith('DATABASE_URL', 'DATABASE_READ_URL')
  const SCHOOL = readSchool({ path: data.SCHOOL_FILE, isDemo, site: data.WEB_BASE_URL })
  // The receipt of a payer without email and phone goes there: no receipt, no payment.
  if (data.YOOKASSA_SHOP_ID && data.YOOKASSA_RECEIPTS && !(data.SUPPORT_EMAIL ?? SCHOOL.support?.email))
    throw neededWith('SUPPORT_EMAIL', 'YOOKASSA_RECEIPTS=on')
  const payee = readPayee(given, isDemo)
  const PROFILE_OWNERS = readProfileOwners(SCHOOL, { isExternal })
  return {
    ...data,
    SECRETS_KEY: data.SECRETS_KEY ?? readKeyFile('SECRETS_KEY', data.SECRETS_KEY_FILE, secretKey),
    YOOKASSA_SECRET_KEY: readPaymentKey(data),
    ...linksOf(data.LINK_PROVIDERS, given, isDemo && !isExternal),
    FILES_DIR: data.FILES_DIR ?? join(data.DATA_DIR, 'files'),
    PUBLIC_URL: data.PUBLIC_URL ?? `http://localhost:${data.PORT}`,
    DEMO: isDemo,
    SCHOOL,
    CONSENTS: readConsentTexts(SCHOOL),
    PROFILE_OWNERS,
    WEB_BASE_URL: data.WEB_BASE_URL ?? SCHOOL.site ?? '',
    SUPPORT_PHONE: data.SUPPORT_PHONE ?? SCHOOL.support?.phone,
    SUPPORT_EMAIL: data.SUPPORT_EMAIL ?? SCHOOL.support?.email,
    API_DOCS: data.API_DOCS ?? isDemo,
    ...payee,
    PAYEES: payeesOfBranches(payee.PAYEE, SCHOOL.payees),
    PROVIDERS: readProvidersOf(data, given, SCHOOL),
    IDP_PUBLIC_URL: data.IDP_PUBLIC_URL ?? `http://localhost:${data.IDP_PORT}`,
  }
}

function readProvidersOf(data: Read, given: Record<string, string | undefined>, school: School): ProviderSettings[] {
  const names = data.OIDC_PROVIDERS
  if (names && names.length > 1 && data.IAM_PASSWORD_URL)
    throw unusedWith('IAM_PASSWORD_URL', `OIDC_PROVIDERS=${names.join(',')}`)
  return readProviders({
    names,
    given,
    known: Object.keys(providerVariables.shape),
    parse: (own, nameOf) => parse(providerVariables, own, nameOf),
    school,
  })
}

/** The embedded provider has no names and contacts of its own. */
function readProfileOwners({ profile }: School, { isExternal }: { isExternal: boolean }): ProfileOwners {
  const { names = 'person', email = 'person', phone = 'person' } = profile ?? {}
  const owners = { names, email, phone }
  const owned = profileFields.find((field) => owners[field] === 'provider')
  if (owned && !isExternal) throw neededWith('OIDC_ISSUER', `SCHOOL_FILE, profile.${owned}: provider`)
  return owners
}

/** Another public key than that of the private one would make every subscription useless. */
function requireBothKeys({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Read): void {
  if (!publicKey && !privateKey) return
  if (!publicKey || !privateKey)
    throw publicKey
      ? neededWith('VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY')
      : neededWith('VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')
  if (pair.getPublicKey('base64url') !== publicKey)
    throw new StartupError({
      ru: 'VAPID_PUBLIC_KEY: от другого VAPID_PRIVATE_KEY.',
      en: 'VAPID_PUBLIC_KEY: belongs to another VAPID_PRIVATE_KEY.',
    })
}

/** The key of the payment provider; both it and the shop, or none. */
function readPaymentKey({ YOOKASSA_SHOP_ID: shop, YOOKASSA_SECRET_KEY, YOOKASSA_SECRET_KEY_FILE }: Read) {
  const key = YOOKASSA_SECRET_KEY ?? readKeyFile('YOOKASSA_SECRET_KEY', YOOKASSA_SECRET_KEY_FILE, paymentKey)
  if ((shop === undefined) !== (key === undefined))
    throw shop === undefined
      ? neededWith('YOOKASSA_SHOP_ID', 'YOOKASSA_SECRET_KEY')
      : neededWith('YOOKASSA_SECRET_KEY', 'YOOKASSA_SHOP_ID')
  return key
}

/** A key in a file is not shown by `ps` or the environment of the process. */
function readKeyFile(
  name: 'SECRETS_KEY' | 'YOOKASSA_SECRET_KEY',
  path: string | undefined,
  schema: z.ZodType<string>,
): string | undefined {
  if (path === undefined) return undefined
  try {
    return schema.parse(readFileSync(path, 'utf8').trim())
  } catch (error) {
    const { ru, en } =
      error instanceof z.ZodError ? expectedValues[name] : { ru: 'файл не читается', en: 'cannot be read' }
    throw new StartupError({ ru: `${name}_FILE: ${path}: ${ru}.`, en: `${name}_FILE: ${path} ${en}.` })
  }
}

function givenIn(source: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
}

function parse<T>(
  schema: z.ZodType<T>,
  given: Record<string, string | undefined>,
  nameOf: (name: string) => string = (name) => name,
): T {
  const { data, error } = schema.safeParse(given)
  if (error) {
    const wrong = wrongVariables(error).map((name) => describeWrong(name, nameOf(name)))
    throw new StartupError(joinTexts(wrong, '\n'))
  }
  return data
}

/** Each variable once: a value may break several rules. */
function wrongVariables(error: z.ZodError): VariableName[] {
  return [...new Set(error.issues.map(({ path }) => path[0] as VariableName))]
}

/** The value is not repeated: it may be a password. */
function describeWrong(name: VariableName, shown: string): TerminalText {
  const { ru, en } = expectedValues[name]
  return { ru: `${shown}: ${ru}.`, en: `${shown}: ${en}.` }
}

function linksOf(
  names: string[] | undefined,
  given: Record<string, string | undefined>,
  canBePlayed: boolean,
): Pick<Env, 'LINK_PROVIDERS' | 'LINKS'> {
  const LINK_PROVIDERS = names ?? (canBePlayed ? ['yandex', 'vk'] : [])
  const LINKS = readLinkProviders(LINK_PROVIDERS, given)
  const missing = LINK_PROVIDERS.find((name) => !LINKS.some((link) => link.name === name))
  if (missing && !canBePlayed) {
    throw neededWith(`LINK_${missing.toUpperCase()}_ISSUER`, `LINK_PROVIDERS=${missing}`)
  }
  return { LINK_PROVIDERS, LINKS }
}
