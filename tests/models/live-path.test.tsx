import { render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LivePath } from '#tests/model-runner/live/live-path.tsx'
import { plan } from '#tests/model-runner/paths/play-paths.ts'
import { machineData } from '#tests/model-runner/report/machine-data.ts'
import { config } from './config.ts'
import { ticketModel } from './ticket.model.ts'

// The document of the tests has no layout.
Element.prototype.scrollBy = () => undefined

async function statusWith(states: string[] | null): Promise<string> {
  const machine = await machineData(plan(ticketModel), config.texts)
  const reviewing = machine.states.findIndex(({ id }) => id === 'reviewing')
  const path = machine.paths.find(({ steps }) => steps[1]?.states.includes(reviewing))
  if (path === undefined) throw new Error('a path reviews the ticket')
  const answer = { session: 1, frame: { count: 2, failure: null, picture: null, trace: null, states } }
  vi.stubGlobal('fetch', async () => Response.json(answer))
  onTestFinished(() => void vi.unstubAllGlobals())
  const { unmount } = render(<LivePath machine={machine} path={path} />)
  const status = await screen.findByText(/^шаг 2 из|^Вручную/)
  const text = `${status.textContent} ${screen.queryAllByRole('listitem', { current: 'step' }).length}`
  unmount()
  return text
}

test('/qa shows the state to which a person has led the machine by hand', async () => {
  expect(await statusWith(['reviewing'])).toMatch(/^шаг 2 из \d+\. .* 1$/)
  expect(await statusWith(null)).toMatch(/^шаг 2 из \d+\. .* 1$/)
  // «Изменить» was pressed on the picture.
  expect(await statusWith(['writing'])).toBe('Вручную, машина сейчас здесь: письмо пишут 0')
})
