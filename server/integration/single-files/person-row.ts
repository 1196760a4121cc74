import type { Role } from '#contract/roles.ts'
import type { Fault, Note } from '#server/integration/format-types/reasons.ts'

/** A parsed row (docs/people-import.md). Undefined: the file has no such column. */
export type PersonRow = {
  line: number
  id: string
  lastName: string
  firstName: string
  patronym?: string | null
  email?: string | null
  phone?: string | null
  subject: string | null
  grade?: number | null
  roles?: Role[]
  /** Ids of the guardians in the file. */
  guardians?: string[]
}

export type PersonFault = Omit<Fault, 'file'>
export type PersonNote = Omit<Note, 'file' | 'isLeftOut'> & { reason: 'account-left-out' }

/** A stored user that rows may match. */
export type StoredPerson = {
  id: string
  externalId: string | null
  subject: string | null
  /** Accounts of the current issuer by which the person signs in. */
  subjects: string[]
  firstName: string
  lastName: string
  patronym: string | null
  email: string | null
  phone: string | null
  grade: number | null
  hasBeenHere: boolean
  guardianIds: string[]
}
