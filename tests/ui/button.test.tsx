import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Button } from '#src/ui/forms/button.tsx'

describe('a button', () => {
  test('ignores clicks and keeps the focus while busy', async () => {
    const pay = vi.fn()
    const { rerender } = render(<Button onClick={pay}>Оплатить</Button>)
    const button = screen.getByRole('button')
    button.focus()
    rerender(
      <Button busy onClick={pay}>
        Оплатить
      </Button>,
    )
    await userEvent.keyboard('{Enter}')
    await userEvent.click(button)
    expect(pay).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
  })

  test('does not submit its form again while busy', async () => {
    const send = vi.fn((event: Event) => event.preventDefault())
    render(
      <form ref={(form) => form?.addEventListener('submit', send)}>
        <Button type="submit" busy>
          Отправить
        </Button>
      </form>,
    )
    await userEvent.click(screen.getByRole('button'))
    expect(send).not.toHaveBeenCalled()
  })
})
