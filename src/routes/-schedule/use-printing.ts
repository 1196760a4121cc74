import { useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being put on paper, known in time to draw it differently there. */
export function usePrinting(): boolean {
  const [printing] = useState(createPrinting)
  return useSyncExternalStore(printing.subscribe, printing.isNow, () => false)
}

function createPrinting() {
  let announced = false
  return {
    isNow: () => announced || window.matchMedia('print').matches,
    subscribe: (changed: () => void) => {
      const media = window.matchMedia('print')
      const announce = (value: boolean) => () => {
        announced = value
        // The browser takes the page as it is when this returns.
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
