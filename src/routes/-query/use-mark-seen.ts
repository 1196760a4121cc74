import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { UnseenSection } from '#contract/enumerations.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { useIsImpersonating } from './account-owner-only.tsx'

const seenMutation = callMutation('POST /v1/learning/unseen/seen', { handlesError: true, optional: true })

/** Marks a section, or some of its items, as seen up to an instant; what is later stays new. */
export function useMarkSeen(section: UnseenSection) {
  const { mutate, isPending, error } = useMutation(seenMutation)
  const markSeen = (at: string, items?: string[]) => mutate({ body: { section, at, ...(items && { items }) } })
  return { markSeen, isPending, error }
}

/** A new mark or a changed schedule entry, with the instant at which it was shown. */
export type SeenItem = { section: UnseenSection; item: string; at: string }

/**
 * Marks an item as seen when its details open, not during an impersonation. Null for an item that is not new. An
 * error is silent: the item stays new.
 */
export function useMarkSeenOnOpen(opened: SeenItem | null): void {
  const isImpersonating = useIsImpersonating()
  const { mutate } = useMutation(seenMutation)
  const { section, item, at } = opened ?? {}
  useEffect(() => {
    if (section === undefined || item === undefined || at === undefined || isImpersonating) return
    mutate({ body: { section, item, at } })
  }, [section, item, at, isImpersonating, mutate])
}

/**
 * Marks new items as seen when the person leaves the place that has shown them, so that their dots stay until then; not
 * during an impersonation. Null while it does not show them yet. An error is silent.
 */
export function useMarkSeenOnLeave(
  section: UnseenSection,
  place: string | null,
  shown: readonly Omit<SeenItem, 'section'>[],
): void {
  const isImpersonating = useIsImpersonating()
  const { mutate } = useMutation(seenMutation)
  const latest = useRef(shown)
  useEffect(() => {
    latest.current = shown
  })
  useEffect(() => {
    if (place === null || isImpersonating) return
    return () => {
      const items = latest.current.map(({ item }) => item)
      const at = latest.current
        .map((each) => each.at)
        .sort()
        .at(-1)
      if (at !== undefined) mutate({ body: { section, at, items } })
    }
  }, [section, place, isImpersonating, mutate])
}

const readMutation = callMutation('POST /v1/schedule/ticket/{id}/read', { handlesError: true, optional: true })

const acts = ['pointermove', 'pointerdown', 'wheel', 'keydown']

/**
 * Notes that the author has read the answer to a ticket; null if it has none that is new. Where a press has opened it, at
 * once; where the page shows it by itself, when the person does something while it is seen: the page may be unattended. An
 * error is silent.
 */
export function useMarkTicketRead(id: string | null, isOpened: boolean): void {
  const isImpersonating = useIsImpersonating()
  const { mutate } = useMutation(readMutation)
  const noted = useRef<string | null>(null)
  useEffect(() => {
    if (id === null) noted.current = null
    if (id === null || isImpersonating || noted.current === id) return
    const watch = new AbortController()
    const note = () => {
      if (!isOpened && document.visibilityState === 'hidden') return
      watch.abort()
      noted.current = id
      // After an error a press on it reads it.
      const forget = () => {
        noted.current = null
      }
      mutate({ params: { id } }, { onError: forget })
    }
    if (isOpened) note()
    else for (const act of acts) window.addEventListener(act, note, { passive: true, signal: watch.signal })
    return () => watch.abort()
  }, [id, isOpened, isImpersonating, mutate])
}
