import { hashCost } from '#server/idp/accounts/password-hash.ts'
import { poolOptions } from '#server/idp/accounts/password-hash-pool.ts'

// Suites hash thousands of passwords at about 50 ms each, and none depends on the strength of the hash.
Object.assign(hashCost, { memory: 8, passes: 1 })
// No pages come first here.
Object.assign(poolOptions, { niceIncrement: 0 })
