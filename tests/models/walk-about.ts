import type { WalkWish } from './command-line.ts'
import { machines } from './machines.ts'
import { fallOf, shrink, walkOf } from './walks.ts'

/** Random walks for a while, machine after machine; a fall is made short and printed with the number that gives it again. */
export async function walkAbout({ machine, milliseconds, seed: first }: WalkWish): Promise<boolean> {
  const wanted = machines.filter(({ model }) => machine === undefined || model.machine.id === machine)
  const end = performance.now() + milliseconds
  let count = 0
  for (let seed = first; performance.now() < end; seed += 1) {
    for (const { model, onMachine } of wanted) {
      const fall = await fallOf(model, onMachine, walkOf(model, seed))
      count += 1
      if (fall === null) continue
      const { walk, why } = await shrink(model, onMachine, fall)
      console.log(`✗ ${model.machine.id}, --seed ${seed}: ${why}`)
      for (const event of walk) console.log(`    ${JSON.stringify(event)}`)
      return false
    }
  }
  console.log(`${count} прогулок, с ${first} по порядку: ни одна не упала`)
  return true
}
