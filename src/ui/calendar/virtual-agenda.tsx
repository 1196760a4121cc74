import type { ComponentType } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import type { VirtualListProps } from '#src/ui/data/virtual-list.tsx'
import { type AgendaProps, nonEmptyDays } from './agenda.tsx'
import { BandRow, DayHeading, ItemRow } from './agenda-row.tsx'
import type { CalendarBand, CalendarDay, CalendarItem } from './calendar-items.ts'

/** A virtual list. */
export type AgendaRowList = ComponentType<VirtualListProps<AgendaListRow>>

export type AgendaListRow = { key: string; isFirst: boolean; isLast: boolean } & (
  | { day: CalendarDay }
  | { band: CalendarBand }
  | { item: CalendarItem }
)

type VirtualAgendaProps = AgendaProps & { label: string; List: AgendaRowList }

/** The `Agenda` for hundreds of items: only the visible rows are rendered. */
export function VirtualAgenda({ label, List, onOpen, days, items, bands, ...labels }: VirtualAgendaProps) {
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
    <List label={label} items={rows} itemKey={({ key }) => key} estimatedHeight={69}>
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
    </List>
  )
}
