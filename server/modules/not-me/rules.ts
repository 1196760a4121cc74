import type { ChannelName } from '#server/db/schema/delivery.ts'
import type { ExternalAccount, WayInChange } from '#server/identity/ways-in-rules.ts'

export type Undoing = {
  unlink: ExternalAccount[]
  link: ExternalAccount[]
  contacts: Partial<Record<ChannelName, string | null>> & { phoneVerifiedAt?: Date | null }
  /** Set or changed by somebody else, who knows it: nobody signs in by it any more. */
  dropsPassword: boolean
  forgetDevices: string[]
}

/** What takes changes back, the oldest first: how each thing was before the first of them is what it becomes. */
export function undoingOf(changes: readonly WayInChange[]): Undoing {
  const undoing: Undoing = { unlink: [], link: [], contacts: {}, dropsPassword: false, forgetDevices: [] }
  const accounts = new Set<string>()
  for (const change of changes) {
    switch (change.kind) {
      case 'account-linked':
      case 'account-unlinked': {
        const { kind, ...account } = change
        const name = JSON.stringify([account.provider, account.externalSubject])
        if (!accounts.has(name)) undoing[kind === 'account-linked' ? 'unlink' : 'link'].push(account)
        accounts.add(name)
        break
      }
      case 'email-changed':
        undoing.contacts = { email: change.before, ...undoing.contacts }
        break
      case 'phone-changed': {
        // A number is a name to sign in with again only where it was one.
        const phoneVerifiedAt = change.verifiedAt ? new Date(change.verifiedAt) : null
        undoing.contacts = { phone: change.before, phoneVerifiedAt, ...undoing.contacts }
        break
      }
      case 'phone-confirmed':
        undoing.contacts = { phoneVerifiedAt: null, ...undoing.contacts }
        break
      case 'new-device':
        undoing.forgetDevices.push(change.knownDeviceId)
        break
      default:
        undoing.dropsPassword = true
    }
  }
  return undoing
}
