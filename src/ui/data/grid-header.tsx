// biome-ignore-all lint/a11y/useSemanticElements: absolute cells remove the native roles of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: column headers are not focusable
import { memo } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { columnPosition, type GridHeaderView, gridClassNames, gridSizes, range } from './grid-content.ts'

export const GridHeader = memo(function GridHead({
  corner,
  content,
  columnCount,
  from,
  to,
}: GridHeaderView & { corner: string }) {
  return (
    <div role="rowgroup" className="sticky top-0 z-header block">
      <div
        role="row"
        aria-rowindex={1}
        className="relative flex border-b border-line bg-surface text-ink-muted"
        style={{ height: gridSizes.head }}
      >
        <div role="columnheader" aria-colindex={1} className={gridClassNames.first} style={{ width: gridSizes.first }}>
          {corner}
        </div>
        {range(from, to).map((column) => (
          <div
            key={column}
            role="columnheader"
            aria-colindex={column + 2}
            className={gridClassNames.middle}
            style={columnPosition(column)}
          >
            {content.columnHead(column)}
          </div>
        ))}
        <div className={gridClassNames.ends}>
          {content.endColumns.map(({ key, title }, index) => (
            <div
              key={key}
              role="columnheader"
              aria-colindex={columnCount + index + 2}
              className={classNames(gridClassNames.last, 'text-center text-xs')}
              style={{ width: gridSizes.last }}
            >
              {title}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
})
