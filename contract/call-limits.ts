import { type Call, methodOf } from './call.ts'

/** Whose calls are counted together: one person's, wherever they sign in, or those of one network address. */
export type CallLimit = { most: number; seconds: number; of: 'person' | 'address' }

const minute = 60
const hour = 60 * minute

/**
 * How often calls may be made: `most` times in `seconds`, counted from the first; more are 429 with `Retry-After`. A
 * declaration names one of these, and calls that name the same one share it. Whatever changes something and names
 * none has `change`.
 */
export const callLimits = {
  /** Before anybody is known. `SIGN_INS_PER_MINUTE` says how many: a whole school may share an address. */
  'sign-in': { most: 300, seconds: minute, of: 'address' },
  /** Calendars that are read by their secret, by programs that ask all at once: they keep nobody from signing in. */
  feed: { most: 600, seconds: minute, of: 'address' },
  /** More than anybody can do by hand, less than would be felt by others. */
  change: { most: 300, seconds: minute, of: 'person' },
  /** What is asked while somebody types. */
  search: { most: 240, seconds: minute, of: 'person' },
  /** D-24: decoding a picture is what costs. */
  upload: { most: 20, seconds: hour, of: 'person' },
  letter: { most: 20, seconds: hour, of: 'person' },
  /** D-37: each is read in the audit log by somebody. */
  'login-as': { most: 30, seconds: hour, of: 'person' },
  /** Papers that are typeset when they are opened. */
  document: { most: 60, seconds: 10 * minute, of: 'person' },
} as const satisfies Record<string, CallLimit>

export type CallLimitName = keyof typeof callLimits

/** What a call is limited by; nothing for most of what only reads. */
export function limitOf({ limit, address }: Call): CallLimitName | undefined {
  return limit ?? (methodOf(address) === 'GET' ? undefined : 'change')
}

/** Where nobody is signed in, `person` means everybody at the address together: they may do so many times as much. */
export const visitorsAtOneAddress = 10
