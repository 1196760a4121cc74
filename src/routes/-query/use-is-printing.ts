import { useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { whenAtRest } from '#src/app/connection-status.ts'

/**
 * Whether the page is being printed; updates in time to render the print layout. `prefetch` loads the code of that
 * layout when the page is at rest.
 */
export function useIsPrinting(prefetch?: () => unknown): boolean {
  const [printing] = useState(() => createPrintStore(prefetch))
  return useSyncExternalStore(printing.subscribe, printing.isNow, () => false)
}

function createPrintStore(prefetch?: () => unknown) {
  let announced = false
  return {
    isNow: () => announced || window.matchMedia('print').matches,
    subscribe: (changed: () => void) => {
      const media = window.matchMedia('print')
      const announce = (value: boolean) => () => {
        announced = value
        // The browser prints the DOM as it is when the listener returns.
        flushSync(changed)
      }
      const before = announce(true)
      const after = announce(false)
      window.addEventListener('beforeprint', before)
      window.addEventListener('afterprint', after)
      media.addEventListener('change', changed)
      let isOpen = true
      if (prefetch) whenAtRest(window, () => isOpen && void prefetch())
      return () => {
        isOpen = false
        window.removeEventListener('beforeprint', before)
        window.removeEventListener('afterprint', after)
        media.removeEventListener('change', changed)
      }
    },
  }
}
