import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Grid, positionAfterKey } from '#src/ui/data/grid.tsx'
import type { GridContent } from '#src/ui/data/grid-cells.tsx'
import { VirtualGrid } from '#src/ui/data/virtual-grid.tsx'
import { mockElementSize } from '#tests/support/browser/element-size.ts'

const content: GridContent = {
  rowKey: String,
  rowName: (row) => `Предмет ${row}`,
  columnHead: (column) => `день ${column}`,
  cell: (row, column) => ({ name: `предмет ${row}, день ${column}`, content: <span aria-hidden="true" /> }),
  endColumns: [{ key: 'average', title: 'Средний', cell: (row) => ({ name: `средний ${row}`, content: null }) }],
}

function open(onOpen = vi.fn(), { rows = 100, days = 200, Drawn = VirtualGrid } = {}) {
  render(
    <>
      <button type="button">до</button>
      <Drawn
        caption="Оценки"
        cornerLabel="Предмет"
        rowCount={rows}
        columnCount={days}
        content={content}
        initialColumn={0}
        scrollLabels={{ before: 'Раньше', after: 'Позже' }}
        onOpen={onOpen}
      />
      <button type="button">после</button>
    </>,
  )
  return { user: userEvent.setup(), onOpen }
}

const focused = () => document.activeElement?.textContent

beforeEach(() => mockElementSize({ width: 900, height: 600 }))

describe('A grid of 20 000 cells', () => {
  test('renders the visible cells and has the total counts', () => {
    open()
    const grid = screen.getByRole('grid', { name: 'Оценки' })
    expect([grid.getAttribute('aria-rowcount'), grid.getAttribute('aria-colcount')]).toEqual(['101', '202'])
    const rendered = within(grid).getAllByRole('gridcell').length
    expect(rendered).toBeGreaterThan(100)
    expect(rendered).toBeLessThan(900)
    const cell = within(grid).getByRole('gridcell', { name: 'предмет 2, день 3' })
    expect([cell.getAttribute('aria-colindex'), cell.closest('[role=row]')?.getAttribute('aria-rowindex')]).toEqual([
      '5',
      '4',
    ])
  })

  test('has one tab stop, which stays on the last cell', async () => {
    const { user } = open()
    await user.tab()
    await user.tab()
    expect(focused()).toBe('Предмет 0')
    await user.keyboard('{ArrowDown}{ArrowRight}')
    expect(focused()).toBe('предмет 1, день 0')
    await user.tab()
    expect(focused()).toBe('после')
    await user.tab({ shift: true })
    expect(focused()).toBe('предмет 1, день 0')
  })

  test('moves the focus to its ends, also to cells that were not rendered', async () => {
    const { user } = open()
    await user.tab()
    await user.tab()
    await user.keyboard('{End}')
    expect(focused()).toBe('средний 0')
    await user.keyboard('{ArrowLeft}')
    expect(focused()).toBe('предмет 0, день 199')
    await user.keyboard('{Control>}{End}{/Control}')
    expect(focused()).toBe('средний 99')
    await user.keyboard('{ArrowRight}{ArrowDown}')
    expect(focused()).toBe('средний 99')
    await user.keyboard('{Home}')
    expect(focused()).toBe('Предмет 99')
    await user.keyboard('{Control>}{Home}{/Control}{ArrowUp}{ArrowLeft}')
    expect(focused()).toBe('Предмет 0')
  })

  test('opens the focused cell by Enter, Space or a click', async () => {
    const { user, onOpen } = open()
    await user.tab()
    await user.tab()
    await user.keyboard('{Enter}{ArrowRight} {End}{Enter}')
    await user.click(screen.getByRole('gridcell', { name: 'предмет 4, день 2' }))
    expect(onOpen.mock.calls).toEqual([
      [0, null],
      [0, 0],
      [0, null],
      [4, 2],
    ])
    expect(focused()).toBe('предмет 4, день 2')
  })
})

test('A small grid renders all cells', () => {
  open(vi.fn(), { rows: 20, days: 60, Drawn: Grid })
  expect(screen.getAllByRole('gridcell')).toHaveLength(20 * 61)
})

test('Page keys move ten rows, and other keys are left to the browser', () => {
  const key = (name: string) =>
    positionAfterKey({ key: name, ctrlKey: false, metaKey: false }, { row: 5, column: 1 }, { rows: 12, columns: 3 })
  expect([key('PageDown'), key('PageUp'), key('Tab'), key('a')]).toEqual([
    { row: 11, column: 1 },
    { row: 0, column: 1 },
    null,
    null,
  ])
})
