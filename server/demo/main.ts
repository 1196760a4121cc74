import { parseArgs } from 'node:util'
import { exitWithError } from '#server/cli/command-line.ts'
import { openSchool } from '#server/cli/open-school.ts'
import { readEnv } from '#server/environment/env.ts'
import { demoAccounts, demoPassword } from '#server/idp/accounts/demo-accounts.ts'
import { demoBankOrigin } from '#server/idp/bank/bank-addresses.ts'
import { StartupError } from '#server/terminal/startup-error.ts'
import { sameInAll, terminalLocale } from '#server/terminal/terminal-language.ts'
import { seedDemoIfEmpty } from './seed.ts'

const notEmpty = {
  ru: 'База данных не пуста. Выберите пустую в DATA_DIR или DATABASE_URL.',
  en: 'The database is not empty. Choose an empty one with DATA_DIR or DATABASE_URL.',
}

/** `npm run demo -- --families 5000`: a school of any size in an empty database. */
async function main() {
  const families = readFamilies()
  const env = readEnv(process.env)
  const { database, close } = await openSchool(env)
  try {
    const startedAt = performance.now()
    const options = { clock: () => new Date(), families, timeZone: env.TIME_ZONE, bankOrigin: demoBankOrigin(env) }
    if (!(await seedDemoIfEmpty(database, options))) {
      throw new StartupError(notEmpty)
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const done = {
      ru: `Школа на ${families} семей за ${seconds} с. Пароль всех учётных записей: ${demoPassword}`,
      en: `A school of ${families} families in ${seconds} s. Password of every account: ${demoPassword}`,
    }
    const locale = terminalLocale()
    console.log(done[locale])
    for (const { login, title, titleEn } of demoAccounts) {
      console.log(`  ${login.padEnd(24)}${locale === 'ru' ? title : titleEn}`)
    }
  } finally {
    await close()
  }
}

function readFamilies(): number {
  const families = Number(parsedArguments().families)
  if (Number.isInteger(families) && families >= 10 && families <= 100_000) return families
  throw new StartupError({
    ru: '--families: нужно целое число от 10 до 100000.',
    en: '--families must be a whole number from 10 to 100000.',
  })
}

function parsedArguments() {
  try {
    return parseArgs({ options: { families: { type: 'string', default: '60' } } }).values
  } catch (error) {
    throw new StartupError(sameInAll(error instanceof Error ? error.message : String(error)), { cause: error })
  }
}

try {
  await main()
} catch (error) {
  exitWithError(error)
}
