import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Field } from '#src/ui/field.tsx'
import { Form } from '#src/ui/form.tsx'
import { TextInput } from '#src/ui/text-input.tsx'

/** The second field is wrong; `judge` says when that is known. */
function Names({ judge }: { judge: (tell: () => void) => void }) {
  const [isWrong, setWrong] = useState(false)
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        judge(() => setWrong(true))
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

test('The first wrong field takes the focus, each time the form is sent', async () => {
  render(<Names judge={(tell) => tell()} />)
  await save()
  expect(document.activeElement).toBe(wrong())
  await save()
  expect(document.activeElement).toBe(wrong())
})

test('So it does when the server says later what is wrong, and not while somebody types on', async () => {
  const answers: (() => void)[] = []
  render(<Names judge={(tell) => answers.push(tell)} />)
  await save()
  answers.shift()?.()
  await expect.poll(() => document.activeElement).toBe(wrong())
})
