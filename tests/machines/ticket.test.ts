import { expect, test } from 'vitest'
import { ownTextLength } from '#contract/limits.ts'
import { ticketMachine } from '#src/machines/ticket.ts'
import { answer, atWork, type MachineStage, refuse, startOnStage, tell } from '#tests/models/machine-level.ts'
import { refusal } from '#tests/models/one-time-code.ts'

const html = '<p>Где будет занятие?</p>'
const facts = [{ term: 'Экран', value: 'Расписание, /schedule' }]
const open = (start = '', about: string | null = 'lesson-1') => startOnStage(ticketMachine, { about, html: start })
const stateOf = ({ actor }: MachineStage) => actor.getSnapshot().value
const knownTo = ({ actor }: MachineStage) => actor.getSnapshot().context

async function reviewing(): Promise<MachineStage> {
  const stage = open(html)
  await tell(stage, { type: 'letter.review', facts })
  return stage
}

async function sending(): Promise<MachineStage> {
  const stage = await reviewing()
  await tell(stage, { type: 'letter.send', contentHtml: html })
  return stage
}

test('Whatever is typed is kept at once, as the draft about that lesson', async () => {
  const stage = open()
  await tell(stage, { type: 'letter.type', html })
  expect(stage.wishes).toEqual([{ action: 'keepDraft', params: { about: 'lesson-1', html } }])
})

test.each([
  ['nothing', ''],
  ['an empty paragraph', '<p></p>'],
  ['spaces alone', '<p>&nbsp; \u200b</p>'],
  ['more than fits', `<p>${'ы'.repeat(ownTextLength)}</p>`],
])('A letter of %s is not looked through', async (_, text) => {
  const stage = open(text)
  await tell(stage, { type: 'letter.review', facts })
  expect(stateOf(stage)).toBe('writing')
})

test('A letter is looked through with what may be attached, and nothing of that is attached yet', async () => {
  const stage = await reviewing()
  expect(knownTo(stage)).toEqual({ about: 'lesson-1', html, facts, isAttached: false, refusal: null, number: null })
})

test('Consent to attach is asked anew each time the letter is looked through', async () => {
  const stage = await reviewing()
  await tell(stage, { type: 'facts.attach', isAttached: true })
  expect(knownTo(stage).isAttached).toBe(true)
  await tell(stage, { type: 'letter.edit' })
  await tell(stage, { type: 'letter.review', facts })
  expect(knownTo(stage).isAttached).toBe(false)
})

test('A letter is sent once, and is then known by its number', async () => {
  const stage = await sending()
  await tell(stage, { type: 'letter.send', contentHtml: html })
  expect([stage.started, stage.working.get('sendLetter')?.input]).toEqual([
    ['sendLetter'],
    { about: 'lesson-1', contentHtml: html },
  ])
  await answer(stage, 'sendLetter', { number: 'Р-2026-000123' })
  expect([stateOf(stage), knownTo(stage).number]).toEqual(['sent', 'Р-2026-000123'])
})

test.each(['offline', 'too-many-requests', 'internal-error'] as const)(
  'A letter that was not taken (%s) is there to be sent again',
  async (type) => {
    const stage = await sending()
    await refuse(stage, 'sendLetter', refusal(type, { retryAfter: 60 }))
    expect([stateOf(stage), knownTo(stage).html, knownTo(stage).refusal]).toEqual([
      'reviewing',
      html,
      { type, retryAfter: 60 },
    ])
    await tell(stage, { type: 'letter.send', contentHtml: html })
    expect(atWork(stage)).toEqual(['sendLetter'])
  },
)

test('A text that the server finds wrong is there to be changed', async () => {
  const stage = await sending()
  await refuse(stage, 'sendLetter', refusal('invalid-values'))
  expect([stateOf(stage), knownTo(stage).html]).toEqual(['writing', html])
})

test('Closing the dialog is possible at every step', async () => {
  for (const stage of [open(), await reviewing(), await sending()]) {
    await tell(stage, { type: 'letter.close' })
    expect([stateOf(stage), stage.wishes]).toEqual(['closed', [{ action: 'close' }]])
  }
})
