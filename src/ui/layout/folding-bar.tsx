import { createContext, type ReactNode, use, useEffect, useMemo, useRef } from 'react'
import { classNames } from '#src/ui/class-names.ts'

type FoldingScroll = {
  /** Distance of the content from the top of the window below the unfolded bar, in pixels. */
  offset: () => number
  /** Scrolls the page without folding or unfolding the bar. */
  scrollTo: (top: number) => void
  /** Reports the height of the unfolded bar in pixels, also when it changes. Returns the end of the reports. */
  followHeight: (report: (height: number) => void) => () => void
}

const FoldingContext = createContext<FoldingScroll | null>(null)

/** Scrolling of the page below a `FoldingBar`. */
export function useFoldingScroll(): FoldingScroll {
  const scroll = use(FoldingContext)
  if (scroll === null) throw new Error('There is no FoldingBar')
  return scroll
}

type FoldingBarProps = {
  bar: ReactNode
  /** From `md` it folds too, except for its last row of 60 px. */
  hasStickyRow?: boolean
  children: ReactNode
}

/** Pixels in one direction after which the bar follows; less is a finger that rests. */
const minDistance = 12

/**
 * Controls above a page. On a phone they stay at the top of the window, fold away while the page scrolls down and come
 * back when it scrolls up or the focus enters them by key. Nothing below moves: the bar is only translated.
 */
export function FoldingBar({ bar, hasStickyRow = false, children }: FoldingBarProps) {
  const page = useRef<HTMLDivElement>(null)
  const controls = useRef<HTMLDivElement>(null)
  const lastTop = useRef(0)
  const scroll = useMemo<FoldingScroll>(
    () => ({
      offset: () => {
        const style = controls.current && getComputedStyle(controls.current)
        if (!controls.current || style?.position !== 'sticky') return 0
        return (Number.parseFloat(style.top) || 0) + controls.current.offsetHeight
      },
      scrollTo: (top) => {
        window.scrollTo({ top, behavior: 'instant' })
        lastTop.current = window.scrollY
      },
      followHeight: (report) => {
        const { current: own } = controls
        if (own === null) return () => undefined
        const observer = new ResizeObserver(() => report(own.offsetHeight))
        observer.observe(own)
        return () => observer.disconnect()
      },
    }),
    [],
  )
  useEffect(() => {
    const { current: root } = page
    const { current: own } = controls
    if (root === null || own === null) return
    const fold = (isFolded: boolean) => {
      // A focused control, and one whose menu or list is open, must stay visible.
      root.toggleAttribute('data-folded', isFolded && !own.querySelector(':focus-visible, [aria-expanded=true]'))
    }
    lastTop.current = window.scrollY
    const follow = () => {
      const top = window.scrollY
      const distance = top - lastTop.current
      if (Math.abs(distance) < minDistance && top > 0) return
      lastTop.current = top
      fold(distance > 0)
    }
    // By key only: a control that is pressed must not move away from the pointer.
    const unfold = () => own.querySelector(':focus-visible') && fold(false)
    window.addEventListener('scroll', follow, { passive: true })
    own.addEventListener('focusin', unfold)
    return () => {
      window.removeEventListener('scroll', follow)
      own.removeEventListener('focusin', unfold)
    }
  }, [])
  return (
    <FoldingContext value={scroll}>
      <div ref={page} className="group/folding">
        <div
          ref={controls}
          className={classNames(
            'max-md:sticky max-md:top-(--sticky-top) max-md:z-sticky max-md:-mx-base max-md:-mt-lg max-md:bg-surface-layout max-md:px-base max-md:pt-xs max-md:transition-[translate] max-md:duration-200 max-md:group-data-folded/folding:-translate-y-full low:static low:translate-none print:static print:translate-none',
            hasStickyRow &&
              'md:sticky md:top-(--sticky-top) md:z-sticky md:-mt-xl md:bg-surface-layout md:pt-xl md:transition-[translate] md:duration-200 md:group-data-folded/folding:translate-y-[calc(60px-100%)]',
          )}
        >
          {bar}
        </div>
        {children}
      </div>
    </FoldingContext>
  )
}
