import { readFileSync } from 'node:fs'
import { compare, type Ledger, readLedger } from './ledger.ts'
import type { MachineLevel } from './machine-level.ts'
import { machines } from './machines.ts'
import type { Model } from './model.ts'
import { mutantsOf } from './mutants.ts'
import { fallOf, type Walk, walkOf } from './walks.ts'

// npm run qa:mutate -- [machine]: what the generated tests would not notice. Whatever survives is explained, or found.
const enough = 0.95
const [wanted] = process.argv.slice(2)
const explained = JSON.parse(readFileSync(new URL('./survivors.json', import.meta.url), 'utf8')) as Record<
  string,
  Record<string, string>
>

let isGood = true
let killedInAll = 0
let all = 0
for (const { model, onMachine } of machines) {
  const { id } = model.machine
  if (wanted !== undefined && wanted !== id) continue
  const ledger = readLedger(id)
  if (ledger === null) throw new Error(`${id}: there is no ledger; npm run qa -- --accept ${id}`)
  const survivors: string[] = []
  const mutants = mutantsOf(model.machine)
  const walks = Array.from({ length: 40 }, (_, seed) => walkOf(model, seed))
  for (const { name, machine } of mutants) {
    const mutant = { ...model, machine }
    if (!(await isFound(mutant, onMachine.of(machine), { ledger, walks }))) survivors.push(name)
  }
  all += mutants.length
  killedInAll += mutants.length - survivors.length
  console.log(`${id}: ${mutants.length - survivors.length} of ${mutants.length} found`)
  const reasons = explained[id] ?? {}
  for (const name of survivors)
    console.log(`  ${name in reasons ? '·' : '✗'} ${name}${name in reasons ? ` — ${reasons[name]}` : ''}`)
  for (const name of Object.keys(reasons).filter((one) => !survivors.includes(one)))
    console.log(`  ✗ ${name}: explained, and found`)
  isGood &&=
    survivors.every((name) => name in reasons) && Object.keys(reasons).every((name) => survivors.includes(name))
}
console.log(`${killedInAll} of ${all} found (${((100 * killedInAll) / all).toFixed(1)} %)`)
process.exitCode = isGood && killedInAll / all >= enough ? 0 : 1

/** By the ledger, or by a rule that a random walk breaks. */
async function isFound(
  mutant: Model,
  level: MachineLevel,
  { ledger, walks }: { ledger: Ledger; walks: readonly Walk[] },
): Promise<boolean> {
  if ((await compare(mutant, level, ledger, 1)).length > 0) return true
  for (const walk of walks) if ((await fallOf(mutant, level, walk)) !== null) return true
  return false
}
