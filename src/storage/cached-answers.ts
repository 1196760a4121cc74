import { createStore, promisifyRequest, type UseStore } from 'idb-keyval'
import { v4 as randomUuid } from 'uuid'
import type { Profile } from '#contract/people/profile.ts'
import type { CallQueryKey, OfflineScreen } from '#src/api/call-query.ts'
import { deletionPendingKey } from './stored-texts.ts'

/** The answer of a call as the query cache has it, and when it was read, in milliseconds. A `screen` shows nothing without it. */
export type CachedAnswer = { queryKey: CallQueryKey; data: unknown; at: number; screen?: OfflineScreen }

/** What a page without a connection shows, and to whom. */
export type CachedAnswers = { user: Profile; answers: CachedAnswer[] }

/** `owner` is the key by which pages of this person store answers. */
type CachedPerson = { user: Profile; at: number; owner?: string }

/** Milliseconds. */
const cacheLifetime = 14 * 24 * 60 * 60_000
const personKey = 'person'

let opened: UseStore | null = null
/** `work` runs in one transaction, so it must wait for nothing but requests of this store. */
function inTransaction<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  opened ??= createStore('personal-account', 'answers')
  return opened(mode, async (store) => {
    const committed = promisifyRequest(store.transaction)
    committed.catch(() => undefined)
    const result = await work(store)
    await committed
    return result
  })
}

/**
 * Begins to store answers for this person, and returns the key of their pages. Answers of another person, those that a
 * sign-out has left, those of a role that the person has lost, and those of
 * other rights for the children are deleted.
 */
export async function openCachedAnswers(user: Profile, now: number): Promise<string> {
  const owner = await inTransaction('readwrite', async (store) => {
    const known = await promisifyRequest<CachedPerson | undefined>(store.get(personKey))
    const roles = new Set(user.roles.map(({ name }) => name))
    const keepsRoles = known?.user.roles.every(({ name }) => roles.has(name)) ?? false
    const keepsRights = known?.user.rightsMark === user.rightsMark
    const isSame = known?.user.id === user.id && keepsRoles && keepsRights && !isDeletionPending()
    if (!isSame) store.clear()
    const person = { user, at: now, owner: (isSame && known?.owner) || randomUuid() }
    store.put(person satisfies CachedPerson, personKey)
    return person.owner
  })
  forgetMark()
  return owner
}

/**
 * Stores answers of a page with the key of its person. Stores nothing if the answers of this person were deleted
 * meanwhile: the key and the answers are read and written in one transaction.
 */
export async function storeAnswers(
  { owner, user }: { owner: string; user: Profile },
  some: readonly CachedAnswer[],
  now: number,
): Promise<void> {
  await inTransaction('readwrite', async (store) => {
    const known = await promisifyRequest<CachedPerson | undefined>(store.get(personKey))
    if (known?.owner !== owner || isDeletionPending()) return
    store.put({ user, owner, at: now } satisfies CachedPerson, personKey)
    for (const one of some) store.put(one, JSON.stringify(one.queryKey))
  })
}

/** The person who was here last and the answers kept for them; null if there are none. Deletes what is too old. */
export async function readCachedAnswers(now: number): Promise<CachedAnswers | null> {
  if (isDeletionPending()) return null
  return inTransaction('readwrite', async (store) => {
    const [keys, values] = await Promise.all([
      promisifyRequest(store.getAllKeys()),
      promisifyRequest<(CachedAnswer | CachedPerson)[]>(store.getAll()),
    ])
    const all = keys.map((key, at) => [key, values[at]] as [IDBValidKey, CachedAnswer | CachedPerson])
    const old = all.filter(([, { at }]) => at < now - cacheLifetime)
    for (const [key] of old) store.delete(key)
    const fresh = all.filter((entry) => !old.includes(entry))
    const person = fresh.find(([key]) => key === personKey)?.[1] as CachedPerson | undefined
    if (person === undefined) return null
    return {
      user: person.user,
      answers: fresh.flatMap(([key, kept]) => (key === personKey ? [] : (kept as CachedAnswer))),
    }
  })
}

/** Called when the session ends, in this tab or elsewhere. */
export async function forgetAnswers(): Promise<void> {
  await inTransaction('readwrite', async (store) => void store.clear())
  forgetMark()
}

function forgetMark(): void {
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
