import {
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { useFoldingScroll } from '#src/ui/layout/folding-bar.tsx'
import { nextPaint } from '#src/ui/next-paint.ts'
import { type AgendaProps, DayHeading, DayRows } from './agenda.tsx'
import { type CalendarBand, type CalendarDay, type CalendarItem, sortByTime } from './calendar-items.ts'

export type AgendaMonth = {
  /** Any unique text. */
  key: string
  /** The month, such as «Декабрь 2026». */
  title: string
  days: readonly CalendarDay[]
  items: readonly CalendarItem[]
  bands: readonly CalendarBand[]
  /** In place of the days while they load or after a failure. */
  placeholder?: ReactNode
}

type AgendaTexts = Pick<AgendaProps, 'allDayLabel' | 'todayLabel'> & {
  /** Of a month without items. */
  emptyMonthLabel: string
  /** Of the chosen day and of today, where they have no items. */
  emptyDayLabel: string
  /** Below the items of today. */
  todayNote?: ReactNode
}

export type EndlessAgendaProps = AgendaTexts & {
  /** Consecutive months, which hold `day`. */
  months: readonly AgendaMonth[]
  /** The day at the top. */
  day: string
  /** Begins with `day` instead of showing earlier days above it, and does not follow the scrolling. */
  isForwardOnly?: boolean
  /** The page was scrolled to another day. */
  onDayReached?: ((day: string) => void) | undefined
  /** The first or last month is near: load another one. Undefined where that should wait for a press. */
  onStartReached?: (() => void) | undefined
  onEndReached?: (() => void) | undefined
  /** Content before the first and after the last month. */
  start?: ReactNode
  end?: ReactNode
  onOpen: (key: string) => void
}

/** Days of any number of months in both directions. Days that are added above do not move those that are shown. */
export function EndlessAgenda(props: EndlessAgendaProps) {
  const { months, day, isForwardOnly = false, onDayReached, onStartReached, onEndReached, start, end, ...rest } = props
  const list = useRef<HTMLDivElement>(null)
  const isPainted = useIsPainted()
  const hasLaterDays = useIsBornInBrowser() || isPainted
  const isWhole = isPainted && !isForwardOnly
  useScrolledDay(list, { day, isFollowing: isWhole, onDayReached })
  const startEdge = useEdge(isWhole ? onStartReached : undefined, months)
  const endEdge = useEdge(hasLaterDays ? onEndReached : undefined, months)
  const days = months.flatMap((month) => month.days)
  const painted = days.filter((own) => own.day >= day).slice(0, paintedDays)
  const until = lastOf(hasLaterDays || painted.length === 0 ? days : painted)
  const shown = months.filter(({ days }) => (isWhole || lastOf(days) >= day) && (days[0]?.day ?? '') <= until)
  return (
    <div
      ref={list}
      // The property is on the list, not on the page: each change of it computes the styles of all that is inside.
      className={classNames(
        '[--bar-bottom:calc(var(--sticky-top)+var(--bar-height,0px))] [overflow-anchor:none] max-md:group-data-folded/folding:[--bar-bottom:var(--sticky-top)] low:[--bar-bottom:0px] low:group-data-folded/folding:[--bar-bottom:0px]',
        // Beside a month the bar is not sticky.
        isForwardOnly
          ? 'md:[--bar-bottom:var(--sticky-top)]'
          : 'md:group-data-folded/folding:[--bar-bottom:calc(var(--sticky-top)+60px)]',
      )}
    >
      <div className="flex flex-col gap-lg">
        {/* Without content it takes no room: the layout shift of the months would count. */}
        {isWhole && (
          <div ref={startEdge} className="empty:-mb-lg">
            {start}
          </div>
        )}
        {shown.map((month, index) => {
          const isCut = !isWhole && (month.days[0]?.day ?? '') < day
          return (
            <MonthOfAgenda
              key={month.key}
              {...rest}
              month={month}
              from={isCut ? day : ''}
              until={until}
              chosen={month.days.some((own) => own.day === day) ? day : ''}
              isTitleHidden={isForwardOnly && index === 0}
            />
          )
        })}
      </div>
      <div ref={endEdge} className="pt-base">
        {end}
      </div>
    </div>
  )
}

type MonthOfAgendaProps = AgendaTexts & {
  month: AgendaMonth
  /** Leaves out the days before it. */
  from: string
  /** Leaves out the days after it. */
  until: string
  /** Shown also without items. */
  chosen: string
  /** The month above the agenda has it. */
  isTitleHidden: boolean
  onOpen: (key: string) => void
}

const MonthOfAgenda = memo(function MonthOfAgenda({
  month,
  from,
  until,
  chosen,
  isTitleHidden,
  onOpen,
  ...texts
}: MonthOfAgendaProps) {
  const { title, days, items, bands, placeholder } = month
  const byDay = Map.groupBy(sortByTime(items), (item) => item.day)
  const visible = days.filter(({ day }) => day >= from && day <= until)
  const rows = visible.flatMap((day, index) => {
    const own = byDay.get(day.day) ?? []
    // On its first day only: vacations would repeat on each of their days.
    const starting = bands.filter((band) =>
      index === 0 ? band.from <= day.day && band.to >= day.day : band.from === day.day,
    )
    const isListed = own.length + starting.length > 0 || day.today || day.day === chosen
    return isListed ? [{ day, items: own, bands: starting }] : []
  })
  const isEmpty = placeholder === undefined && items.length + bands.length === 0
  return (
    <section aria-label={title} className="flex flex-col gap-base">
      {from === '' && (
        <h2
          className={
            isTitleHidden && !isEmpty ? 'sr-only' : 'flex flex-wrap items-baseline gap-x-xs text-base text-ink-muted'
          }
        >
          <span className="first-letter:uppercase">{title}</span>
          {isEmpty && <span className="font-normal">{texts.emptyMonthLabel}</span>}
        </h2>
      )}
      {placeholder}
      {placeholder === undefined &&
        rows.map((row) => (
          <section key={row.day.day} data-agenda-day={row.day.day}>
            <div className="sticky top-(--bar-bottom) z-[1] -mx-base bg-surface-layout px-base pt-xs pb-px transition-[top] duration-200">
              <DayHeading day={row.day} level={3} {...texts} />
            </div>
            {row.items.length + row.bands.length === 0 ? (
              <p className="text-sm text-ink-muted">{texts.emptyDayLabel}</p>
            ) : (
              <DayRows items={row.items} bands={row.bands} allDayLabel={texts.allDayLabel} onOpen={onOpen} />
            )}
            {row.day.today && texts.todayNote}
          </section>
        ))}
    </section>
  )
})

/** Days that the server renders: more than a window shows. */
const paintedDays = 14

function lastOf(days: readonly CalendarDay[]): string {
  return days.at(-1)?.day ?? ''
}

/**
 * Whether the first pass, which begins with the chosen day, is painted. The days before it are added after the router has
 * reset or restored the scroll position.
 */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let isMounted = true
    void nextPaint(window).then(() => isMounted && setPainted(true))
    return () => {
      isMounted = false
    }
  }, [])
  return isPainted
}

