import { useSyncExternalStore } from 'react'

/** The location in the report (machine, path, step), stored in the hash of the URL. */
export type HashLocation = { machine: string | null; path: string | null; step: number }

export function useHashLocation(): HashLocation {
  const hash = useSyncExternalStore(listen, () => location.hash)
  const [machine = '', path = '', step = ''] = hash.slice(1).split('/')
  return { machine: machine || null, path: path || null, step: Number(step) || 0 }
}

export function addressOf({ machine, path, step }: Partial<HashLocation>): string {
  return `#${[machine, path, step || undefined].filter((part) => part != null).join('/')}`
}

/** A step creates no history entry: Back leaves the path. */
export function stepTo(where: HashLocation): void {
  history.replaceState(null, '', addressOf(where))
  dispatchEvent(new HashChangeEvent('hashchange'))
}

function listen(changed: () => void): () => void {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}
