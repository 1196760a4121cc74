import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathsToUnpressedButtons } from '#tests/model-runner/browser/unpressed-buttons.ts'
import { parseCommand } from '#tests/model-runner/command-line.ts'
import { findIncompleteness } from '#tests/model-runner/completeness.ts'
import { findMachines } from '#tests/model-runner/discover-models.ts'
import { idOf } from '#tests/model-runner/ledger.ts'
import type { Level, Model } from '#tests/model-runner/model.ts'
import { endingEverywhere } from '#tests/model-runner/paths/path-cover.ts'
import { type Failure, plan, play } from '#tests/model-runner/paths/play-paths.ts'
import { shrink, type WalkFailure, walkFailureOf, walkOf } from '#tests/model-runner/paths/random-walks.ts'
import { keep, readSavedWalk } from '#tests/model-runner/paths/saved-paths.ts'
import { defectsOfError } from '#tests/model-runner/report/defects.ts'
import { machineLines, sumOf } from '#tests/model-runner/summary.ts'
import { situationOf } from '#tests/model-runner/views/accepted-views.ts'
import { config } from './config.ts'
import { recoveryModel, recoveryOnMachine } from './recovery.model.ts'
import { signOutModel } from './sign-out.model.ts'
import { ticketModel } from './ticket.model.ts'

