import { render, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { iconNames } from '#contract/enumerations.ts'
import { Icon } from '#src/ui/icon.tsx'

describe('an icon (S2: loaded by name)', () => {
  test.each(iconNames)('%s is drawn', async (name) => {
    const { container } = render(<Icon name={name} />)
    await waitFor(() => expect(container.querySelector('path')?.getAttribute('d')).toMatch(/^[Mm]/))
  })

  test('is decorative next to a text', () => {
    const { container } = render(<Icon name="check" />)
    expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
    expect(screen.queryByRole('img')).toBeNull()
  })

  test('has an accessible name where it replaces a text', () => {
    render(<Icon name="warning" label="Просрочено" />)
    expect(screen.getByRole('img', { name: 'Просрочено' })).toBeTruthy()
  })
})
