import { checkProvider, describeFindings } from '#server/auth/oidc/check-provider.ts'
import { exitWithError } from '#server/cli/command-line.ts'
import { runCommand } from '#server/cli/served-commands.ts'
import { type Env, readEnv } from '#server/env.ts'
import { neededWith, StartupError } from '#server/startup-error.ts'
import { joinTexts, sameInAll, type TerminalText, terminalLocale } from '#server/terminal-language.ts'
import { explainRoles, readClaims } from './explain-roles.ts'
import { moveIssuer, parseIssuerMove } from './move-issuer.ts'

const usage = sameInAll(`npm run provider -- check
npm run provider -- explain token.json
npm run provider -- move --from OLD_ISSUER --to NEW_ISSUER [--same-subjects] [--dry-run]
`)

/**
 * `npm run provider -- check` compares the settings of the sign-in with the provider, `-- explain` shows which rule gives
 * which role for the claims of a token, `-- move` moves the accounts of another issuer (`embedded`: of the embedded
 * provider) to it. Exit codes: 0, 1 faults, 2 usage.
 */
try {
  const [command, ...args] = process.argv.slice(2)
  const [path, ...more] = args
  if (command === 'move')
    await runCommand('provider move', { usage, read: () => parseIssuerMove(args), run: moveIssuer })
  else if (command === 'check' && args.length === 0) print(await check(readEnv(process.env)))
  else if (command === 'explain' && path !== undefined && more.length === 0) print(explain(readEnv(process.env), path))
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

function explain({ SCHOOL }: Env, path: string): TerminalText {
  if (SCHOOL.roles === undefined)
    throw new StartupError({
      ru: 'SCHOOL_FILE: в нём нет правил (поле roles).',
      en: 'SCHOOL_FILE: it has no rules (field roles).',
    })
  return explainRoles(readClaims(path), SCHOOL.roles)
}
