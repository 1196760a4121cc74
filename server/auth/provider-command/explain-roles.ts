import { readFileSync } from 'node:fs'
import type { Claims } from '#server/auth/oidc/claims.ts'
import { mapRoles, type RoleRule } from '#server/auth/oidc/role-mapping.ts'
import { StartupError } from '#server/startup-error.ts'
import { joinTexts, sameInAll, type TerminalText } from '#server/terminal-language.ts'

/** Which rule of the school's file gives which role for these claims, and which values no rule knows. */
export function explainRoles(claims: Claims, rules: readonly RoleRule[]): TerminalText {
  const { roles, matches, unmapped } = mapRoles(claims, rules)
  const lines = [
    ...matches.map(({ rule, claim, value, roles: given }) => {
      const found = `roles[${rule}] (${describeRule(rules[rule])})`
      return sameInAll(`✓ ${claim}: ${value} → ${given.join(', ')}: ${found}`)
    }),
    ...unmapped.map(({ claim, value }) =>
      value === null
        ? { ru: `! ${claim}: в токене этого нет`, en: `! ${claim}: the token does not have it` }
        : { ru: `! ${claim}: ${value}: нет правила`, en: `! ${claim}: ${value}: no rule` },
    ),
    { ru: `Роли: ${roles.join(', ') || 'нет'}`, en: `Roles: ${roles.join(', ') || 'none'}` },
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
