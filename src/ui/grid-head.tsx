// biome-ignore-all lint/a11y/useSemanticElements: absolute cells take a table’s own roles away
// biome-ignore-all lint/a11y/useFocusableInteractive: headers of columns are not walked to
import { memo } from 'react'
import { classes } from './classes.ts'
import { type GridDrawn, gridClasses, gridSizes, leftOf, numbersFrom } from './grid-content.ts'

export const GridHead = memo(function GridHead({
  corner,
  content,
  columnCount,
  from,
  to,
}: GridDrawn & { corner: string }) {
  return (
    <div role="rowgroup" className="sticky top-0 z-header block">
      <div
        role="row"
        aria-rowindex={1}
        className="relative flex border-b border-line bg-surface text-ink-muted"
        style={{ height: gridSizes.head }}
      >
        <div role="columnheader" aria-colindex={1} className={gridClasses.first} style={{ width: gridSizes.first }}>
          {corner}
        </div>
        {numbersFrom(from, to).map((column) => (
          <div
            key={column}
            role="columnheader"
            aria-colindex={column + 2}
            className={gridClasses.middle}
            style={leftOf(column)}
          >
            {content.columnHead(column)}
          </div>
        ))}
        <div className={gridClasses.ends}>
          {content.last.map(({ key, title }, index) => (
            <div
              key={key}
              role="columnheader"
              aria-colindex={columnCount + index + 2}
              className={classes(gridClasses.last, 'text-center text-xs')}
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
