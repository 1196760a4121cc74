import { parseArgs } from 'node:util'
import { openDatabase } from '#server/db/client.ts'
import { readEnv } from '#server/env.ts'
import { demoAccounts, demoPassword } from '#server/idp/demo-accounts.ts'
import { createLog } from '#server/log.ts'
import { StartupError } from '#server/startup-error.ts'
import { seedDemoIfEmpty } from './seed.ts'

/** `npm run demo -- --families 5000`: a school of any size in an empty database. */
async function main() {
  const families = readFamilies()
  const env = readEnv(process.env)
  const { database, close } = await openDatabase(env, createLog({ LOG_LEVEL: 'warn' }))
  try {
    const startedAt = performance.now()
    const options = { clock: () => new Date(), families, timeZone: env.TIME_ZONE }
    if (!(await seedDemoIfEmpty(database, options))) {
      throw new StartupError('The database is not empty. Choose an empty one with DATA_DIR or DATABASE_URL.')
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`A school of ${families} families in ${seconds} s. Password of every account: ${demoPassword}`)
    for (const { login, titleEn } of demoAccounts) {
      console.log(`  ${login.padEnd(24)}${titleEn}`)
    }
  } finally {
    await close()
  }
}

function readFamilies(): number {
  const families = Number(parsedArguments().families)
  if (Number.isInteger(families) && families >= 10 && families <= 100_000) return families
  throw new StartupError('--families must be a whole number from 10 to 100000.')
}

function parsedArguments() {
  try {
    return parseArgs({ options: { families: { type: 'string', default: '60' } } }).values
  } catch (error) {
    throw new StartupError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
}
