import { clear, createStore, delMany, entries, setMany, type UseStore } from 'idb-keyval'
import type { Profile } from '#contract/people/profile.ts'
import type { CallQueryKey } from '#src/api/call-query.ts'
import { deletionPendingKey } from './stored-texts.ts'

/** The answer of a call as the query cache has it, and when it was read, in milliseconds. */
export type CachedAnswer = { queryKey: CallQueryKey; data: unknown; at: number }

/** What a page without a connection shows, and to whom. */
export type CachedAnswers = { user: Profile; answers: CachedAnswer[] }

type CachedPerson = { user: Profile; at: number }

/** Milliseconds. */
const cacheLifetime = 14 * 24 * 60 * 60_000
const personKey = 'person'

let opened: UseStore | null = null
function answers(): UseStore {
  opened ??= createStore('personal-account', 'answers')
  return opened
}

/** Keeps answers for this person. Those of another person, and those that a sign-out has left, are deleted first. */
export async function storeAnswers(user: Profile, some: readonly CachedAnswer[], now: number): Promise<void> {
  const known = await readCachedAnswers(now)
  if (known?.user.id !== user.id) await forgetAnswers()
  const person: CachedPerson = { user, at: now }
  await setMany(
    [[personKey, person], ...some.map((one): [string, CachedAnswer] => [JSON.stringify(one.queryKey), one])],
    answers(),
  )
}

/** The person who was here last and the answers kept for them; null if there are none. Deletes what is too old. */
export async function readCachedAnswers(now: number): Promise<CachedAnswers | null> {
  if (isDeletionPending()) return null
  const all = await entries<string, CachedAnswer | CachedPerson>(answers())
  const old = all.filter(([, { at }]) => at < now - cacheLifetime)
  if (old.length > 0)
    await delMany(
      old.map(([key]) => key),
      answers(),
    )
  const fresh = all.filter((entry) => !old.includes(entry))
  const person = fresh.find(([key]) => key === personKey)?.[1] as CachedPerson | undefined
  if (person === undefined) return null
  return {
    user: person.user,
    answers: fresh.flatMap(([key, kept]) => (key === personKey ? [] : (kept as CachedAnswer))),
  }
}

/** Called when the session ends, in this tab or elsewhere. */
export async function forgetAnswers(): Promise<void> {
  await clear(answers())
  try {
    localStorage.removeItem(deletionPendingKey)
  } catch {
    // Storage is blocked: there is no mark.
  }
}

function isDeletionPending(): boolean {
  try {
    return localStorage.getItem(deletionPendingKey) !== null
  } catch {
    return false
  }
}
