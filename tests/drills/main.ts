import { parseArgs } from 'node:util'
import { isBuildCurrent } from '#scripts/build-stamp.ts'
import { runInherited } from '#scripts/run-command.ts'
import { drillFailover } from './failover.ts'

const faults = ['kill', 'network', 'disk', 'pause'] as const

// `npm run drill -- failover [--rounds 20] [--faults kill,pause]`: docs/failover.md.
const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, faults: { type: 'string', default: faults.join() } },
  allowPositionals: true,
})
const [drill] = positionals
const chosen = faults.filter((fault) => values.faults.split(',').includes(fault))
const rounds = Number(values.rounds)
if (drill !== 'failover' || chosen.length === 0 || !(rounds >= 1)) {
  console.error('npm run drill -- failover [--rounds 20] [--faults kill,network,disk,pause]')
  process.exit(2)
}
if (!(await isBuildCurrent()) && (await runInherited('scripts/build.ts')) !== 0) process.exit(1)

const rows = await drillFailover(chosen, rounds)
console.table(rows)
if (rows.some((row) => row['lost in all'] !== 0)) process.exit(1)
