import { checkProvider, describeFindings } from '#server/auth/oidc/check-provider.ts'
import { exitWithError } from '#server/cli/command-line.ts'
import { readEnv } from '#server/env.ts'
import { neededWith, StartupError } from '#server/startup-error.ts'
import { joinTexts, terminalLocale } from '#server/terminal-language.ts'

/** `npm run provider -- check`: compares the settings of the sign-in with the provider. Exit codes: 0, 1 faults, 2 usage. */
try {
  if (process.argv.slice(2).join(' ') === 'check') await check()
  else {
    process.stderr.write('npm run provider -- check\n')
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
