import { classNames } from '#src/ui/class-names.ts'
import { VirtualList } from '#src/ui/data/virtual-list.tsx'
import { type AgendaProps, BandRow, DayHeading, ItemRow, nonEmptyDays } from './agenda.tsx'
import type { CalendarBand, CalendarDay, CalendarItem } from './calendar-items.ts'

type AgendaListRow = { key: string; isFirst: boolean; isLast: boolean } & (
  | { day: CalendarDay }
  | { band: CalendarBand }
  | { item: CalendarItem }
)

/** The `Agenda` for hundreds of items: only the visible rows are rendered. */
export function VirtualAgenda({ label, onOpen, days, items, bands, ...labels }: AgendaProps & { label: string }) {
  const rows = nonEmptyDays({ days, items, bands }).flatMap(({ day, ...own }): AgendaListRow[] => {
    const inside: AgendaListRow[] = [
      ...own.bands.map((band) => ({ key: `${day.day} ${band.key}`, band, isFirst: false, isLast: false })),
      ...own.items.map((item) => ({ key: item.key, item, isFirst: false, isLast: false })),
    ]
    for (const [index, row] of inside.entries()) {
      row.isFirst = index === 0
      row.isLast = index === inside.length - 1
    }
    return [{ key: day.day, day, isFirst: false, isLast: false }, ...inside]
  })
  return (
    <VirtualList label={label} items={rows} itemKey={({ key }) => key} estimatedHeight={69}>
      {(row) =>
        'day' in row ? (
          <div className="pt-lg">
            <DayHeading day={row.day} {...labels} />
          </div>
        ) : (
          <div
            className={classNames(
              'overflow-clip border-x border-b border-line-soft bg-surface',
              row.isFirst && 'rounded-t-lg border-t',
              row.isLast && 'rounded-b-lg',
            )}
          >
            {'band' in row ? (
              <BandRow band={row.band} onOpen={onOpen} />
            ) : (
              <ItemRow item={row.item} {...labels} onOpen={onOpen} />
            )}
          </div>
        )
      }
    </VirtualList>
  )
}
