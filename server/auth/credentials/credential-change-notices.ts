import type { Locale, SignInMethodChangeKind } from '#contract/enumerations.ts'
import { maskContact } from '#server/auth/codes/one-time-code-rules.ts'
import { providerBrand } from '#server/html/markup.ts'
import { formatInstant } from '#server/notifications/formats.ts'
import { allTargets, preferredTarget, type Target } from '#server/notifications/queue-message.ts'
import type { MessageValues } from '#server/notifications/render-message.ts'

/** A change of credentials or contacts, with the data needed to revert it. */
export type CredentialChange =
  | ({ kind: 'account-linked' | 'account-unlinked' } & ExternalAccount)
  | { kind: 'password-set' }
  /** `isRecovered`: changed by a recovery code instead of the old password. */
  | { kind: 'password-changed'; isRecovered?: 'yes' }
  | { kind: 'email-changed'; before: string | null; now: string }
  /** `verifiedAt`: since when the previous phone was a sign-in name; absent in old changes. */
  | { kind: 'phone-changed'; before: string | null; verifiedAt?: string | null; now: string }
  /** Confirmed by a code: the phone becomes a sign-in name. */
  | { kind: 'phone-confirmed'; now: string }
  | { kind: 'new-device'; knownDeviceId: string; device: string; address: string }

export type ExternalAccount = { provider: string; externalSubject: string; login: string; linkedAt: string }

/** Parses a stored change. `recordCredentialChanges` has written it, so the details fit the kind. */
export function parseCredentialChange({
  kind,
  details,
}: {
  kind: SignInMethodChangeKind
  details: object
}): CredentialChange {
  return { kind, ...details } as CredentialChange
}

const singleNoticeKinds: ReadonlySet<SignInMethodChangeKind> = new Set(['new-device', 'phone-confirmed'])

type Contacts = { email: string | null; phone: string | null }
export type ContactHistory = Contacts & { replaced: readonly CredentialChange[] }

/**
 * Recipients of a notice. The revert link goes to contacts that were valid before any revertible replacement: an
 * attacker's new address gets notices but no link. A new device or a confirmed phone sends one notice; other changes
 * notify email and phone.
 */
export function noticeRecipients(change: CredentialChange, person: ContactHistory): { to: Target; hasLink: boolean }[] {
  const trusted = contactsBeforeChanges(person)
  const replaced = {
    email: isSame(person.email, trusted.email) ? null : person.email,
    phone: isSame(person.phone, trusted.phone) ? null : person.phone,
  }
  const targetsOf = (of: Contacts) => (singleNoticeKinds.has(change.kind) ? [preferredTarget(of)] : allTargets(of))
  const isKnown = (to: Target | null) => to !== null
  return [
    ...targetsOf(trusted)
      .filter(isKnown)
      .map((to) => ({ to, hasLink: true })),
    ...targetsOf(replaced)
      .filter(isKnown)
      .map((to) => ({ to, hasLink: false })),
  ]
}

/** Contacts after reverting all replacements. */
function contactsBeforeChanges({ email, phone, replaced }: ContactHistory): Contacts {
  const trusted = { email, phone }
  for (const change of [...replaced].reverse()) {
    if (change.kind === 'email-changed') trusted.email = change.before
    if (change.kind === 'phone-changed') trusted.phone = change.before
  }
  return trusted
}

function isSame(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase()
}

type NoticeContext = { link: string; hasPhone: boolean; language: Locale; timeZone: string; now: Date }
type NoticeKind = SignInMethodChangeKind | 'password-recovered'
type CredentialNotice = { [Kind in NoticeKind]: { kind: Kind; values: MessageValues[Kind] } }[NoticeKind]

export function changeNotice(
  change: CredentialChange,
  { link, hasPhone, language, timeZone, now }: NoticeContext,
): CredentialNotice {
  switch (change.kind) {
    case 'account-linked':
    case 'account-unlinked': {
      const { name } = providerBrand(change.provider, language)
      return { kind: change.kind, values: { provider: name, login: change.login, link } }
    }
    case 'password-set':
      return { kind: change.kind, values: { link } }
    case 'password-changed':
      return { kind: change.isRecovered ? 'password-recovered' : change.kind, values: { link } }
    case 'phone-changed':
      return { kind: change.kind, values: { now: maskContact(change.now), isFactor: 'yes', link } }
    case 'phone-confirmed':
      return { kind: change.kind, values: { now: maskContact(change.now), link } }
    case 'email-changed':
      return { kind: change.kind, values: { now: maskContact(change.now), isFactor: hasPhone ? '' : 'yes', link } }
    case 'new-device': {
      const { kind, device, address } = change
      return { kind, values: { device, address, at: formatInstant(now, language, timeZone), link } }
    }
  }
}
