import { parseArgs } from 'node:util'
import { runCommand } from '#server/cli/run-command.ts'
import { retentionPeriods } from '#server/environment/retention-periods.ts'
import { sameInAll } from '#server/terminal/terminal-language.ts'
import { applyRetention, countOldRecords } from './old-records.ts'

const usage = 'npm run retention [-- --dry-run]\n'

/** `npm run retention`: deletes what has outlived its period, as the nightly job does, or only counts it. */
await runCommand({
  usage: sameInAll(usage),
  read() {
    const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })
    return { isDryRun: values['dry-run'] }
  },
  async run({ isDryRun }, { database, now, env }) {
    const time = { now, timeZone: env.TIME_ZONE }
    const counts = await countOldRecords(database, env.SCHOOL, time)
    if (!isDryRun) await applyRetention(database, env.SCHOOL, time)
    const lines = counts.map(({ kind, period, count }) => {
      const { unit, what } = retentionPeriods[kind]
      return `${String(count).padStart(10)}  ${kind.padEnd(14)} ${`${period} ${unit}`.padStart(9)}  ${what}`
    })
    return sameInAll(`${lines.join('\n')}\n`)
  },
})
