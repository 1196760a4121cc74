import type { Database } from '#server/db/client.ts'

/**
 * Password storage of the identity provider (D-28). A change has two steps: checks first, then the change inside the
 * transaction that also sends the notifications.
 */
export type PasswordStore = {
  setFirst(asked: { subject: string; password: string }): Promise<Step<'set' | 'has-one'>>
  /** Sign-in names except linked accounts, most usual first; null if only the provider knows. */
  namesOf(asked: { subject: string }): Promise<SignInNames | null>
  /** Limits attempts of the current password, including rejected ones. */
  change(asked: PasswordChange): Promise<Step<'changed' | Unchanged> | Unchanged>
  /** Removes the password and ends the provider's sessions; inside our transaction if the store is local. */
  drop(transaction: Database, asked: { subject: string }): Promise<void>
}

/** A remote store cannot join our transaction; it is called inside it while the user row is locked. */
type Step<Outcome> = (transaction: Database) => Promise<Outcome>
type Unchanged = 'wrong' | { retryAfter: number }

export type PasswordChange = {
  subject: string
  currentPassword: string
  newPassword: string
  /** Network address of the request. */
  address: string
}

export type SignInNames = { kind: 'email' | 'phone' | 'login'; value: string }[]
