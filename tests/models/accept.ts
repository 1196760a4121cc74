import type { AcceptWish } from './command-line.ts'
import { compare, readLedger, record, unaccepted, writeLedger } from './ledger.ts'
import { machines } from './machines.ts'
import { plan } from './runner.ts'

/** Writes down what the machines do now; what has become otherwise stands in the diff, for whoever reviews it. */
export async function accept({ machine }: AcceptWish): Promise<boolean> {
  for (const { model, onMachine } of machines.filter(
    (one) => machine === undefined || one.model.machine.id === machine,
  )) {
    const { id } = model.machine
    const { paths } = plan(model)
    const before = readLedger(id) ?? { start: { state: '' }, steps: {} }
    const { added, gone } = unaccepted(model, paths, before)
    const changed = await compare(model, onMachine, before)
    await writeLedger(id, await record(model, onMachine, paths))
    console.log(`${id}: новых шагов ${added.length}, исчезло ${gone.length}, путей стало иными ${changed.length}`)
  }
  return true
}
