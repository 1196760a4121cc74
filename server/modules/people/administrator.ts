import { endWith } from '#server/command.ts'
import { openDatabase } from '#server/db/client.ts'
import { readEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { StartFailure } from '#server/start-failure.ts'
import { appointAdministrator } from './appointing.ts'

/** `npm run administrator -- anna@school.example`: the first administrator, whom nobody in the account can appoint. */
try {
  const [who, ...more] = process.argv.slice(2)
  if (!who || more.length > 0) throw new StartFailure('npm run administrator -- <email, login or sub of one person>')
  const env = readEnv(process.env)
  const { database, close } = await openDatabase(env, createLog({ LOG_LEVEL: 'warn' }))
  try {
    const hasOwnIssuer = env.OIDC_ISSUER !== undefined
    process.stdout.write(`${await appointAdministrator(database, { who, hasOwnIssuer, now: new Date() })}\n`)
  } finally {
    await close()
  }
} catch (error) {
  endWith(error)
}
