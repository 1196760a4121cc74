import { type ReactNode, useSyncExternalStore } from 'react'

/** The widths of the tokens from which a screen has room for more (S9). */
const queries = {
  md: '(width >= 767.98px)',
  lg: '(width >= 1023.98px)',
  /** Seven columns of 110 px within the frame, whose menu stands beside them from `lg` on. */
  month: '(width >= 1090px) or ((width >= 818px) and (width < 1023.98px))',
}

/** Whether the window is at least so wide; null where nobody knows: on the server, and while its page is taken over. */
function useIsWide(from: keyof typeof queries): boolean | null {
  const subscribe = (changed: () => void) => {
    const list = window.matchMedia(queries[from])
    list.addEventListener('change', changed)
    return () => list.removeEventListener('change', changed)
  }
  return useSyncExternalStore<boolean | null>(
    subscribe,
    () => window.matchMedia(queries[from]).matches,
    () => null,
  )
}

const classesOf = {
  md: { narrow: 'md:hidden', wide: 'max-md:hidden' },
  lg: { narrow: 'lg:hidden', wide: 'max-lg:hidden' },
  month: {
    narrow: 'min-[1090px]:hidden min-[818px]:max-lg:hidden',
    wide: 'max-[818px]:hidden lg:max-[1090px]:hidden',
  },
}

/**
 * Two drawings of one thing, of which only one should be in the page. Where nobody knows the width yet both are, and
 * CSS shows the right one, so that nothing moves once it is known.
 */
export function ByWidth({ from, narrow, wide }: { from: keyof typeof queries; narrow: ReactNode; wide: ReactNode }) {
  const isWide = useIsWide(from)
  return (
    <>
      {isWide !== true && <div className={classesOf[from].narrow}>{narrow}</div>}
      {isWide !== false && <div className={classesOf[from].wide}>{wide}</div>}
    </>
  )
}
