import { createTries } from './tries.ts'

const minute = 60_000

export type SignInTries = ReturnType<typeof createSignInTries>

/**
 * How many passwords may be tried. Mostly counted for a login at one address, so that a stranger's guessing does not
 * lock its owner out; an address that tries many logins, and a login that many addresses try, have limits of their own.
 */
export function createSignInTries(clock: () => Date) {
  const ofPerson = createTries({ limit: 10, windowMs: 5 * minute, clock })
  const ofAddress = createTries({ limit: 60, windowMs: 5 * minute, clock })
  const ofLogin = createTries({ limit: 100, windowMs: 60 * minute, clock })

  return {
    /** Takes a try. Null: go on; a number: none left for that many seconds. */
    spend(login: string, address: string): number | null {
      const key = login.toLowerCase()
      const waits = [ofPerson.spend(`${key} ${address}`), ofAddress.spend(address), ofLogin.spend(key)]
      return waits.reduce((longest, wait) => (wait === null ? longest : Math.max(longest ?? 0, wait)), null)
    },
    forgive(login: string, address: string): void {
      ofPerson.forgive(`${login.toLowerCase()} ${address}`)
    },
  }
}
