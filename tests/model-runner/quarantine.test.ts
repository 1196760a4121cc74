import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { setup } from 'xstate'
import { idOf } from './ledger.ts'
import { onMachine } from './machine-level.ts'
import type { Model } from './model.ts'
import { plan, play } from './paths/play-paths.ts'
import { endedQuarantines, type Quarantine, quarantineErrors, readQuarantine, withQuarantine } from './quarantine.ts'
import { machineLines, sumOf } from './summary.ts'

const lamp = setup({}).createMachine({
  id: 'lamp',
  initial: 'off',
  states: { off: { on: { press: 'on' } }, on: {} },
})
const model: Model = {
  machine: lamp,
  title: 'Лампа',
  rules: [],
  events: { press: [{ title: 'нажато' }] },
  states: { off: 'не горит', on: 'горит' },
}
const whole = plan(model)
const [path = ''] = whole.paths.map(idOf)
const entry: Quarantine = { machine: 'lamp', path, owner: 'Вера', reason: 'лампа мигает', until: '2026-12-01' }
const dark = onMachine(model, {
  states: {
    off: () => undefined,
    on: () => {
      throw new Error('it is dark')
    },
  },
})

async function playedOn(today: string) {
  const results = withQuarantine(await play(whole, dark), [entry], { machine: 'lamp', today })
  const levels = [{ level: 'browser' as const, results, of: results.length, seconds: 1 }]
  return { plan: whole, levels, defects: [], unplayed: 0 }
}

describe('The failure of a quarantined path', () => {
  test('is reported and does not fail the run, up to and including its last day', async () => {
    const played = await playedOn('2026-12-01')
    expect(sumOf([played], [])).toEqual({
      passed: 0,
      failed: 0,
      flaky: 0,
      quarantined: 1,
      skipped: 0,
      failures: [`lamp ${path}, browser, step 1: it is dark (quarantined until 2026-12-01, Вера: лампа мигает)`],
    })
    const lines = machineLines(played, { english: {}, guards: {}, action: () => null })
    expect(lines[0]).toBe('lamp: browser ✓ 0 of 1, 1 quarantined (1.0 s)')
    expect(lines.join('\n')).toContain(`~ browser, path ${path}: нажато (quarantined until 2026-12-01`)
  })

  test('fails the run after its last day, and the run says why', async () => {
    const { failed, quarantined } = sumOf([await playedOn('2026-12-02')], [])
    expect([failed, quarantined]).toEqual([1, 0])
    const [{ results = [] } = {}] = (await playedOn('2026-12-02')).levels
    expect(results[0]?.failure?.message).toBe(
      'it is dark\n\nquarantined until 2026-12-01, which has passed; Вера: лампа мигает',
    )
    expect(endedQuarantines([entry], ['lamp'], '2026-12-02')).toEqual([
      `the quarantine of lamp ${path} ended after 2026-12-01 (Вера: лампа мигает): repair the path or remove the entry`,
    ])
    expect(endedQuarantines([entry], ['lamp'], '2026-12-01')).toEqual([])
  })

  test('says nothing about other paths and other machines', async () => {
    const results = await play(whole, dark)
    const others = [
      { ...entry, machine: 'door' },
      { ...entry, path: '00000000' },
    ]
    expect(withQuarantine(results, others, { machine: 'lamp', today: '2026-11-01' })).toEqual(results)
  })
})

describe('The quarantine list is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarantine-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const write = (content: unknown) =>
    writeFileSync(join(folder, 'quarantine.json'), typeof content === 'string' ? content : JSON.stringify(content))

  test('with an entry that names no path or no machine, or a path twice', () => {
    const entries = [entry, { ...entry, path: '00000000' }, { ...entry, machine: 'door' }, entry]
    expect(quarantineErrors(entries, ['lamp'], [{ model, plan: whole }])).toEqual([
      'quarantine.json: lamp has no path 00000000',
      'quarantine.json names door, which is no machine',
      `quarantine.json names the path ${path} of lamp twice`,
    ])
    // The paths of a machine that is not played are unknown.
    expect(quarantineErrors([{ ...entry, path: '00000000' }], ['lamp'], [])).toEqual([])
  })

  test.each([
    ['owner', { ...entry, owner: ' ' }],
    ['reason', { ...entry, reason: '' }],
    ['until', { ...entry, until: '31.12.2026' }],
    ['path', { ...entry, path: '1' }],
  ])('without a valid %s, by its place', (name, wrong) => {
    write([entry, wrong])
    expect(() => readQuarantine(folder)).toThrow(`[1].${name}`)
  })

  test('if it is no JSON', () => {
    write('[')
    expect(() => readQuarantine(folder)).toThrow(/quarantine\.json/)
  })

  test('and is empty without a file', () => {
    write([entry])
    expect(readQuarantine(folder)).toEqual([entry])
    expect(readQuarantine(join(folder, 'nowhere'))).toEqual([])
  })
})
