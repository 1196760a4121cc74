import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Dialog } from '#src/ui/dialog.tsx'
import { Drawer } from '#src/ui/drawer.tsx'
import { MenuButton } from '#src/ui/menu-button.tsx'
import { TextInput } from '#src/ui/text-input.tsx'

function Page({ Layer, autoFocus = false }: { Layer: typeof Dialog; autoFocus?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)}>
        Сменить почту
      </button>
      <Layer
        open={open}
        onClose={() => setOpen(false)}
        title="Новая почта"
        description="Пришлём код"
        closeLabel="Закрыть"
      >
        <TextInput aria-label="Почта" autoFocus={autoFocus} />
      </Layer>
    </main>
  )
}

describe.each([
  ['dialog', Dialog],
  ['drawer', Drawer],
])('a %s', (_, Layer) => {
  test('takes the focus to its content, says what it is, and gives the focus back', async () => {
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

  test('gives the focus back even if a field of its content has taken it by itself', async () => {
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

describe('a menu button', () => {
  function setUp() {
    const choose = vi.fn()
    render(
      <MenuButton
        groups={[
          {
            key: 'role',
            label: 'Роль',
            entries: [
              { key: 'parent', title: 'Родитель', chosen: true, onSelect: () => choose('parent') },
              { key: 'teacher', title: 'Преподаватель', chosen: false, onSelect: () => choose('teacher') },
            ],
          },
          { key: 'more', entries: [{ key: 'profile', title: 'Профиль', href: '/profile' }] },
        ]}
      >
        Родитель
      </MenuButton>,
    )
    return choose
  }

  test('opens by keyboard, walks by arrows, chooses, and has the focus again', async () => {
    const choose = setUp()
    screen.getByRole('button', { name: 'Родитель' }).focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('menu')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-checked')).toBe('true'))
    expect(document.activeElement?.textContent).toBe('Родитель')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(choose).toHaveBeenCalledExactlyOnceWith('teacher')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Родитель' }))
  })

  test('opened by a pointer, marks nothing before a key is pressed', async () => {
    setUp()
    await userEvent.click(screen.getByRole('button', { name: 'Родитель' }))
    const menu = await screen.findByRole('menu')
    await waitFor(() => expect(document.activeElement).toBe(menu))
  })

  test('closes by Escape and opens again', async () => {
    setUp()
    await userEvent.click(screen.getByRole('button', { name: 'Родитель' }))
    expect((await screen.findByRole('menuitem', { name: 'Профиль' })).getAttribute('href')).toBe('/profile')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await userEvent.keyboard('{ArrowDown}')
    expect(await screen.findByRole('menu')).toBeTruthy()
  })
})
