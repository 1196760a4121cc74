import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { TextInput } from '#src/ui/forms/inputs.tsx'
import { Dialog, Drawer } from '#src/ui/overlay/dialog.tsx'
import { PageBehind } from '#src/ui/overlay/page-behind.tsx'

function Page({ Layer, autoFocus = false }: { Layer: typeof Dialog; autoFocus?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)}>
        Сменить почту
      </button>
      {open && (
        <Layer onClose={() => setOpen(false)} title="Новая почта" description="Пришлём код" closeLabel="Закрыть">
          <TextInput aria-label="Почта" autoFocus={autoFocus} />
        </Layer>
      )}
    </main>
  )
}

describe.each([
  ['dialog', Dialog],
  ['drawer', Drawer],
])('a %s', (_, Layer) => {
  test('moves the focus to its content, has a name, and returns the focus', async () => {
    render(<Page Layer={Layer} />)
    const opener = screen.getByRole('button', { name: 'Сменить почту' })
    await userEvent.click(opener)
    const layer = screen.getByRole('dialog', { name: 'Новая почта' })
    expect(document.getElementById(layer.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Пришлём код')
    expect(document.activeElement).toBe(screen.getByLabelText('Почта'))
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  test('returns the focus also when a field of its content was autofocused', async () => {
    render(<Page Layer={Layer} autoFocus />)
    const opener = screen.getByRole('button', { name: 'Сменить почту' })
    await userEvent.click(opener)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  test('keeps the focus inside, with the close button as the last stop', async () => {
    render(<Page Layer={Layer} />)
    await userEvent.click(screen.getByRole('button', { name: 'Сменить почту' }))
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Закрыть' }))
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByLabelText('Почта'))
  })
})

test('hides the page behind from screen readers, also what arrives in it later, until the last modal is closed', () => {
  const page = (sections: readonly string[], dialogs: readonly string[]) => (
    <>
      <PageBehind>
        <p role="status" aria-live="polite">
          Сохранено
        </p>
        {sections.map((name) => (
          <h2 key={name}>{name}</h2>
        ))}
      </PageBehind>
      <p role="status" aria-live="polite">
        Нет сети
      </p>
      {dialogs.map((title) => (
        <Dialog key={title} onClose={() => undefined} title={title} closeLabel="Закрыть">
          <TextInput aria-label="Почта" />
        </Dialog>
      ))}
    </>
  )
  const seen = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  const { rerender } = render(page(['Контакты'], ['Новая почта']))
  rerender(page(['Контакты', 'Устройства'], ['Новая почта']))
  expect(seen()).toEqual(['Новая почта'])
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(['Нет сети'])
  rerender(page(['Контакты', 'Устройства'], ['Новая почта', 'Подтвердите']))
  rerender(page(['Контакты', 'Устройства'], ['Новая почта']))
  expect(seen()).toEqual(['Новая почта'])
  rerender(page(['Контакты', 'Устройства'], []))
  expect(seen()).toEqual(['Контакты', 'Устройства'])
})
