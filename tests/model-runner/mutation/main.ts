import { parseArgs } from 'node:util'
import { refuseUnknownMachine, WrongWish } from '#tests/model-runner/command-line.ts'
import { findMachines } from '#tests/model-runner/discover-models.ts'
import { mutateMachines } from './mutate-machines.ts'
import { mutateProduct } from './mutate-product.ts'

// npm run qa:mutate -- [machine] [--product]: finds defects that the generated tests do not notice. Each survivor must
// be explained in survivors.json and at least 95 % must be killed, or the command fails.
try {
  const { values, positionals } = wished()
  const [machine] = positionals
  const found = await findMachines()
  if (machine !== undefined) refuseUnknownMachine(machine, found)
  process.exitCode = (await (values.product ? mutateProduct : mutateMachines)(found, machine)) ? 0 : 1
} catch (error) {
  if (!(error instanceof WrongWish)) throw error
  console.error(error.message)
  process.exitCode = 2
}

function wished() {
  try {
    return parseArgs({ allowPositionals: true, options: { product: { type: 'boolean', default: false } } })
  } catch (error) {
    throw new WrongWish(`${(error as Error).message}\nЧто можно: npm run qa:mutate -- [машина] [--product]`)
  }
}
