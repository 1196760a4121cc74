import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SearchInput } from '#src/ui/forms/inputs.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open(value = '') {
  const onSearch = vi.fn()
  const inputWith = (shown: string) => (
    <SearchInput aria-label="Поиск" value={shown} onSearch={onSearch} clearLabel="Очистить" />
  )
  const { rerender, unmount } = render(inputWith(value))
  const field = screen.getByLabelText<HTMLInputElement>('Поиск')
  return {
    onSearch,
    field,
    unmount,
    type: (typed: string) => fireEvent.change(field, { target: { value: typed } }),
    pass: (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds)),
    /** The URL changes. */
    changeFromOutside: (shown: string) => rerender(inputWith(shown)),
  }
}

describe('A search', () => {
  test('runs once after a pause, with the last text', () => {
    const { type, pass, onSearch } = open()
    type('со')
    pass(200)
    type('соко')
    pass(249)
    expect(onSearch).not.toHaveBeenCalled()
    pass(1)
    expect(onSearch.mock.calls).toEqual([['соко']])
  })

  test('that completes late does not overwrite newer text', () => {
    const { type, pass, field, changeFromOutside } = open()
    type('соко')
    pass(250)
    type('соколова')
    changeFromOutside('соко')
    expect(field.value).toBe('соколова')
  })

  test('follows the back button', () => {
    const { field, pass, onSearch, changeFromOutside } = open('соко')
    changeFromOutside('')
    expect(field.value).toBe('')
    pass(1000)
    expect(onSearch).not.toHaveBeenCalled()
  })

  test('is cleared by a button, which returns the focus', () => {
    const { field, pass, onSearch } = open('соко')
    fireEvent.click(screen.getByRole('button', { name: 'Очистить' }))
    pass(250)
    expect([field.value, document.activeElement]).toEqual(['', field])
    expect(onSearch.mock.calls).toEqual([['']])
  })

  test('is cancelled when the page is left', () => {
    const { type, pass, onSearch, unmount } = open()
    type('соко')
    unmount()
    pass(1000)
    expect(onSearch).not.toHaveBeenCalled()
  })
})
