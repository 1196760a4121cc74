import type { Database } from '#server/db/client.ts'

/**
 * Whoever signs people in keeps their passwords (D-28); this is all that is asked of it. A change has two steps: what can
 * be judged before is, and the change itself is made in the transaction that tells of it, so that none goes untold.
 */
export type PasswordKeeper = {
  setFirst(asked: { subject: string; password: string }): Promise<Step<'set' | 'has-one'>>
  /** With what the person signs in besides a linked account, the most usual first; null where only the keeper knows. */
  namesOf(asked: { subject: string }): Promise<SignInNames | null>
  /** Counts tries of the current password itself, also those that come to nothing. */
  change(asked: PasswordChange): Promise<Step<'changed' | Unchanged> | Unchanged>
  /** Nobody signs in by the password any more, and whoever has is signed out; in our transaction where it can be. */
  drop(transaction: Database, asked: { subject: string }): Promise<void>
}

/** Another server's cannot be part of our transaction: it is asked within it all the same, while the person is locked. */
type Step<Outcome> = (transaction: Database) => Promise<Outcome>
type Unchanged = 'wrong' | { retryAfter: number }

export type PasswordChange = {
  subject: string
  currentPassword: string
  newPassword: string
  /** The network address that asks. */
  address: string
}

export type SignInNames = { kind: 'email' | 'phone' | 'login'; value: string }[]
