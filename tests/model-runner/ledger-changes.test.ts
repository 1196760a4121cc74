import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assign, fromPromise, setup } from 'xstate'
import { type Ledger, readLedger, record, writeLedger } from './ledger.ts'
import { changeLines, ledgerChanges } from './ledger-changes.ts'
import { onMachine } from './machine-level.ts'
import type { Model } from './model.ts'
import { plan } from './paths/play-paths.ts'

type Changed = { onRewrite?: object; onSend?: object; limit?: number }

/** A letter that is sent; each argument changes one transition. */
function modelOf({ onRewrite, onSend = { target: 'sending' }, limit = 2 }: Changed = {}): Model {
  const machine = setup({
    types: { context: {} as { tries: number } },
    actors: { deliver: fromPromise(() => Promise.resolve()) },
    actions: {
      count: assign(({ context }) => ({ tries: Math.min(context.tries + 1, limit) })),
      keepDraft: () => undefined,
    },
  }).createMachine({
    id: 'letter',
    context: { tries: 0 },
    initial: 'writing',
    states: {
      writing: { on: { 'ticket.send': onSend } },
      sending: {
        entry: 'count',
        invoke: { id: 'deliver', src: 'deliver', onDone: 'sent', onError: 'writing' },
      },
      sent: { on: onRewrite ? { 'ticket.rewrite': onRewrite } : {} },
    },
  })
  return {
    machine,
    title: 'Письмо',
    rules: [],
    events: {
      'ticket.send': [{ title: 'нажато «Отправить»' }],
      ...(onRewrite && { 'ticket.rewrite': [{ title: 'нажато «Написать ещё»' }] }),
      'xstate.done.actor.deliver': [{ title: 'доставлено' }],
      'xstate.error.actor.deliver': [{ title: 'нет связи', with: { error: 'нет' } }],
    },
    states: { writing: 'пишут', sending: 'отправляется', sent: 'отправлено' },
  }
}

function ledgerOf(model: Model): Promise<Ledger> {
  return record(model, onMachine(model, { states: {} }), plan(model).paths)
}

const texts = {
  english: {
    пишут: 'being written',
    отправлено: 'sent',
    'нажато «Написать ещё»': '“Write again” is pressed',
    'нажато «Отправить»': '“Send” is pressed',
  },
  guards: {},
  action: () => ({ ru: 'черновик сохраняется', en: 'the draft is stored' }),
}

async function linesBetween(before: Model, now: Model, language: 'ru' | 'en' = 'en'): Promise<string[]> {
  const changes = ledgerChanges(await ledgerOf(before), await ledgerOf(now))
  return changeLines(changes, { model: now, texts, language })
}

test('A new transition is described by its state, its event and its target, in the language of the tester', async () => {
  const rewritable = modelOf({ onRewrite: { target: 'writing' } })
  expect(await linesBetween(modelOf(), rewritable)).toContain(
    'from `sent` (sent) on `ticket.rewrite` (“Write again” is pressed): now → `writing` (being written); before: nothing',
  )
  expect(await linesBetween(modelOf(), rewritable, 'ru')).toContain(
    'из `sent` (отправлено) по `ticket.rewrite` (нажато «Написать ещё»): теперь → `writing` (пишут); раньше: ничего',
  )
})

test('A removed transition is described', async () => {
  expect(await linesBetween(modelOf({ onRewrite: { target: 'writing' } }), modelOf())).toEqual([
    'from `sent` (sent) on `ticket.rewrite` (“Write again” is pressed): now nothing; before: → `writing` (being written)',
  ])
})

test('Of a changed transition only what differs is described', async () => {
  expect(await linesBetween(modelOf(), modelOf({ onSend: { target: 'sending', actions: 'keepDraft' } }))).toEqual([
    'from `writing` (being written) on `ticket.send` (“Send” is pressed): now does the draft is stored `keepDraft`; before: nothing',
  ])
})

test('Equal ledgers have no changes', async () => {
  expect(await linesBetween(modelOf(), modelOf())).toEqual([])
})

test('The reasons of changes stand in the ledger, one line each, and leave its steps as they are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-'))
  try {
    const ledger = await ledgerOf(modelOf())
    const read = () => readFileSync(join(folder, 'ledger/letter.json'), 'utf8')
    await writeLedger('letter', ledger, folder)
    const before = read()
    await writeLedger('letter', { ...ledger, reasons: ['A letter can be «written» again', 'Другая причина'] }, folder)
    expect(read()).toBe(
      before.replace('{\n', '{\n  "reasons": [\n    "A letter can be «written» again",\n    "Другая причина"\n  ],\n'),
    )
    expect(readLedger('letter', folder)?.reasons).toHaveLength(2)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
