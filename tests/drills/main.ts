import { parseArgs } from 'node:util'
import { isBuildCurrent } from '#scripts/build-stamp.ts'
import { runInherited } from '#scripts/run-command.ts'
import { drillFailover } from './failover.ts'
import { oldReleases } from './old-release.ts'
import { drillUpgrade } from './upgrade.ts'

const faults = ['kill', 'network', 'disk', 'pause'] as const

const usage = `npm run drill -- failover [--rounds 20] [--faults kill,network,disk,pause]   docs/failover.md
npm run drill -- upgrade [--from ${oldReleases.join('|')}]   docs/scaling.md`

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    faults: { type: 'string', default: faults.join() },
    from: { type: 'string', default: oldReleases.at(-1) ?? '' },
  },
  allowPositionals: true,
})
const [drill] = positionals
const chosen = faults.filter((fault) => values.faults.split(',').includes(fault))
const rounds = Number(values.rounds)
const from = oldReleases.find((release) => release === values.from)
if ((drill !== 'failover' && drill !== 'upgrade') || chosen.length === 0 || !(rounds >= 1) || !from) {
  console.error(usage)
  process.exit(2)
}
if (!(await isBuildCurrent()) && (await runInherited('scripts/build.ts')) !== 0) process.exit(1)

const rows = await (drill === 'failover' ? drillFailover(chosen, rounds) : drillUpgrade(from))
console.table(rows)
if (rows.some((row) => (row['lost in all'] ?? row.failed) !== 0)) process.exit(1)