/**
 * Whether the first pass is not a hydration. That and the server have two weeks, because the others cost the first paint
 * of each width; Back to a scrolled page needs them before the scroll position is restored.
 */
function useIsBornInBrowser(): boolean {
  const [isInBrowser] = useState(useSyncExternalStore(noSubscription, inBrowser, onServer))
  return isInBrowser
}

const noSubscription = () => () => undefined
const inBrowser = () => true
const onServer = () => false

type ScrolledDayOptions = Pick<EndlessAgendaProps, 'day' | 'onDayReached'> & { isFollowing: boolean }

/** Milliseconds without a scroll event after which the page rests. */
const restMs = 150

/** Keeps `day` at the top of the window: scrolls to it when it changes, and reports another one after scrolling. */
function useScrolledDay(
  list: RefObject<HTMLDivElement | null>,
  { day, isFollowing, onDayReached }: ScrolledDayOptions,
) {
  const { offset, scrollTo, followHeight } = useFoldingScroll()
  const atTop = useRef<string | null>(null)
  /** Scroll position that this hook has set; the page was scrolled to another one by the user. */
  const ownTop = useRef<number | null>(null)
  /** The first visible day and its distance from the top of the document. */
  const anchor = useRef<{ element: HTMLElement; top: number } | null>(null)
  const daysOf = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-agenda-day]') ?? [])]
  const anchorAt = (element: HTMLElement | undefined) => {
    anchor.current = element ? { element, top: topInDocument(element) } : null
  }
  const moveTo = (top: number) => {
    scrollTo(top)
    ownTop.current = window.scrollY
  }

  useEffect(
    () => followHeight((height) => list.current?.style.setProperty('--bar-height', `${height}px`)),
    [followHeight, list],
  )

  const keepAnchor = useEffectEvent(() => {
    if (!anchor.current?.element.isConnected) return anchorAt(daysOf()[0])
    const moved = topInDocument(anchor.current.element) - anchor.current.top
    if (isFollowing && Math.abs(moved) >= 1) {
      const isOwn = ownTop.current !== null && Math.abs(window.scrollY - ownTop.current) < 2
      scrollTo(window.scrollY + moved)
      if (isOwn) ownTop.current = window.scrollY
    }
    anchor.current.top += moved
  })
  // After every render: months may have been added above.
  useLayoutEffect(keepAnchor)

  useLayoutEffect(() => {
    if (!isFollowing || atTop.current === day) return
    const target = daysOf().find((element) => element.dataset.agendaDay === day)
    // Its month is still loading.
    if (target === undefined) return
    atTop.current = day
    moveTo(topInDocument(target) - offset())
    anchorAt(target)
  })

  const settle = useEffectEvent(() => {
    if (!isFollowing) return
    const edge = offset() + 1
    const days = daysOf()
    const top = days.findLast((element) => element.getBoundingClientRect().top <= edge) ?? days[0]
    anchorAt(top)
    const isOwn = ownTop.current !== null && Math.abs(window.scrollY - ownTop.current) < 2
    const reached = top?.dataset.agendaDay
    if (isOwn || reached === undefined || reached === day) return
    ownTop.current = null
    atTop.current = reached
    onDayReached?.(reached)
  })
  useEffect(() => {
    let timer = 0
    const wait = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(settle, restMs)
    }
    const observer = new ResizeObserver(keepAnchor)
    if (list.current) observer.observe(list.current)
    window.addEventListener('scroll', wait, { passive: true })
    return () => {
      window.clearTimeout(timer)
      observer.disconnect()
      window.removeEventListener('scroll', wait)
    }
  }, [list])
}

function topInDocument(element: HTMLElement): number {
  return element.getBoundingClientRect().top + window.scrollY
}

/** Calls `onReached` while the element is within a screen of the window, again after every change of the months. */
function useEdge(onReached: (() => void) | undefined, months: unknown) {
  const edge = useRef<HTMLDivElement>(null)
  const reached = useEffectEvent(() => onReached?.())
  const isActive = onReached !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: an observer reports only changes, so each month needs a new one
  useEffect(() => {
    if (!isActive || edge.current === null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reached(), {
      rootMargin: '800px 0px',
    })
    observer.observe(edge.current)
    return () => observer.disconnect()
  }, [isActive, months])
  return edge
}
