import type { Locale } from '#contract/enumerations.ts'
import { staffRoles } from '#contract/roles.ts'
import { neededWith, StartupError, unusedWith } from '#server/terminal/startup-error.ts'
import { isRuleOf, issuerKey, type OidcSettings, readClientKey } from './oidc-settings.ts'
import type { ProviderVariables } from './provider-variables.ts'
import type { School } from './read-school.ts'

/** An identity provider of the configuration. */
export type ProviderSettings = Required<Omit<OidcSettings, 'scope'>> & {
  scope: string
  /** After how many minutes the provider is asked again whether its session is open; null: never. */
  sessionCheckMinutes: number | null
  /** From OIDC_PROVIDERS; `oidc` for the provider of the variables without a name. */
  name: string
  /** On the button that chooses it. */
  title: Record<Locale, string>
  /** Domains of email addresses that choose it, in ASCII. */
  domains: readonly string[]
  /** Whether its verified contacts find people of the school. */
  matchesContacts: boolean
}

/** Redirect path after a sign-in. */
export const resultPath = '/auth/oauth-result'

type Given = Record<string, string | undefined>
type Reading = {
  names: readonly string[] | undefined
  given: Given
  /** Variables of a provider, as they are called without a name. */
  known: readonly string[]
  /** Validates the variables of one provider; `nameOf` is their name for the operator. */
  parse: (given: Given, nameOf: (name: string) => string) => ProviderVariables
  school: School
}

/** Reads OIDC_<NAME>_… of each of `names`, or OIDC_… without them. Empty for the embedded provider. */
export function readProviders({ names, given, known, parse, school }: Reading): ProviderSettings[] {
  checkSchoolFile(names, school)
  if (names === undefined) {
    const variables = parse(given, (name) => name)
    readClientKey(variables)
    refuseUnlisted(given, known)
    return variables.OIDC_ISSUER === undefined ? [] : [settingsOf('oidc', variables, { school, isOnly: true })]
  }
  refuseStrayVariables(names, given, known)
  const providers = names.map((name) => {
    const prefix = prefixOf(name)
    const own = Object.entries(given).flatMap(([variable, value]) =>
      variable.startsWith(`${prefix}_`) ? [[variable.replace(prefix, 'OIDC'), value]] : [],
    )
    return settingsOf(
      name,
      parse(Object.fromEntries(own), (variable) => variable.replace('OIDC', prefix)),
      { school, isOnly: names.length === 1 },
    )
  })
  refuseSameIssuer(providers)
  return providers
}

function prefixOf(name: string): string {
  return name === 'oidc' ? 'OIDC' : `OIDC_${name.toUpperCase()}`
}

function settingsOf(
  name: string,
  variables: ProviderVariables,
  { school, isOnly }: { school: School; isOnly: boolean },
): ProviderSettings {
  const {
    title = { ru: name, en: name },
    domains = [],
    staff = isOnly,
    matchContacts = true,
  } = school.providers?.[name] ?? {}
  const settingPrefix = prefixOf(name)
  if (variables.OIDC_ISSUER === undefined) throw neededWith(`${settingPrefix}_ISSUER`, `OIDC_PROVIDERS=${name}`)
  return {
    name,
    settingPrefix,
    issuer: variables.OIDC_ISSUER,
    clientId: variables.OIDC_CLIENT_ID,
    clientSecret: variables.OIDC_CLIENT_SECRET,
    clientKey: readClientKey(variables, settingPrefix),
    clientAuth: variables.OIDC_CLIENT_AUTH,
    clockTolerance: variables.OIDC_CLOCK_TOLERANCE,
    scope: variables.OIDC_SCOPES,
    responseMode: variables.OIDC_RESPONSE_MODE,
    contextClasses: variables.OIDC_ACR_VALUES,
    secondFactor: variables.OIDC_SECOND_FACTOR,
    pushesRequests: variables.OIDC_PUSHED_REQUESTS,
    resultPath: name === 'oidc' ? resultPath : `${resultPath}/${name}`,
    sessionCheckMinutes: variables.OIDC_SESSION_CHECK ?? null,
    roleRules: school.roles?.filter((rule) => isRuleOf(rule, name)),
    givesStaffRoles: staff,
    title,
    domains,
    matchesContacts: matchContacts,
  }
}

