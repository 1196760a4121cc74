import { exitWithError } from '#server/cli/command-line.ts'
import { openDatabase } from '#server/db/client.ts'
import { readEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { StartupError } from '#server/startup-error.ts'
import { appointAdministrator } from './appoint-administrator.ts'

/** `npm run administrator -- anna@school.example`: appoints the first administrator. */
try {
  const [who, ...more] = process.argv.slice(2)
  if (!who || more.length > 0) throw new StartupError('npm run administrator -- <email, login or sub of one person>')
  const env = readEnv(process.env)
  const { database, close } = await openDatabase(env, createLog({ LOG_LEVEL: 'warn' }))
  try {
    const hasOwnIssuer = env.OIDC_ISSUER !== undefined
    process.stdout.write(`${await appointAdministrator(database, { who, hasOwnIssuer, now: new Date() })}\n`)
  } finally {
    await close()
  }
} catch (error) {
  exitWithError(error)
}
