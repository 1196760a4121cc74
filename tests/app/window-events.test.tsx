import { expect, test } from 'vitest'
import { focusPressedControls } from '#src/app/window-events.ts'

test('focuses the pressed button where the browser does not, but never takes the focus away', () => {
  focusPressedControls(window)
  document.body.innerHTML = '<input /><button type="button"><b>Open</b></button>'
  const [input, button] = [document.querySelector('input'), document.querySelector('button')]
  button?.querySelector('b')?.click()
  expect(document.activeElement).toBe(button)
  input?.focus()
  button?.click()
  expect(document.activeElement).toBe(input)
})

test('focuses the pressed button when the browser has focused the region around it', () => {
  focusPressedControls(window)
  document.body.innerHTML = '<main tabindex="-1"><button type="button">Open</button></main>'
  const [main, button] = [document.querySelector('main'), document.querySelector('button')]
  main?.focus()
  expect(document.activeElement).toBe(main)
  button?.click()
  expect(document.activeElement).toBe(button)
})
