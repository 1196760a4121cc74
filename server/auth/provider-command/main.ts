import { checkProvider, describeFindings } from '#server/auth/oidc/check-provider.ts'
import { exitWithError } from '#server/cli/command-line.ts'
import { runCommand } from '#server/cli/served-commands.ts'
import { readEnv } from '#server/env.ts'
import { neededWith, StartupError } from '#server/startup-error.ts'
import { joinTexts, sameInAll, terminalLocale } from '#server/terminal-language.ts'
import { moveIssuer, parseIssuerMove } from './move-issuer.ts'

const usage = sameInAll(`npm run provider -- check
npm run provider -- move --from OLD_ISSUER --to NEW_ISSUER [--same-subjects] [--dry-run]
`)

/**
 * `npm run provider -- check` compares the settings of the sign-in with the provider, `-- move` moves the accounts of
 * another issuer (`embedded`: of the embedded provider) to it. Exit codes: 0, 1 faults, 2 usage.
 */
try {
  const [command, ...args] = process.argv.slice(2)
  if (command === 'move')
    await runCommand('provider move', { usage, read: () => parseIssuerMove(args), run: moveIssuer })
  else if (command === 'check' && args.length === 0) await check()
  else {
    process.stderr.write(usage[terminalLocale()])
    process.exitCode = 2
  }
} catch (error) {
  exitWithError(error)
}

async function check(): Promise<void> {
  const env = readEnv(process.env)
  const { OIDC_ISSUER } = env
  if (OIDC_ISSUER === undefined) throw neededWith('OIDC_ISSUER', 'npm run provider')
  const findings = await checkProvider({ ...env, OIDC_ISSUER })
  const text = joinTexts(describeFindings(findings), '\n')
  if (findings.some(({ kind }) => kind === 'fault')) throw new StartupError(text)
  process.stdout.write(`${text[terminalLocale()]}\n`)
}
