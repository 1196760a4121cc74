import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { type Toast, Toasts } from '#src/ui/feedback/toasts.tsx'

const saved: Toast = { id: 'saved', tone: 'success', title: 'Сохранено' }
const failed: Toast = { id: 'failed', tone: 'error', title: 'Не удалось выйти', description: 'Попробуйте ещё раз' }

/** The caller holds the toasts, as the machine of the application does. */
function App({ initial }: { initial: Toast[] }) {
  const [toasts, setToasts] = useState(initial)
  const close = (id: string) => setToasts(toasts.filter((toast) => toast.id !== id))
  return (
    <>
      <main tabIndex={-1}>
        <button type="button">Оплатить</button>
      </main>
      <Toasts label="Уведомления" closeLabel="Закрыть" toasts={toasts} onClose={close} />
    </>
  )
}

const region = () => screen.findByRole('region', { name: 'Уведомления' })
const items = async () => within(await region()).findAllByRole('listitem')
const closeButton = async (title: string) => {
  const item = (await items()).find(({ textContent }) => textContent?.includes(title))
  return within(item as HTMLElement).getByRole('button', { name: 'Закрыть' })
}

describe('Toasts', () => {
  test('are listed in their region, the newest last', async () => {
    render(<App initial={[saved, failed]} />)
    expect((await items()).map(({ textContent }) => textContent)).toEqual([
      'Сохранено',
      'Не удалось выйтиПопробуйте ещё раз',
    ])
  })

  test('are announced: errors at once, others when the screen reader is idle', async () => {
    render(<App initial={[saved, failed]} />)
    await waitFor(() =>
      expect(
        screen.getAllByRole('status').map((status) => [status.getAttribute('aria-live'), status.textContent]),
      ).toEqual([
        ['polite', 'Уведомления Сохранено'],
        ['assertive', 'Уведомления Не удалось выйтиПопробуйте ещё раз'],
      ]),
    )
  })

  test('are closed by a button; the focus moves to the next toast, then to the page', async () => {
    render(<App initial={[saved, failed]} />)
    await userEvent.click(await closeButton('Сохранено'))
    await waitFor(async () => expect(await items()).toHaveLength(1))
    expect(document.activeElement).toBe(await closeButton('Не удалось выйти'))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  test('are closed by Escape where the focus is', async () => {
    render(<App initial={[saved]} />)
    ;(await closeButton('Сохранено')).focus()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
  })
})
