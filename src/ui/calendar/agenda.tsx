import { classes } from '#src/ui/classes.ts'
import { Icon } from '#src/ui/icon.tsx'
import { solid, tinted } from '#src/ui/tone.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { CalendarBand, CalendarDay, CalendarItem } from './items.ts'
import { inOrder } from './items.ts'

export type AgendaProps = {
  days: readonly CalendarDay[]
  items: readonly CalendarItem[]
  bands: readonly CalendarBand[]
  allDayLabel: string
  todayLabel: string
  /** Heading level of the days. */
  level?: 2 | 3
  onOpen: (key: string) => void
}

/** The schedule as a list by days: a phone's view, and one day's view anywhere. Days without anything are left out. */
export function Agenda({ days, items, bands, allDayLabel, todayLabel, level = 2, onOpen }: AgendaProps) {
  const byDay = Map.groupBy(inOrder(items), (item) => item.day)
  const Heading = `h${level}` as const
  return (
    <div className="flex flex-col gap-lg">
      {days.map((day) => {
        const own = byDay.get(day.day) ?? []
        const over = bands.filter(({ from, to }) => from <= day.day && day.day <= to)
        if (own.length + over.length === 0) return null
        return (
          <section key={day.day} id={`day-${day.day}`} className="scroll-mt-(--frame-top)">
            <Heading className="mb-xs flex items-center gap-xs text-base first-letter:uppercase">
              <span className="first-letter:uppercase">{day.name}</span>
              {day.today && <span className="rounded-full bg-primary px-xs text-sm font-medium">{todayLabel}</span>}
            </Heading>
            <ul className="divide-y divide-line-soft overflow-clip rounded-lg border border-line-soft bg-surface">
              {over.map((band) => (
                <li key={band.key}>
                  <button
                    type="button"
                    onClick={() => onOpen(band.key)}
                    className={classes(
                      'flex min-h-[44px] w-full items-center gap-xs px-base py-xs text-left font-medium focus-visible:-outline-offset-2',
                      tinted[band.tone],
                    )}
                  >
                    <Icon name={band.icon} />
                    {band.title}
                  </button>
                </li>
              ))}
              {own.map((item) => (
                <li key={item.key}>
                  <AgendaRow item={item} allDayLabel={allDayLabel} onOpen={onOpen} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

type AgendaRowProps = { item: CalendarItem; allDayLabel: string; onOpen: (key: string) => void }

function AgendaRow({ item, allDayLabel, onOpen }: AgendaRowProps) {
  return (
    <button
      type="button"
      onClick={() => onOpen(item.key)}
      className="flex w-full items-stretch gap-sm px-base py-sm text-left transition-colors hover:bg-grey-2 focus-visible:-outline-offset-2"
    >
      <span className="min-w-[48px] shrink-0 text-sm whitespace-nowrap tabular-nums">
        <span className="block font-medium">{item.starts || allDayLabel}</span>
        {item.ends && <span className="block text-ink-muted">{item.ends}</span>}
      </span>
      <span className={classes('w-[3px] shrink-0 rounded-full', solid[item.tone])} />
      <span className="min-w-0 flex-1">
        <span className={classes('block font-medium', item.cancelled && 'line-through')}>{item.title}</span>
        <VisuallyHidden>, {item.spoken}</VisuallyHidden>
        {item.note && <span className="block text-sm text-ink-muted">{item.note}</span>}
      </span>
      <span
        className={classes('inline-flex size-xl shrink-0 items-center justify-center rounded-full', tinted[item.tone])}
      >
        <Icon name={item.icon} size={16} />
      </span>
    </button>
  )
}
