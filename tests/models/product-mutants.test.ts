import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { productMutants } from './product-mutants.ts'

test.each(productMutants)('the mutant applies: $name', ({ file, from }) => {
  expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2)
})
