import { useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed; updates in time to render the print layout. */
export function useIsPrinting(): boolean {
  const [printing] = useState(createPrintStore)
  return useSyncExternalStore(printing.subscribe, printing.isNow, () => false)
}

function createPrintStore() {
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
      return () => {
        window.removeEventListener('beforeprint', before)
        window.removeEventListener('afterprint', after)
        media.removeEventListener('change', changed)
      }
    },
  }
}
