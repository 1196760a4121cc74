import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Field } from '#src/ui/forms/form.tsx'
import { OneTimeCodeInput } from '#src/ui/forms/one-time-code-input.tsx'

type FormProps = { readOnly: boolean; onComplete: (code: string) => void }

function Form(props: FormProps) {
  const [code, setCode] = useState('')
  return (
    <Field label="Код" hint="6 цифр из СМС">
      <OneTimeCodeInput {...props} value={code} onChange={setCode} />
    </Field>
  )
}

function open({ readOnly = false } = {}) {
  const completed: string[] = []
  render(<Form readOnly={readOnly} onComplete={(code) => completed.push(code)} />)
  return { field: screen.getByLabelText<HTMLInputElement>('Код'), completed }
}

test('A phone offers the code from the message, and a keyboard of digits', () => {
  const { field } = open()
  expect([field.getAttribute('autocomplete'), field.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric'])
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe('6 цифр из СМС')
})

test('The sixth digit completes the code, and the code before it does not', async () => {
  const { field, completed } = open()
  await userEvent.type(field, '12345')
  expect(completed).toEqual([])
  await userEvent.type(field, '6')
  expect(completed).toEqual(['123456'])
})

function Pressable({ onPress }: { onPress: () => void }) {
  return (
    <button type="button" onClick={onPress}>
      Подтвердить, что это я
    </button>
  )
}

test('Enter after the sixth digit does not activate the focused button', async () => {
  let presses = 0
  const { field, completed } = open()
  render(<Pressable onPress={() => presses++} />)
  await userEvent.type(field, '123456')
  screen.getByRole('button').focus()
  await userEvent.keyboard('{Enter>3/}')
  expect([completed, presses]).toEqual([['123456'], 0])
})

test('The next Enter, and one after a press elsewhere, work as usual', async () => {
  let presses = 0
  const { field } = open()
  render(<Pressable onPress={() => presses++} />)
  const next = screen.getByRole('button')
  await userEvent.type(field, '123456')
  next.focus()
  await userEvent.keyboard('{Enter}{Enter}')
  expect(presses).toBe(1)
  await userEvent.clear(field)
  await userEvent.type(field, '654321')
  await userEvent.click(next)
  await userEvent.keyboard('{Enter}')
  expect(presses).toBe(3)
})

test.each([
  ['digits alone', '123456'],
  ['digits in groups', ' 123 456 '],
  ['digits with a hyphen', '123-456'],
  ['the text around the code', 'Ваш код: 123456.'],
])('A pasted code is taken with %s', async (_, pasted) => {
  const { field, completed } = open()
  await userEvent.click(field)
  await userEvent.paste(pasted)
  expect([field.value, completed]).toEqual(['123456', ['123456']])
})

test('Letters are ignored', async () => {
  const { field } = open()
  await userEvent.type(field, '1a2б3')
  expect(field.value).toBe('123')
})

test('Typing in a full input starts a new code; pasting replaces it', async () => {
  const { field, completed } = open()
  await userEvent.type(field, '1234567')
  expect(field.value).toBe('7')
  await userEvent.type(field, '65432')
  await userEvent.paste('111222')
  expect([field.value, completed]).toEqual(['111222', ['123456', '765432', '111222']])
})

test('A digit of a full code can be corrected', async () => {
  const { field, completed } = open()
  await userEvent.type(field, '123456{Backspace}7')
  expect(completed).toEqual(['123456', '123457'])
})

test('A read-only input ignores typing', async () => {
  const { field, completed } = open({ readOnly: true })
  await userEvent.type(field, '123456')
  expect([field.value, completed]).toEqual(['', []])
})