/** Variables of no listed provider would be ignored, and a misspelt one would leave a provider without its setting. */
function refuseStrayVariables(names: readonly string[], given: Given, known: readonly string[]): void {
  const used = names.flatMap((name) => known.map((variable) => variable.replace('OIDC', prefixOf(name))))
  const stray = Object.keys(given).find(
    (variable) => variable.startsWith('OIDC_') && variable !== 'OIDC_PROVIDERS' && !used.includes(variable),
  )
  if (stray !== undefined) throw unusedWith(stray, `OIDC_PROVIDERS=${names.join(',')}`)
}

function refuseUnlisted(given: Given, known: readonly string[]): void {
  const endings = known.map((variable) => variable.replace('OIDC_', ''))
  const unlisted = Object.keys(given).find((variable) => {
    const ending = /^OIDC_[A-Z][A-Z0-9]*_(.+)$/.exec(variable)?.[1]
    return ending !== undefined && !known.includes(variable) && endings.includes(ending)
  })
  if (unlisted !== undefined) throw neededWith('OIDC_PROVIDERS', unlisted)
}

/** The same `sub` of one issuer is the same account, whichever client asks for it. */
function refuseSameIssuer(providers: readonly ProviderSettings[]): void {
  for (const [at, { issuer, settingPrefix }] of providers.entries()) {
    const same = providers.slice(0, at).find((other) => issuerKey(other.issuer) === issuerKey(issuer))
    if (same)
      throw new StartupError({
        ru: `${settingPrefix}_ISSUER: тот же адрес, что в ${same.settingPrefix}_ISSUER; нужны разные поставщики.`,
        en: `${settingPrefix}_ISSUER: is the address of ${same.settingPrefix}_ISSUER; the providers must differ.`,
      })
  }
}

/** What the school file says of the providers must fit to their names. Several providers need an entry each. */
function checkSchoolFile(names: readonly string[] | undefined, { providers = {}, roles = [] }: School): void {
  const inFile = (place: string) => `SCHOOL_FILE: ${place}`
  const mentioned = [
    ...Object.keys(providers).map((name) => ({ name, place: inFile(`providers.${name}`) })),
    ...roles.flatMap(({ provider: name }, at) => (name ? [{ name, place: inFile(`roles[${at}].provider`) }] : [])),
  ]
  const [first] = mentioned
  if (names === undefined) {
    if (first) throw neededWith('OIDC_PROVIDERS', first.place)
    return
  }
  const list = names.join(',')
  const unknown = mentioned.find(({ name }) => !names.includes(name))
  if (unknown) throw unusedWith(unknown.place, `OIDC_PROVIDERS=${list}`)
  if (names.length === 1) return
  const missing = names.find((name) => providers[name] === undefined)
  if (missing !== undefined) throw neededWith(inFile(`providers.${missing}`), `OIDC_PROVIDERS=${list}`)
  if (!names.some((name) => providers[name]?.staff))
    throw new StartupError({
      ru: `${inFile('providers')}: у одного из ${list} нужно "staff": true, иначе сотрудникам нечем войти.`,
      en: `${inFile('providers')}: one of ${list} needs "staff": true, or staff cannot sign in.`,
    })
  const forFamilies = roles.findIndex(
    ({ provider: name, roles: given = [] }) =>
      name && !providers[name]?.staff && given.some((role) => staffRoles.includes(role)),
  )
  if (forFamilies >= 0)
    throw new StartupError({
      ru: `${inFile(`roles[${forFamilies}]`)}: роли сотрудников даёт только поставщик, у которого "staff": true.`,
      en: `${inFile(`roles[${forFamilies}]`)}: only a provider with "staff": true gives roles of staff.`,
    })
  const domains = names.flatMap((name) => providers[name]?.domains ?? [])
  const repeated = domains.find((one, at) => domains.indexOf(one) !== at)
  if (repeated !== undefined)
    throw new StartupError({
      ru: `${inFile('providers')}: домен ${repeated} указан дважды.`,
      en: `${inFile('providers')}: the domain ${repeated} is given twice.`,
    })
}
