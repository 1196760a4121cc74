import { type ReactNode, useSyncExternalStore } from 'react'

/** Breakpoints of the design tokens. */
const queries = {
  md: '(width >= 767.98px)',
  lg: '(width >= 1023.98px)',
  xl: '(width >= 1279.98px)',
  /** Seven columns of 110 px next to the side menu, which is there from `lg`. */
  month: '(width >= 1090px) or ((width >= 818px) and (width < 1023.98px))',
}

/** Whether the window has at least this width; null on the server and during hydration. */
export function useMatchesWidth(from: keyof typeof queries): boolean | null {
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
  xl: { narrow: 'xl:hidden', wide: 'max-xl:hidden' },
  month: {
    narrow: 'min-[1090px]:hidden min-[818px]:max-lg:hidden',
    wide: 'max-[818px]:hidden lg:max-[1090px]:hidden',
  },
}

/**
 * Renders one of two views by the width of the window. On the server and until hydration both are rendered and CSS shows
 * the right one, so that nothing moves.
 */
export function Responsive({ from, narrow, wide }: { from: keyof typeof queries; narrow: ReactNode; wide: ReactNode }) {
  const isWide = useMatchesWidth(from)
  return (
    <>
      {isWide !== true && <div className={`min-w-0 ${classesOf[from].narrow}`}>{narrow}</div>}
      {isWide !== false && <div className={`min-w-0 ${classesOf[from].wide}`}>{wide}</div>}
    </>
  )
}
