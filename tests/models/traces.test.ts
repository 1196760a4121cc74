import { expect, test } from 'vitest'
import { plan } from '#tests/model-runner/paths/play-paths.ts'
import { replay } from '#tests/model-runner/paths/replay.ts'
import { tracesIn } from '#tests/model-runner/paths/traces.ts'
import { sessionModel } from './session.model.ts'
import { ticketModel } from './ticket.model.ts'

const machines = [sessionModel, ticketModel].map((model) => ({ model, plan: plan(model) }))

function titlesOf(events: readonly { type: string }[]): string[] {
  return events.map(({ type }) => type)
}

test('leads to the states that a ticket names', () => {
  const ticket = {
    topic: 'schedule',
    facts: [{ term: 'Состояние', value: 'session: signedIn.present; ticket: reviewing; shop: open' }],
  }
  const [session, letter, ...others] = tracesIn(JSON.stringify(ticket, null, 2), machines)
  expect(others).toEqual([])
  expect(session).toMatchObject({ machine: 'session', gap: null })
  expect(replay(sessionModel.machine, undefined, session?.events ?? []).steps.at(-1)?.after.value).toEqual({
    signedIn: 'present',
  })
  expect(letter).toMatchObject({ machine: 'ticket', gap: null })
  expect(titlesOf(letter?.events ?? [])).toEqual(['text.change', 'ticket.review'])
})

test('reports a state that no path reaches', () => {
  expect(tracesIn('ticket: lost', machines)).toEqual([{ machine: 'ticket', events: [], gap: 'no path reaches lost' }])
})

const recorded = [
  ['text.change', 'writing'],
  ['ticket.review', 'reviewing'],
  ['text.edit', 'writing'],
  ['ticket.review', 'reviewing'],
] as const
const recordingOf = (steps: readonly (readonly [string, string])[]) =>
  JSON.stringify(steps.map(([event, state]) => ({ machine: 'ticket', actor: 'x:1', event, state })))

test('turns a recording into events of the model', () => {
  const [trace] = tracesIn(recordingOf(recorded), machines)
  expect(trace?.gap).toBeNull()
  expect(titlesOf(trace?.events ?? [])).toEqual(recorded.map(([event]) => event))
})

test('reports where a recording leaves the model', () => {
  const [trace] = tracesIn(recordingOf([...recorded, ['text.edit', 'sent']]), machines)
  expect(titlesOf(trace?.events ?? [])).toEqual(recorded.map(([event]) => event))
  expect(trace?.gap).toBe(
    'after “нажато «Проверить и отправить»”, in reviewing: the model has no text.edit that leads to "sent"',
  )
})
