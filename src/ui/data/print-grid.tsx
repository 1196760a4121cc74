import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { GridProps } from './grid.tsx'
import { range } from './grid-cells.tsx'

/** Middle columns that fit a landscape page beside the first column. */
const columnsPerPage = 20

type PrintGridProps = Pick<GridProps, 'caption' | 'cornerLabel' | 'rowCount' | 'columnCount' | 'content'>

/**
 * All cells of a grid for landscape pages (`data-print-landscape`, see app.css): columns that do not fit beside each other
 * follow in further tables, the end columns in the last one.
 */
export function PrintGrid({ caption, cornerLabel, rowCount, columnCount, content }: PrintGridProps) {
  const pages = Math.max(1, Math.ceil(columnCount / columnsPerPage))
  return range(0, pages - 1).map((page) => {
    const from = page * columnsPerPage
    const columns = range(from, Math.min(from + columnsPerPage, columnCount) - 1)
    const ends = page === pages - 1 ? content.endColumns : []
    return (
      <table key={page} data-print-landscape="" aria-label={caption} className="mb-base border-collapse text-xs">
        <thead>
          <tr>
            <th scope="col" className={cellClasses.name}>
              {cornerLabel}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className={cellClasses.value}>
                {content.columnHead(column)}
              </th>
            ))}
            {ends.map(({ key, title }) => (
              <th key={key} scope="col" className={cellClasses.value}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {range(0, rowCount - 1).map((row) => (
            <tr key={content.rowKey(row)}>
              <th scope="row" className={cellClasses.name}>
                {content.rowName(row)}
              </th>
              {columns.map((column) => (
                <PrintedCell key={column} {...content.cell(row, column)} />
              ))}
              {ends.map(({ key, cell }) => (
                <PrintedCell key={key} {...cell(row)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )
  })
}

function PrintedCell({ name, content }: ReturnType<GridProps['content']['cell']>) {
  return (
    <td className={cellClasses.value}>
      <VisuallyHidden>{name}</VisuallyHidden>
      <span className="inline-flex justify-center">{content}</span>
    </td>
  )
}

const cellClasses = {
  name: 'w-[160px] border border-line px-xxs py-half text-left font-medium',
  value: 'relative w-[36px] border border-line p-half text-center font-normal',
}
