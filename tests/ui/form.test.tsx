import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Field, Form } from '#src/ui/forms/form.tsx'
import { TextInput } from '#src/ui/forms/inputs.tsx'

/** The second field is invalid; `validate` reports when that is known. */
function Names({ validate }: { validate: (report: () => void) => void }) {
  const [isWrong, setWrong] = useState(false)
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        validate(() => setWrong(true))
      }}
    >
      <Field label="Фамилия">
        <TextInput />
      </Field>
      <Field label="Имя" error={isWrong && 'Введите имя.'}>
        <TextInput />
      </Field>
      <button type="submit">Сохранить</button>
    </Form>
  )
}

const wrong = () => screen.getByLabelText('Имя')
const save = () => userEvent.click(screen.getByRole('button'))

test('Each submit moves the focus to the first invalid field', async () => {
  render(<Names validate={(report) => report()} />)
  await save()
  expect(document.activeElement).toBe(wrong())
  await save()
  expect(document.activeElement).toBe(wrong())
})

test('A later error of the server moves the focus too, but not while the person types', async () => {
  const answers: (() => void)[] = []
  render(<Names validate={(report) => answers.push(report)} />)
  await save()
  answers.shift()?.()
  await expect.poll(() => document.activeElement).toBe(wrong())
})
