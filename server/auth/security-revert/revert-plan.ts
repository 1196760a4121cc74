import type { CredentialChange, ExternalAccount } from '#server/auth/credentials/credential-change-notices.ts'
import type { ChannelName } from '#server/db/schema/notifications.ts'

export type RevertPlan = {
  unlink: ExternalAccount[]
  link: ExternalAccount[]
  contacts: Partial<Record<ChannelName, string | null>> & { phoneVerifiedAt?: Date | null }
  /** The password was set or changed by someone else and must stop working. */
  dropsPassword: boolean
  forgetDevices: string[]
}

/** Computes how to revert changes, oldest first: everything returns to the state before the first change. */
export function planRevert(changes: readonly CredentialChange[]): RevertPlan {
  const plan: RevertPlan = { unlink: [], link: [], contacts: {}, dropsPassword: false, forgetDevices: [] }
  const accounts = new Set<string>()
  for (const change of changes) {
    switch (change.kind) {
      case 'account-linked':
      case 'account-unlinked': {
        const { kind, ...account } = change
        const name = JSON.stringify([account.provider, account.externalSubject])
        if (!accounts.has(name)) plan[kind === 'account-linked' ? 'unlink' : 'link'].push(account)
        accounts.add(name)
        break
      }
      case 'email-changed':
        plan.contacts = { email: change.before, ...plan.contacts }
        break
      case 'phone-changed': {
        // The restored phone is a sign-in name only if it was one before.
        const phoneVerifiedAt = change.verifiedAt ? new Date(change.verifiedAt) : null
        plan.contacts = { phone: change.before, phoneVerifiedAt, ...plan.contacts }
        break
      }
      case 'phone-confirmed':
        plan.contacts = { phoneVerifiedAt: null, ...plan.contacts }
        break
      case 'new-device':
        plan.forgetDevices.push(change.knownDeviceId)
        break
      default:
        plan.dropsPassword = true
    }
  }
  return plan
}
