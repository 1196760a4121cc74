import type { ComponentType } from 'react'
import { classes } from '#src/ui/classes.ts'
import type { VirtualListProps } from '#src/ui/virtual-list.tsx'
import { type AgendaProps, filledDays } from './agenda.tsx'
import { BandRow, DayHeading, ItemRow } from './agenda-row.tsx'
import type { CalendarBand, CalendarDay, CalendarItem } from './items.ts'

/** The list that draws what is in view. */
export type RowList = ComponentType<VirtualListProps<Row>>

export type Row = { key: string; isFirst: boolean; isLast: boolean } & (
  | { day: CalendarDay }
  | { band: CalendarBand }
  | { item: CalendarItem }
)

type LongAgendaProps = AgendaProps & { label: string; List: RowList }

/** The `Agenda` of a month with hundreds of items: the same days and rows, of which only those in view are drawn. */
export function LongAgenda({ label, List, onOpen, days, items, bands, ...labels }: LongAgendaProps) {
  const rows = filledDays({ days, items, bands }).flatMap(({ day, ...own }): Row[] => {
    const inside: Row[] = [
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
    <List label={label} items={rows} itemKey={({ key }) => key} estimate={69}>
      {(row) =>
        'day' in row ? (
          <div className="pt-lg">
            <DayHeading day={row.day} {...labels} />
          </div>
        ) : (
          <div
            className={classes(
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
