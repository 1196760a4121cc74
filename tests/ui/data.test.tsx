import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Avatar } from '#src/ui/avatar.tsx'
import { DescriptionList } from '#src/ui/description-list.tsx'
import { ProgressBar } from '#src/ui/progress-bar.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { type Toast, ToastList } from '#src/ui/toast-list.tsx'
import { ToastRegion } from '#src/ui/toast-region.tsx'

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

const saved = { id: 'saved', tone: 'success', title: 'Сохранено' } as const
const failed = { id: 'failed', tone: 'error', title: 'Не удалось выйти', description: 'Попробуйте ещё раз' } as const

function Shown({ onClose = () => {} }: { onClose?: (id: string) => void }) {
  const list = (toast: Toast) => <ToastList closeLabel="Закрыть" toasts={[toast]} onClose={onClose} />
  return <ToastRegion label="Уведомления" status={list(saved)} alert={list(failed)} />
}

describe('notifications', () => {
  test('of failures are alerts, the others are told when there is time', () => {
    render(<Shown />)
    expect(screen.getByRole('alert').textContent).toBe('Не удалось выйтиПопробуйте ещё раз')
    expect(screen.getByRole('status').textContent).toBe('Сохранено')
  })

  test('can be closed', async () => {
    const close = vi.fn()
    render(<Shown onClose={close} />)
    await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Закрыть' }))
    expect(close).toHaveBeenCalledExactlyOnceWith('failed')
  })

  test('have their place before the first comes', () => {
    render(<ToastRegion label="Уведомления" status={null} alert={null} />)
    expect(screen.getByRole('region', { name: 'Уведомления' }).children).toHaveLength(2)
  })

  test('are lifted from the lower edge to where they lie over no button', () => {
    const boxes: Record<string, DOMRect> = {
      SECTION: new DOMRect(0, 520, 300, 80),
      BUTTON: new DOMRect(200, 550, 80, 40),
    }
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return (this.closest('section') ? boxes.SECTION : boxes[this.tagName]) ?? new DOMRect()
    })
    render(
      <>
        <button type="button">Оплатить</button>
        <Shown />
      </>,
    )
    // The button begins at 550: the region, whose lower edge is at 600, ends 8 px above it.
    expect(screen.getByRole('region', { name: 'Уведомления' }).style.translate).toBe('0px -58px')
    vi.restoreAllMocks()
  })

  test('are lifted over what appears while they are shown, and of dialogs heed the uppermost', async () => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      if (this.closest('section')) return new DOMRect(0, 520, 300, 80)
      return this.tagName === 'BUTTON' ? new DOMRect(200, Number(this.getAttribute('value')), 80, 40) : new DOMRect()
    })
    render(<Shown />)
    const { style } = screen.getByRole('region', { name: 'Уведомления' })
    expect(style.translate).toBe('0px')
    // Not by React: whoever shows notifications draws nothing anew for it.
    for (const [top, lifted] of [
      [550, '0px -58px'],
      [530, '0px -78px'],
    ] as const) {
      document.body.insertAdjacentHTML('beforeend', `<div role="dialog"><button value="${top}">Оплатить</button></div>`)
      await waitFor(() => expect(style.translate).toBe(lifted))
    }
    for (const dialog of screen.getAllByRole('dialog')) dialog.remove()
    vi.restoreAllMocks()
  })
})

describe('an avatar', () => {
  test('without a picture, or with one that does not load, shows initials', () => {
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
  test('says in words how far it is, and never shows more than all', () => {
    render(<ProgressBar label="Оплачено" value={130} max={100} valueText="130 ₽ из 100 ₽" />)
    const bar = screen.getByRole('progressbar', { name: 'Оплачено' })
    expect(bar.getAttribute('aria-valuetext')).toBe('130 ₽ из 100 ₽')
    expect(bar.getAttribute('aria-valuenow')).toBe('100')
  })
})

describe('a description list', () => {
  test('leaves out what has no value', () => {
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
