import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { Avatar } from '#src/ui/data/avatar.tsx'
import { DescriptionList } from '#src/ui/data/list.tsx'
import { LongText } from '#src/ui/data/long-text.tsx'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx'

type Payment = { number: number; sum: string }

const columns: Column<Payment>[] = [
  { key: 'number', title: 'Платёж', rowHeader: true, cell: ({ number }) => `Платёж ${number}` },
  { key: 'sum', title: 'Сумма', align: 'end', cell: ({ sum }) => sum },
]
const rows = [
  { number: 1, sum: '12 500 ₽' },
  { number: 2, sum: '7 500 ₽' },
]

describe('a table', () => {
  test('has a name, headers of columns and rows, and its total, also as cards', () => {
    render(
      <Table
        caption="Платежи"
        columns={columns}
        rows={rows}
        rowKey={({ number }) => `${number}`}
        total={['Всего', '20 000 ₽']}
      />,
    )
    const table = screen.getByRole('table', { name: 'Платежи' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['Платёж', 'Сумма'])
    expect(
      within(table)
        .getAllByRole('rowheader')
        .map((header) => header.textContent),
    ).toEqual(['Платёж 1', 'Платёж 2', 'Всего'])
    expect(
      within(table)
        .getAllByRole('cell', { name: /₽/ })
        .map((cell) => cell.lastChild?.textContent),
    ).toEqual(['12 500 ₽', '7 500 ₽', '20 000 ₽'])
  })
})

describe('an avatar', () => {
  test('shows initials without a picture or when it does not load', () => {
    const { container, rerender } = render(<Avatar name="Анна Орлова" />)
    expect(container.textContent).toBe('АО')
    rerender(<Avatar name="Анна Орлова" src="/lost.webp" />)
    fireEvent.error(container.querySelector('img') as HTMLImageElement)
    expect(container.textContent).toBe('АО')
    rerender(<Avatar name="Анна Орлова" src="/new.webp" />)
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/new.webp')
  })
})

describe('a progress bar', () => {
  test('has its value as text and never exceeds 100 %', () => {
    render(<ProgressBar label="Оплачено" value={130} max={100} valueText="130 ₽ из 100 ₽" />)
    const bar = screen.getByRole('progressbar', { name: 'Оплачено' })
    expect(bar.getAttribute('aria-valuetext')).toBe('130 ₽ из 100 ₽')
    expect(bar.getAttribute('aria-valuenow')).toBe('100')
  })
})

describe('a description list', () => {
  test('omits entries without a value', () => {
    render(
      <DescriptionList
        entries={[
          { key: 'program', term: 'Программа', value: 'Математика' },
          { key: 'teacher', term: 'Преподаватель', value: null },
          { key: 'debt', term: 'Долг', value: 0 },
        ]}
      />,
    )
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Программа', 'Долг'])
  })
})

describe('a long text', () => {
  test('keeps its line breaks, and is unfolded by a button', async () => {
    const text = [
      'Снижено за оформление:',
      ...Array.from({ length: 12 }, (_, at) => `${at + 1}. Нет единиц измерения.`),
    ]
    render(<LongText moreLabel="Показать полностью">{text.join('\n')}</LongText>)
    const shown = screen.getByText(/^Снижено/)
    expect(shown.textContent).toBe(text.join('\n'))
    expect(shown.className).toContain('line-clamp')
    await userEvent.click(screen.getByRole('button', { name: 'Показать полностью' }))
    expect(shown.className).not.toContain('line-clamp')
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('that is short has no button', () => {
    render(<LongText moreLabel="Показать полностью">{'Хороший ответ.\nНе хватает вывода.'}</LongText>)
    expect(screen.queryByRole('button')).toBeNull()
  })
})
