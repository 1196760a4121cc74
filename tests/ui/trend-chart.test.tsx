import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { TrendChart, type TrendChartProps } from '#src/ui/charts/line-chart.tsx'
import { TrendIndicator } from '#src/ui/charts/trend-indicator.tsx'

const months = [
  { key: '2026-09', at: 0.1, value: 1, name: 'сентябрь 2026', valueText: '100 %' },
  { key: '2026-10', at: 0.5, value: 0, name: 'октябрь 2026', valueText: '0 %' },
  { key: '2026-11', at: 0.9, value: 0.5, name: 'ноябрь 2026', valueText: '50 %' },
]

function draw(part: Partial<TrendChartProps> = {}) {
  return render(
    <TrendChart
      label="Посещаемость по месяцам"
      shape="bars"
      points={months}
      ticks={months.map(({ key, at }) => ({ key, at, name: key }))}
      scale={['100 %', '50 %', '0 %']}
      table={{ open: 'Показать таблицей', columns: ['Месяц', 'Итог'] }}
      {...part}
    />,
  )
}

const marks = (drawing: Element, kind: string) =>
  [...drawing.querySelectorAll(kind)].filter((mark) => /mark-info/.test(mark.getAttribute('class') ?? ''))

describe('a chart', () => {
  test('is one image with a name', () => {
    draw()
    expect(screen.getByRole('img', { name: 'Посещаемость по месяцам' }).tagName).toBe('svg')
  })

  test('has its data in a collapsed table that the keyboard reaches', async () => {
    const { container } = draw()
    const isOpen = () => container.querySelector('details')?.open
    expect(isOpen()).toBe(false)
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('Показать таблицей')
    await userEvent.click(screen.getByText('Показать таблицей'))
    expect(isOpen()).toBe(true)
    const table = screen.getByRole('table', { name: 'Посещаемость по месяцам' })
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['МесяцИтог', 'сентябрь 2026100 %', 'октябрь 20260 %', 'ноябрь 202650 %'])
    expect(within(table).getByRole('rowheader', { name: 'октябрь 2026' })).toBeDefined()
  })

  test('bars have the height of their value, and zero is visible', () => {
    const { container } = draw()
    const heights = marks(container, 'line').map(
      (bar) => Number(bar.getAttribute('y1')) - Number(bar.getAttribute('y2')),
    )
    expect(heights).toEqual([48, 2, 24])
  })

  test('a line passes through its points at any width', () => {
    const { container } = draw({ shape: 'line' })
    expect(marks(container, 'circle').map((dot) => [dot.getAttribute('cx'), dot.getAttribute('cy')])).toEqual([
      ['10%', '8'],
      ['50%', '56'],
      ['90%', '32'],
    ])
    expect(marks(container, 'line')).toHaveLength(2)
  })

  test('one point is a dot without a line, and none is an empty chart', () => {
    const { container } = draw({ shape: 'line', points: months.slice(0, 1) })
    expect([marks(container, 'circle').length, marks(container, 'line').length]).toEqual([1, 0])
    const empty = draw({ shape: 'line', points: [] })
    expect(marks(empty.container, 'circle')).toHaveLength(0)
  })
})

test('the text names the trend: the arrow is decorative', () => {
  const { container } = render(<TrendIndicator direction="down">75 % за 30 дней, раньше 93 %</TrendIndicator>)
  expect(screen.getByText('75 % за 30 дней, раньше 93 %')).toBeDefined()
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
})
