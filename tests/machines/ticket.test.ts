import { expect, test } from 'vitest'
import { ticketTextLength } from '#contract/limits.ts'
import { ticketMachine } from '#src/machines/ticket.ts'
import {
  type MachineStage,
  rejectActor,
  resolveActor,
  runningActors,
  sendEvent,
  startOnStage,
} from '#tests/model-runner/machine-level.ts'
import { refusal } from '#tests/models/one-time-code.ts'

const html = '<p>Где будет занятие?</p>'
const facts = [{ term: 'Экран', value: 'Расписание, /schedule' }]
const open = (start = '', about: string | null = 'lesson-1') => startOnStage(ticketMachine, { about, html: start })
const stateOf = ({ actor }: MachineStage) => actor.getSnapshot().value
const knownTo = ({ actor }: MachineStage) => actor.getSnapshot().context

async function reviewing(): Promise<MachineStage> {
  const stage = open(html)
  await sendEvent(stage, { type: 'letter.review', facts })
  return stage
}

async function sending(): Promise<MachineStage> {
  const stage = await reviewing()
  await sendEvent(stage, { type: 'letter.send', contentHtml: html })
  return stage
}

test('stores the typed text at once as the draft of the lesson', async () => {
  const stage = open()
  await sendEvent(stage, { type: 'letter.type', html })
  expect(stage.effects).toEqual([{ action: 'keepDraft', params: { about: 'lesson-1', html } }])
})

test.each([
  ['nothing', ''],
  ['an empty paragraph', '<p></p>'],
  ['spaces alone', '<p>&nbsp; \u200b</p>'],
  ['more than fits', `<p>${'ы'.repeat(ticketTextLength)}</p>`],
])('A letter of %s is not looked through', async (_, text) => {
  const stage = open(text)
  await sendEvent(stage, { type: 'letter.review', facts })
  expect(stateOf(stage)).toBe('writing')
})

test('reviews a ticket with nothing attached by default', async () => {
  const stage = await reviewing()
  expect(knownTo(stage)).toEqual({ about: 'lesson-1', html, facts, isAttached: false, refusal: null, number: null })
})

test('resets the attachment consent at every review', async () => {
  const stage = await reviewing()
  await sendEvent(stage, { type: 'facts.attach', isAttached: true })
  expect(knownTo(stage).isAttached).toBe(true)
  await sendEvent(stage, { type: 'letter.edit' })
  await sendEvent(stage, { type: 'letter.review', facts })
  expect(knownTo(stage).isAttached).toBe(false)
})

test('sends a ticket once and shows its number', async () => {
  const stage = await sending()
  await sendEvent(stage, { type: 'letter.send', contentHtml: html })
  expect([stage.started, stage.working.get('sendLetter')?.input]).toEqual([
    ['sendLetter'],
    { about: 'lesson-1', contentHtml: html },
  ])
  await resolveActor(stage, 'sendLetter', { number: 'Р-2026-000123' })
  expect([stateOf(stage), knownTo(stage).number]).toEqual(['sent', 'Р-2026-000123'])
})

test.each(['offline', 'too-many-requests', 'internal-error'] as const)(
  'A letter that was not taken (%s) is there to be sent again',
  async (type) => {
    const stage = await sending()
    await rejectActor(stage, 'sendLetter', refusal(type, { retryAfter: 60 }))
    expect([stateOf(stage), knownTo(stage).html, knownTo(stage).refusal]).toEqual([
      'reviewing',
      html,
      { type, retryAfter: 60 },
    ])
    await sendEvent(stage, { type: 'letter.send', contentHtml: html })
    expect(runningActors(stage)).toEqual(['sendLetter'])
  },
)

test('keeps a text that the server rejects', async () => {
  const stage = await sending()
  await rejectActor(stage, 'sendLetter', refusal('invalid-values'))
  expect([stateOf(stage), knownTo(stage).html]).toEqual(['writing', html])
})

test('can be closed at every step', async () => {
  for (const stage of [open(), await reviewing(), await sending()]) {
    await sendEvent(stage, { type: 'letter.close' })
    expect([stateOf(stage), stage.effects]).toEqual(['closed', [{ action: 'close' }]])
  }
})
