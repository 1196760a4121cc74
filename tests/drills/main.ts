import { parseArgs } from 'node:util'
import { isBuildCurrent } from '#scripts/build-stamp.ts'
import { runInherited } from '#scripts/run-command.ts'
import { alarmFaults, drillAlarms } from './alarms.ts'
import { drillFailover } from './failover.ts'
import { oldReleases } from './old-release.ts'
import { drillPayments } from './payments.ts'
import { drillRestore } from './restore.ts'
import { drillUpgrade } from './upgrade.ts'

const primaryFaults = ['kill', 'network', 'disk', 'pause'] as const

const usage = `npm run drill -- failover [--rounds 20] [--faults ${primaryFaults.join()}]   docs/failover.md
npm run drill -- upgrade [--from ${oldReleases.join('|')}]   docs/scaling.md
npm run drill -- payments [--rounds 20]   docs/online-payments.md
npm run drill -- alarms [--faults ${alarmFaults.join()}]   docs/operations.md
npm run drill -- restore [--size 0.2 (GB)]   docs/backup.md`

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    faults: { type: 'string' },
    from: { type: 'string', default: oldReleases.at(-1) ?? '' },
    size: { type: 'string', default: '0.2' },
  },
  allowPositionals: true,
})
const isWanted = (fault: string) => values.faults?.split(',').includes(fault) ?? true
const faults = { failover: primaryFaults.filter(isWanted), alarms: alarmFaults.filter(isWanted) }
const [rounds, size] = [Number(values.rounds), Number(values.size)]
const from = oldReleases.find((release) => release === values.from)

const drills: Record<string, (() => Promise<Record<string, string | number>[]>) | false> = {
  failover: faults.failover.length > 0 && rounds >= 1 && (() => drillFailover(faults.failover, rounds)),
  upgrade: from !== undefined && (() => drillUpgrade(from)),
  payments: rounds >= 1 && (() => drillPayments(rounds)),
  alarms: faults.alarms.length > 0 && (() => drillAlarms(faults.alarms)),
  restore: size > 0 && (() => drillRestore(size)),
}
const drill = drills[positionals[0] ?? '']
if (!drill) {
  console.error(usage)
  process.exit(2)
}
if (!(await isBuildCurrent()) && (await runInherited('scripts/build.ts')) !== 0) process.exit(1)

const rows = await drill()
console.table(rows)
if (rows.some((row) => [row['lost in all'], row.failed].some((count = 0) => count !== 0))) process.exit(1)
