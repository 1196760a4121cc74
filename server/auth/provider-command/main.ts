import { parseArgs } from 'node:util'
import { checkProvider } from '#server/auth/oidc/check-provider.ts'
import { describeFindings } from '#server/auth/oidc/provider-findings.ts'
import { exitWithError } from '#server/cli/command-line.ts'
import { runCommand } from '#server/cli/run-command.ts'
import { type Env, readEnv } from '#server/environment/env.ts'
import { neededWith, StartupError } from '#server/terminal/startup-error.ts'
import { joinTexts, sameInAll, type TerminalText, terminalLocale } from '#server/terminal/terminal-language.ts'
import { explainRoles, readClaims } from './explain-roles.ts'
import { moveIssuer, parseIssuerMove } from './move-issuer.ts'

const usage = sameInAll(`npm run provider -- check
npm run provider -- explain token.json [--provider NAME]
npm run provider -- move --from OLD_ISSUER --to NEW_ISSUER [--same-subjects] [--dry-run]
`)

/**
 * `npm run provider -- check` compares the settings of the sign-in with the provider, `-- explain` shows which rule gives
 * which role for the claims of a token, `-- move` moves the accounts of another issuer (`embedded`: of the embedded
 * provider) to it. Providers of OIDC_PROVIDERS may be called by their names. Exit codes: 0, 1 faults, 2 usage.
 */
try {
  const [command, ...args] = process.argv.slice(2)
  const explained = command === 'explain' ? parseExplain(args) : null
  if (command === 'move') await runCommand({ usage, read: () => parseIssuerMove(args), run: moveIssuer })
  else if (command === 'check' && args.length === 0) print(await check(readEnv(process.env)))
  else if (explained) print(explain(readEnv(process.env), explained))
  else {
    process.stderr.write(usage[terminalLocale()])
    process.exitCode = 2
  }
} catch (error) {
  exitWithError(error)
}

function print(text: TerminalText): void {
  process.stdout.write(`${text[terminalLocale()]}\n`)
}

async function check({ PROVIDERS, PUBLIC_URL }: Env): Promise<TerminalText> {
  if (PROVIDERS.length === 0) throw neededWith('OIDC_ISSUER', 'npm run provider')
  const checked = await Promise.all(PROVIDERS.map((settings) => checkProvider(settings, PUBLIC_URL)))
  const findings = checked.flat()
  const text = joinTexts(describeFindings(findings), '\n')
  if (findings.some(({ kind }) => kind === 'fault')) throw new StartupError(text)
  return text
}

/** Parses `token.json [--provider NAME]`; null for other arguments. */
function parseExplain(args: string[]): { path: string; name: string | undefined } | null {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { provider: { type: 'string' } },
    })
    const [path, ...more] = positionals
    return path === undefined || more.length > 0 ? null : { path, name: values.provider }
  } catch {
    return null
  }
}

function explain({ SCHOOL, PROVIDERS }: Env, { path, name }: { path: string; name: string | undefined }): TerminalText {
  if (SCHOOL.roles === undefined)
    throw new StartupError({
      ru: 'SCHOOL_FILE: в нём нет правил (поле roles).',
      en: 'SCHOOL_FILE: it has no rules (field roles).',
    })
  const provider =
    name === undefined && PROVIDERS.length <= 1 ? PROVIDERS[0] : PROVIDERS.find((one) => one.name === name)
  if (!provider && (name !== undefined || PROVIDERS.length > 1)) {
    const names = PROVIDERS.map((one) => one.name).join(', ') || '—'
    throw new StartupError({ ru: `--provider: нужно одно из: ${names}.`, en: `--provider: must be one of: ${names}.` })
  }
  return explainRoles(readClaims(path), SCHOOL.roles, provider)
}
