import { useRef } from 'react'

/** The same key for the same body, also after a lost answer: it is stored once (D-25). A refusal needs a new key. */
export function useIdempotencyKey() {
  const tried = useRef<{ text: string; key: string } | null>(null)
  return {
    body: (body: object): string => {
      const text = JSON.stringify(body)
      if (tried.current?.text !== text) tried.current = { text, key: crypto.randomUUID() }
      return tried.current.key
    },
    drop: () => {
      tried.current = null
    },
  }
}
