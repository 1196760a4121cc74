import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Field } from '#src/ui/forms/form.tsx'
import { Select, TextArea, TextInput } from '#src/ui/forms/inputs.tsx'

const controls = {
  'text input': <TextInput />,
  'text area': <TextArea />,
  select: (
    <Select>
      <option>Марк</option>
    </Select>
  ),
}

describe.each(Object.entries(controls))('a %s in a field', (_, control) => {
  test('is named by its label and described by hint and error', () => {
    render(
      <Field label="Почта" hint="Сюда придёт счёт" error="В адресе нет знака @">
        {control}
      </Field>,
    )
    const found = screen.getByLabelText('Почта')
    const descriptions = found.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(descriptions.map((id) => document.getElementById(id)?.textContent)).toEqual([
      'Сюда придёт счёт',
      'В адресе нет знака @',
    ])
    expect(found.getAttribute('aria-invalid')).toBe('true')
  })

  test('has no description without hint and error', () => {
    render(<Field label="Почта">{control}</Field>)
    const found = screen.getByLabelText('Почта')
    expect(found.getAttribute('aria-describedby')).toBeNull()
    expect(found.getAttribute('aria-invalid')).toBeNull()
  })
})

describe('the error of a field', () => {
  test('is announced when it appears: its live region was rendered before', () => {
    const { rerender, container } = render(
      <Field label="Почта">
        <TextInput />
      </Field>,
    )
    const liveRegion = container.querySelector('[aria-live="polite"]')
    expect(liveRegion?.textContent).toBe('')
    rerender(
      <Field label="Почта" error="Адрес занят">
        <TextInput />
      </Field>,
    )
    expect(liveRegion?.textContent).toBe('Адрес занят')
  })
})
