import { readFileSync } from 'node:fs'
import type { Claims } from '#server/auth/oidc/claims.ts'
import { mapRoles, splitStaffRoles } from '#server/auth/oidc/role-mapping.ts'
import { isRuleOf, type RoleRule } from '#server/environment/oidc-settings.ts'
import type { ProviderSettings } from '#server/environment/provider-settings.ts'
import { StartupError } from '#server/terminal/startup-error.ts'
import { joinTexts, sameInAll, type TerminalText } from '#server/terminal/terminal-language.ts'

type Provider = Pick<ProviderSettings, 'name' | 'givesStaffRoles'>

/**
 * Which rule of the school's file gives which role for these claims, and which values no rule knows. `provider`: whose
 * claims they are; null for the only one.
 */
export function explainRoles(
  claims: Claims,
  rules: readonly RoleRule[],
  provider: Provider | null = null,
): TerminalText {
  const own = rules
    .map((rule, place) => ({ rule, place }))
    .filter(({ rule }) => provider === null || isRuleOf(rule, provider.name))
  const { roles, matches, unmapped } = mapRoles(
    claims,
    own.map(({ rule }) => rule),
  )
  const split = splitStaffRoles(roles, provider ?? { givesStaffRoles: true })
  const [given, refused] = [split.given.join(', '), split.refused.join(', ')]
  const lines = [
    ...matches.map(({ rule: at, claim, value, roles: mapped }) => {
      const { rule, place } = own[at] ?? {}
      return sameInAll(`✓ ${claim}: ${value} → ${mapped.join(', ')}: roles[${place}] (${describeRule(rule)})`)
    }),
    ...unmapped.map(({ claim, value }) =>
      value === null
        ? { ru: `! ${claim}: в токене этого нет`, en: `! ${claim}: the token does not have it` }
        : { ru: `! ${claim}: ${value}: нет правила`, en: `! ${claim}: ${value}: no rule` },
    ),
    ...(refused === ''
      ? []
      : [
          {
            ru: `! ${refused}: поставщик ${provider?.name} ролей сотрудников не даёт (providers, staff)`,
            en: `! ${refused}: the provider ${provider?.name} gives no roles of staff (providers, staff)`,
          },
        ]),
    { ru: `Роли: ${given || 'нет'}`, en: `Roles: ${given || 'none'}` },
  ]
  return joinTexts(lines, '\n')
}

function describeRule(rule: RoleRule | undefined): string {
  if (rule?.value !== undefined) return `value ${rule.value}`
  return rule?.pattern === undefined ? 'names of roles' : `pattern ${rule.pattern}`
}

/** Claims in a file: JSON, or a signed token, whose signature is not checked. */
export function readClaims(path: string): Claims {
  try {
    const text = readFileSync(path, 'utf8').trim()
    const [, payload] = text.split('.')
    const isToken = !text.startsWith('{') && payload !== undefined
    const claims: unknown = JSON.parse(isToken ? Buffer.from(payload, 'base64url').toString() : text)
    if (typeof claims === 'object' && claims !== null && !Array.isArray(claims)) return claims as Claims
    throw new Error('no JSON object')
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'no JSON' : error instanceof Error ? error.message : String(error)
    throw new StartupError({
      ru: `${path}: нужен файл с данными токена в JSON или сам токен (${reason}).`,
      en: `${path}: must be a file with the claims of a token in JSON, or the token itself (${reason}).`,
    })
  }
}
