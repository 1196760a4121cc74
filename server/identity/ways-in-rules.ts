import type { Locale, WayInChangeKind } from '#contract/enumerations.ts'
import type { MessageValues } from '#server/delivery/messages.ts'
import { noticePlaceOf, placesOf, type Target } from '#server/delivery/queue.ts'
import { spelledMoment } from '#server/delivery/spelling.ts'
import { providerLook } from './embedded-provider/provider-look.ts'
import { masked } from './one-time-code-rules.ts'

/** A change of a way into an account, with what takes it back. */
export type WayInChange =
  | ({ kind: 'account-linked' | 'account-unlinked' } & ExternalAccount)
  | { kind: 'password-set' }
  /** `isRecovered`: by whoever had a code, and not the password before. */
  | { kind: 'password-changed'; isRecovered?: 'yes' }
  | { kind: 'email-changed'; before: string | null; now: string }
  /** `verifiedAt`: since when the one before was a name to sign in with; of a change made long ago it may be missing. */
  | { kind: 'phone-changed'; before: string | null; verifiedAt?: string | null; now: string }
  /** A code has come back from it: from now on it is a name to sign in with. */
  | { kind: 'phone-confirmed'; now: string }
  | { kind: 'new-device'; knownDeviceId: string; device: string; address: string }

export type ExternalAccount = { provider: string; externalSubject: string; login: string; linkedAt: string }

/** As it is stored: written by `recordChanges`, which holds details to their kind. */
export function changeIn({ kind, details }: { kind: WayInChangeKind; details: object }): WayInChange {
  return { kind, ...details } as WayInChange
}

const toldOnce: ReadonlySet<WayInChangeKind> = new Set(['new-device', 'phone-confirmed'])

type Contacts = { email: string | null; phone: string | null }
export type Place = Contacts & { replaced: readonly WayInChange[] }

/**
 * Where a change is told of. The link goes to what was the person's before anything was replaced, as long as that can
 * be taken back: whoever brought a new address into a stolen account gets letters there, and no power over it. Of a
 * new device and of a number that was confirmed one letter is enough; everything else goes to the email and to the phone.
 */
export function placesToTell(change: WayInChange, person: Place): { to: Target; hasLink: boolean }[] {
  const firm = firmContactsOf(person)
  const fresh = {
    email: isSame(person.email, firm.email) ? null : person.email,
    phone: isSame(person.phone, firm.phone) ? null : person.phone,
  }
  const places = (of: Contacts) => (toldOnce.has(change.kind) ? [noticePlaceOf(of)] : placesOf(of))
  const isThere = (to: Target | null) => to !== null
  return [
    ...places(firm)
      .filter(isThere)
      .map((to) => ({ to, hasLink: true })),
    ...places(fresh)
      .filter(isThere)
      .map((to) => ({ to, hasLink: false })),
  ]
}

/** What stands there once every replacement that still can be is taken back. */
function firmContactsOf({ email, phone, replaced }: Place): Contacts {
  const firm = { email, phone }
  for (const change of [...replaced].reverse()) {
    if (change.kind === 'email-changed') firm.email = change.before
    if (change.kind === 'phone-changed') firm.phone = change.before
  }
  return firm
}

function isSame(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase()
}

type Telling = { link: string; hasPhone: boolean; language: Locale; timeZone: string; now: Date }
type LetterKind = WayInChangeKind | 'password-recovered'
type Letter = { [Kind in LetterKind]: { kind: Kind; values: MessageValues[Kind] } }[LetterKind]

export function letterOf(change: WayInChange, { link, hasPhone, language, timeZone, now }: Telling): Letter {
  switch (change.kind) {
    case 'account-linked':
    case 'account-unlinked': {
      const { name } = providerLook(change.provider)
      return { kind: change.kind, values: { provider: name, login: change.login, link } }
    }
    case 'password-set':
      return { kind: change.kind, values: { link } }
    case 'password-changed':
      return { kind: change.isRecovered ? 'password-recovered' : change.kind, values: { link } }
    case 'phone-changed':
      return { kind: change.kind, values: { now: masked(change.now), isFactor: 'yes', link } }
    case 'phone-confirmed':
      return { kind: change.kind, values: { now: masked(change.now), link } }
    case 'email-changed':
      return { kind: change.kind, values: { now: masked(change.now), isFactor: hasPhone ? '' : 'yes', link } }
    case 'new-device': {
      const { kind, device, address } = change
      return { kind, values: { device, address, at: spelledMoment(now, language, timeZone), link } }
    }
  }
}
