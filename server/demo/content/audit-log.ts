import type { AuditAction, AuditProblem } from '#contract/people/audit.ts'
import { maskContact } from '#server/auth/codes/one-time-code-rules.ts'
import type { auditEntries } from '#server/db/schema/identity.ts'
import type { People, Person } from '#server/demo/people/people.ts'
import type { Random } from '#server/demo/rows/random.ts'

type Entry = typeof auditEntries.$inferInsert
type Fact = { after: number; action: AuditAction; detail?: string; problem?: AuditProblem }

const devices = [
  { browser: 'Yandex Browser 25', system: 'Windows' },
  { browser: 'Chrome 141', system: 'Android' },
  { browser: 'Safari 26', system: 'iOS' },
  { browser: 'Firefox 144', system: 'Linux' },
] as const

/** Actions after a sign-in, weighted by frequency. */
const habits: readonly (readonly [number, (person: Person) => Fact[]])[] = [
  [0.35, () => [{ after: 25, action: 'session.signed-out' }]],
  [0.1, () => [{ after: 4, action: 'export.feed' }]],
  [0.06, (person) => [...confirmed(person), { after: 8, action: 'password.changed' }]],
  [0.04, (person) => [...confirmed(person), { after: 9, action: 'password.changed', problem: 'wrong-password' }]],
]

function confirmed({ phone, email }: Person): Fact[] {
  const detail = maskContact(phone ?? email ?? '')
  return [
    { after: 6, action: 'code.sent', detail },
    { after: 7, action: 'code.checked', detail },
  ]
}

const minute = 60_000
const day = 24 * 60 * minute
const strangers = 7
const imports = 14

/** All rows of a batch must have the same keys. */
const blank = {
  actorId: null,
  subjectId: null,
  command: null,
  detail: null,
  problem: null,
  address: null,
  browser: null,
  system: null,
}

/**
 * The last sign-in of each person with its failed attempts and later actions, sign-in attempts of strangers, and the
 * daily imports.
 */
export function auditLogEntries(random: Random, people: People, now: Date): Entry[] {
  const entries = [
    ...people.users.flatMap((person) => signInOf(random, person)),
    ...Array.from({ length: strangers }, () => strangerAt(random, now)),
    ...Array.from({ length: imports }, (_, index) => importOn(random, new Date(now.getTime() - (index + 1) * day))),
  ]
  return entries.filter(({ at }) => at <= now)
}

function signInOf(random: Random, person: Person): Entry[] {
  const { id, lastSignInAt } = person
  if (!lastSignInAt) return []
  const origin = originOf(random)
  const facts: Fact[] = [{ after: 0, action: 'sign-in.password' }]
  for (const [often, habit] of habits) if (random.chance(often)) facts.push(...habit(person))
  const at = (after: number) => new Date(lastSignInAt.getTime() + after * minute)
  const entries: Entry[] = facts.map(({ after, ...fact }) => ({
    ...blank,
    ...origin,
    ...fact,
    id: random.uuid(),
    at: at(after),
    actorId: id,
    subjectId: id,
  }))
  if (!random.chance(0.08)) return entries
  const failedSignIn = { action: 'sign-in.password', problem: 'wrong-password', subjectId: id } as const
  return [...entries, { ...blank, ...origin, ...failedSignIn, id: random.uuid(), at: at(-1) }]
}

function strangerAt(random: Random, now: Date): Entry {
  const at = new Date(now.getTime() - random.integer(day, 20 * day))
  return { ...blank, ...originOf(random), id: random.uuid(), at, action: 'sign-in.password', problem: 'unknown-login' }
}

function importOn(random: Random, at: Date): Entry {
  const detail = `bank-${at.toISOString().slice(0, 10)}.csv: ${random.integer(20, 90)}`
  return { ...blank, id: random.uuid(), at, action: 'import.payments', command: 'import:payments', detail }
}

function originOf(random: Random) {
  return { ...random.pick(devices), address: `10.${random.integer(30, 90)}.0.${random.integer(2, 250)}` }
}
