import { parseArgs } from 'node:util'
import { openDatabase } from '#server/db/client.ts'
import { readEnv } from '#server/env.ts'
import { demoPassword } from '#server/idp/demo-accounts.ts'
import { createLog } from '#server/log.ts'
import { StartupError } from '#server/startup-error.ts'
import { listDemoAccounts, seedDemoIfEmpty } from './seed.ts'

/** `npm run demo -- --families 5000 --contracts 5000 --marks 20000`: a school of any size in an empty database. */
async function main() {
  const size = readArguments()
  const env = readEnv(process.env)
  const { database, close } = await openDatabase(env, createLog({ LOG_LEVEL: 'warn' }))
  try {
    const startedAt = performance.now()
    const options = { clock: () => new Date(), ...size, timeZone: env.TIME_ZONE }
    if (!(await seedDemoIfEmpty(database, options))) {
      throw new StartupError('The database is not empty. Choose an empty one with DATA_DIR or DATABASE_URL.')
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`A school of ${size.families} families in ${seconds} s. Password of every account: ${demoPassword}`)
    for (const { login, titleEn } of listDemoAccounts(size)) {
      console.log(`  ${login.padEnd(24)}${titleEn}`)
    }
  } finally {
    await close()
  }
}

function readArguments() {
  const { families, contracts, marks } = parsedArguments()
  return {
    families: wholeNumber('families', families, 10),
    contracts: wholeNumber('contracts', contracts, 0),
    marks: wholeNumber('marks', marks, 0),
  }
}

function parsedArguments() {
  const number = (standard: string) => ({ type: 'string', default: standard }) as const
  try {
    return parseArgs({ options: { families: number('60'), contracts: number('0'), marks: number('0') } }).values
  } catch (error) {
    throw new StartupError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

function wholeNumber(name: string, value: string, least: number): number {
  const number = Number(value)
  if (Number.isInteger(number) && number >= least && number <= 100_000) return number
  throw new StartupError(`--${name} must be a whole number from ${least} to 100000.`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
}
