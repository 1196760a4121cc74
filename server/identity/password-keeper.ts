import type { Database } from '#server/db/client.ts'

/** Whoever signs people in keeps their passwords (D-28); this is all that is asked of it. */
export type PasswordKeeper = {
  setFirst(asked: { subject: string; password: string }): Promise<'set' | 'has-one'>
  /** With what the person signs in besides a linked account, the most usual first; null where only the keeper knows. */
  namesOf(asked: { subject: string }): Promise<SignInNames | null>
  /** Counts tries of the current password itself. */
  change(asked: PasswordChange): Promise<'changed' | 'wrong' | { retryAfter: number }>
  /** Nobody signs in by the password any more, and whoever has is signed out; in our transaction where it can be. */
  drop(transaction: Database, asked: { subject: string }): Promise<void>
}

export type PasswordChange = {
  subject: string
  currentPassword: string
  newPassword: string
  /** The network address that asks. */
  address: string
}

export type SignInNames = { kind: 'email' | 'phone' | 'login'; value: string }[]