let folder = ''
beforeAll(() => {
  mkdirSync('.cache', { recursive: true })
  folder = mkdtempSync(resolve('.cache/models-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('An unknown name on the command line', () => {
  test('of a machine is an error that lists the known machines', async () => {
    await expect(parseCommand(config, ['door'])).rejects.toThrow(
      /^There is no machine door: accountJoin, accountVerification, .*signOut, ticketDesk, ticketReply, ticket, twoFactor$/,
    )
  })

  test('of a path is an error that lists the known paths', async () => {
    await expect(parseCommand(config, ['signOut', '5'])).rejects.toThrow(
      /^The machine signOut has no path 5\. Its paths:\n +1 {2}[0-9a-f]{8} {2}.*\n +2 .*\n +3 .*\n +4 .*$/,
    )
  })

  test.each([
    [['--level', 'paper'], 'There is no level paper: machine, browser, e2e'],
    [['--walk', 'soon'], '--walk soon: use 30s or 5m'],
    [['--walk', '1s', '--seed', 'x'], '--seed x: use an integer'],
    [['--budget', 'some'], '--budget some: use 30s or 5m'],
    [['--coverage', '0%'], '--coverage 0%: use 1% to 100%'],
    [['--coverage', '101'], '--coverage 101: use 1% to 100%'],
    [['--shard', '5/4'], '--shard 5/4: use 1/4 to 4/4'],
    [['--budget', '1m', '--level', 'e2e'], '--budget and --coverage choose paths of Chromium'],
    [['--accept', '--reason', ' '], '--reason is empty'],
    [['--accept', '--language', 'de'], 'There is no language de: ru, en'],
    [['--replay', 'nowhere.json'], 'There is no file nowhere.json'],
    [['session', '1', '2'], 'Unexpected: 2'],
    [['--quickly'], "Unknown option '--quickly'"],
  ])('%s', async (args, message) => {
    await expect(parseCommand(config, args)).rejects.toThrow(message)
  })
})

test('reports an invalid model by name and plays the others', async () => {
  writeFileSync(join(folder, 'bad.model.ts'), "throw new Error('no such state')\n")
  writeFileSync(join(folder, 'empty.model.ts'), 'export const nothing = 1\n')
  writeFileSync(join(folder, 'half.model.ts'), "export const halfModel = { machine: { id: 'half' } }\n")
  writeFileSync(
    join(folder, 'whole.model.ts'),
    "export const wholeModel = { machine: { id: 'whole' } }\nexport const wholeOnMachine = {}\n",
  )
  const { machines, broken } = await findMachines(folder)
  expect(machines.map(({ model }) => model.machine.id)).toEqual(['whole'])
  expect(broken).toMatchObject([
    { name: 'bad.model.ts', why: 'no such state' },
    { name: 'empty.model.ts', why: 'it exports no …Model' },
    { name: 'half.model.ts', why: 'it exports halfModel, and no halfOnMachine' },
  ])
})

test('reports a machine without a model and its unused parts by name', async () => {
  writeFileSync(
    join(folder, 'lonely.ts'),
    `import { setup } from 'xstate'
export const lonelyMachine = setup({
  actions: { used: () => undefined, forgotten: () => undefined },
  guards: { never: () => false },
  delays: { long: 5000 },
}).createMachine({ id: 'lonelyOne', entry: 'used' })\n`,
  )
  const file = join(folder, 'lonely.ts')
  expect(
    await findIncompleteness({ machines: [], broken: [] }, { ...config, machines: folder, models: folder }),
  ).toEqual([
    `${file}: the machine lonelyOne has no model (lonely-one.model.ts)`,
    `${file}: the action forgotten is unused`,
    `${file}: the guard never is unused`,
    `${file}: the delay long is unused`,
  ])
})

test('reports a machine without a browser level by name', async () => {
  const machine = { model: signOutModel, onMachine: recoveryOnMachine, inBrowser: async () => null }
  const otherInput = { ...machine, model: { ...signOutModel, name: 'signOutByPhone' } }
  expect(
    await findIncompleteness({ machines: [otherInput], broken: [] }, { ...config, machines: folder, models: folder }),
  ).toContain('signOutByPhone has no level of the browser: no file exports signOutByPhoneInBrowser')
  expect(
    await findIncompleteness({ machines: [machine], broken: [] }, { ...config, machines: folder, models: folder }),
  ).toContain('signOut has no level of the browser: no file exports signOutInBrowser')
})

test('reports and counts paths that were not played', async () => {
  const whole = plan(signOutModel)
  const levels = [{ level: 'browser' as const, results: [], of: whole.paths.length, seconds: 0 }]
  const played = { plan: whole, levels, defects: [], unplayed: 2 }
  expect(machineLines(played, config.texts)[0]).toBe('signOut: browser: not played')
  const defects = defectsOfError('bad.model.ts', null, new Error('no'), config.texts)
  expect(sumOf([played], defects)).toEqual({
    passed: 0,
    failed: 1,
    flaky: 0,
    quarantined: 0,
    skipped: 2,
    failures: ['bad.model.ts: не сыграно: no / bad.model.ts: cannot be played: no'],
  })
})

test('counts only what was played: a single path, and a failed path up to its failed step', () => {
  const whole = plan(signOutModel)
  const path = whole.paths.find(({ steps }) => steps.length > 1) ?? raise('no path of two steps')
  const linesFor = (failure: Failure | null) => {
    const results = [{ path, failure, milliseconds: 1 }]
    const levels = [{ level: 'browser' as const, results, of: 1, seconds: 1 }]
    return machineLines({ plan: whole, levels, defects: [], unplayed: 0 }, config.texts)[1]
  }
  const taken = (count: number) => new Set(path.steps.slice(0, count).flatMap((step) => step.taken)).size
  const { length: all } = whole.coverage.transitions.all
  expect(linesFor(null)).toContain(`transitions ${taken(path.steps.length)}/${all} `)
  expect(linesFor({ step: 1, message: 'no', shown: null })).toContain(`transitions ${taken(1)}/${all} `)
  expect([taken(1), taken(path.steps.length)]).not.toContain(all)
})

test('plays a path by its id that only the browser plays: the beginning of another one', async () => {
  const { paths, cover } = plan(ticketModel)
  const [beginning] = endingEverywhere(cover).filter((path) => !paths.some((one) => idOf(one) === idOf(path)))
  const id = idOf(beginning ?? raise('every beginning is a path'))
  expect(await parseCommand(config, ['ticket', id])).toMatchObject({ do: 'play', path: id })
})

test('reports a path that passes only at the second try', async () => {
  let tries = 0
  const still: Model = { ...signOutModel }
  const level: Level<object> = {
    open: async () => ({}),
    close: async () => undefined,
    events: Object.fromEntries(Object.keys(still.events).map((type) => [type, () => undefined])),
    states: Object.fromEntries(['asking.prompt', 'asking.slow', 'failed', 'leaving'].map((name) => [name, fallOnce])),
  }
  const [result] = await play({ model: still, paths: plan(still).paths.slice(0, 1) }, level, {
    again: () => ({ level, evidence: () => null }),
  })
  expect(result?.failure).toMatchObject({ isFlaky: true, message: 'unstable, passed at the second attempt: not yet' })
  const levels = [{ level: 'browser' as const, results: result ? [result] : [], of: 1, seconds: 0 }]
  expect(sumOf([{ plan: plan(still), levels, defects: [], unplayed: 0 }], [])).toMatchObject({
    passed: 0,
    failed: 0,
    flaky: 1,
  })

  function fallOnce(): void {
    tries += 1
    if (tries === 1) throw new Error('not yet')
  }
})

test('an enabled button that nothing has pressed gets the shortest path to a view that offers it', () => {
  const { paths } = plan(signOutModel)
  const [start] = paths
  if (start === undefined) throw new Error('there is no path')
  const lines = ['- main:', '  - button "Elsewhere"', '- dialog "Question":', '  - button "Close"']
  const disabled = '  - button "Send" [disabled]'
  const facts = { focus: [], history: [], storage: [] }
  const views = new Map([[situationOf(signOutModel, start.start, undefined), { facts, lines: [...lines, disabled] }]])
  const pressesAfter = (...pressed: string[]) =>
    pathsToUnpressedButtons(signOutModel, paths, { views, pressed: new Set(pressed) }).map(({ path }) =>
      path.steps.map(({ event }) => event),
    )
  expect(pressesAfter()).toEqual([[{ type: 'buttons.press', buttons: ['Close'] }]])
  expect(pressesAfter('C lose')).toEqual([])
})

test('shrinks a failed walk, saves it to a file and reproduces the failure from it', async () => {
  const brokenLevel = recoveryOnMachine.of(recoveryModel.machine.provide({ guards: { answers: () => false } }))
  const unruled: Model = { ...recoveryModel, rules: [] }
  const findFailure = (walk: WalkFailure['walk']) => walkFailureOf(unruled, brokenLevel, walk)
  const all = await Promise.all(Array.from({ length: 20 }, (_, seed) => findFailure(walkOf(recoveryModel, seed))))
  const shortest = await shrink(recoveryModel, findFailure, all.find((failure) => failure !== null) as WalkFailure)
  const { machine, why, events } = readSavedWalk(await keep('recovery', shortest, folder))
  expect({ machine, why }).toEqual({ machine: 'recovery', why: 'the machine differs from its definition' })
  expect(events.at(-1)).toMatchObject({ output: true })
  expect(events.length).toBeLessThanOrEqual(3)
  expect(await findFailure(events)).toMatchObject({ why })
  expect(await walkFailureOf(recoveryModel, recoveryOnMachine, events)).toBeNull()
})

function raise(message: string): never {
  throw new Error(message)
}
