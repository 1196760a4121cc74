import { afterEach, expect } from 'vitest'
import { hashCost } from '#server/idp/accounts/password-hash.ts'
import { poolOptions } from '#server/idp/accounts/password-hash-pool.ts'
import { readChangedLedgers } from '#tests/support/billing/ledger-faults.ts'

// Suites hash thousands of passwords at about 50 ms each, and none depends on the strength of the hash.
Object.assign(hashCost, { memory: 8, passes: 1 })
// No pages come first here.
Object.assign(poolOptions, { niceIncrement: 0 })

// A suite about money cannot forget it: all test databases are known.
afterEach(async () => expect(await readChangedLedgers(), 'rules of the ledger that do not hold').toEqual([]))
