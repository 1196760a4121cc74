import type { AcceptWish } from './command-line.ts'
import { planned } from './discover-models.ts'
import { compare, readLedger, record, unaccepted, writeLedger } from './ledger.ts'
import { nameOf } from './model.ts'
import { brokenLine } from './summary.ts'

/** Writes the current behaviour of the machines to the ledger. The diff shows the change for the review. */
export async function accept({ found, folder, machine }: AcceptWish): Promise<boolean> {
  const { ready, broken } = planned(found, machine)
  for (const { model, onMachine, plan } of ready) {
    const name = nameOf(model)
    const before = readLedger(name, folder) ?? { start: { state: '' }, steps: {} }
    const { added, gone } = unaccepted(model, plan.paths, before)
    const changed = await compare(model, onMachine, before)
    await writeLedger(name, await record(model, onMachine, plan.paths), folder)
    console.log(`${name}: новых шагов ${added.length}, исчезло ${gone.length}, путей стало иными ${changed.length}`)
  }
  for (const one of broken) console.log(brokenLine(one))
  return broken.length === 0
}
