import { clear, createStore, delMany, entries, setMany, type UseStore } from 'idb-keyval'
import type { Profile } from '#contract/people/profile.ts'
import type { CallQueryKey } from '#src/api/call-query.ts'

/** The answer of a call as the query cache has it, and when it was read, in milliseconds. */
export type KeptAnswer = { queryKey: CallQueryKey; data: unknown; at: number }

/** What a page without a connection shows, and to whom. */
export type KeptAnswers = { user: Profile; answers: KeptAnswer[] }

type KeptPerson = { user: Profile; at: number }

/** Milliseconds. */
const keptFor = 14 * 24 * 60 * 60_000
const personKey = 'person'

let opened: UseStore | null = null
function answers(): UseStore {
  opened ??= createStore('personal-account', 'answers')
  return opened
}

/** Keeps answers for this person. Those of another person are deleted first. */
export async function keepAnswers(user: Profile, some: readonly KeptAnswer[], now: number): Promise<void> {
  const known = await readKeptAnswers(now)
  if (known !== null && known.user.id !== user.id) await forgetAnswers()
  const person: KeptPerson = { user, at: now }
  await setMany(
    [[personKey, person], ...some.map((one): [string, KeptAnswer] => [JSON.stringify(one.queryKey), one])],
    answers(),
  )
}

/** The person who was here last and the answers kept for them; null if there are none. Deletes what is too old. */
export async function readKeptAnswers(now: number): Promise<KeptAnswers | null> {
  const all = await entries<string, KeptAnswer | KeptPerson>(answers())
  const old = all.filter(([, { at }]) => at < now - keptFor)
  if (old.length > 0)
    await delMany(
      old.map(([key]) => key),
      answers(),
    )
  const fresh = all.filter((entry) => !old.includes(entry))
  const person = fresh.find(([key]) => key === personKey)?.[1] as KeptPerson | undefined
  if (person === undefined) return null
  return { user: person.user, answers: fresh.flatMap(([key, kept]) => (key === personKey ? [] : (kept as KeptAnswer))) }
}

/** Called when the session ends, in this tab or elsewhere. */
export async function forgetAnswers(): Promise<void> {
  await clear(answers())
}
