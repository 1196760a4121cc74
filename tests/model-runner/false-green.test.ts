import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recoveryModel, recoveryOnMachine } from '#tests/models/recovery.model.ts'
import { signOutModel } from '#tests/models/sign-out.model.ts'
import { type PlayWish, readWish } from './command-line.ts'
import { incompleteness } from './completeness.ts'
import { findMachines } from './discover-models.ts'
import type { Level, Model } from './model.ts'
import { plan, play } from './paths/play-paths.ts'
import { type Fall, fallOf, shrink, walkOf } from './paths/random-walks.ts'
import { keep, readKept } from './paths/saved-paths.ts'
import { machineLines, sumOf } from './summary.ts'

let folder = ''
beforeAll(() => {
  mkdirSync('.cache', { recursive: true })
  folder = mkdtempSync(resolve('.cache/models-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('An unknown name on the command line', () => {
  test('of a machine is an error that lists the known machines', async () => {
    await expect(readWish(['door'])).rejects.toThrow(
      /^Машины door нет: accountVerification, .*signOut, ticket, twoFactor$/,
    )
  })

  test('of a path is an error that lists the known paths', async () => {
    await expect(readWish(['signOut', '5'])).rejects.toThrow(
      /^Пути 5 у машины signOut нет\. Есть:\n +1 {2}[0-9a-f]{8} {2}.*\n +2 .*\n +3 .*\n +4 .*$/,
    )
  })

  test.each([
    [['--level', 'paper'], 'Уровня paper нет: machine, browser'],
    [['--walk', 'soon'], '--walk soon: напишите 30s или 5m'],
    [['--walk', '1s', '--seed', 'x'], '--seed x: напишите целое число'],
    [['--replay', 'nowhere.json'], 'Файла nowhere.json нет'],
    [['--path', '1'], 'Чей путь 1?'],
    [['session', '1', '2'], 'Лишнее: 2'],
    [['--quickly'], "Unknown option '--quickly'"],
  ])('%s', async (args, message) => {
    await expect(readWish(args)).rejects.toThrow(message)
  })
})

test('accepts a machine and a path as positional arguments or as options', async () => {
  const byPlace = (await readWish(['signOut', '1'])) as PlayWish
  const byWord = (await readWish(['--machine', 'signOut', '--path', '1'])) as PlayWish
  expect([byPlace.machine, byPlace.path]).toEqual(['signOut', expect.stringMatching(/^[0-9a-f]{8}$/)])
  expect([byWord.machine, byWord.path]).toEqual([byPlace.machine, byPlace.path])
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
  expect(broken).toEqual([
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
  expect(await incompleteness({ machines: [], broken: [] }, { machines: folder })).toEqual([
    `${file}: the machine lonelyOne has no model (lonely-one.model.ts)`,
    `${file}: nobody uses the action forgotten`,
    `${file}: nobody uses the guard never`,
    `${file}: nobody uses the delay long`,
  ])
})

test('reports a machine without a browser level by name', async () => {
  const machine = { model: signOutModel, onMachine: recoveryOnMachine, inBrowser: async () => null }
  const otherInput = { ...machine, model: { ...signOutModel, name: 'signOutByPhone' } }
  expect(await incompleteness({ machines: [otherInput], broken: [] }, { machines: folder, models: folder })).toContain(
    'signOutByPhone has no level of the browser: no file exports signOutByPhoneInBrowser',
  )
  expect(await incompleteness({ machines: [machine], broken: [] }, { machines: folder, models: folder })).toContain(
    'signOut has no level of the browser: no file exports signOutInBrowser',
  )
})

test('reports and counts paths that were not played', async () => {
  const whole = plan(signOutModel)
  const levels = [{ title: 'браузер', results: [], of: whole.paths.length, seconds: 0 }]
  const played = { plan: whole, levels, complaints: [], unplayed: 2 }
  expect(machineLines(played)[0]).toBe('signOut: браузер: не сыграно')
  expect(sumOf([played], [{ name: 'bad.model.ts', why: 'no' }])).toEqual({
    passed: 0,
    failed: 1,
    skipped: 2,
    failures: ['bad.model.ts: no'],
  })
})

test('fails a path that passes only at the second try', async () => {
  let tries = 0
  const still: Model = { ...signOutModel }
  const level: Level<object> = {
    open: async () => ({}),
    close: async () => undefined,
    events: Object.fromEntries(Object.keys(still.events).map((type) => [type, () => undefined])),
    states: Object.fromEntries(['asking.prompt', 'asking.slow', 'failed', 'leaving'].map((name) => [name, fallOnce])),
  }
  const [result] = await play({ model: still, paths: plan(still).paths.slice(0, 1) }, level, { again: true })
  expect(result?.failure).toMatchObject({ isFlaky: true, message: 'неустойчиво, со второго раза прошло: not yet' })

  function fallOnce(): void {
    tries += 1
    if (tries === 1) throw new Error('not yet')
  }
})

test('shrinks a failed walk, saves it to a file and reproduces the failure from it', async () => {
  const deaf = recoveryOnMachine.of(recoveryModel.machine.provide({ guards: { answers: () => false } }))
  const falls = (walk: Fall['walk']) => fallOf(recoveryModel, deaf, walk)
  const all = await Promise.all(Array.from({ length: 20 }, (_, seed) => falls(walkOf(recoveryModel, seed))))
  const shortest = await shrink(falls, all.find((fall) => fall !== null) as Fall)
  const { machine, why, events } = readKept(await keep('recovery', shortest, folder))
  expect({ machine, why }).toEqual({ machine: 'recovery', why: 'машина сделала не то, что в ней написано' })
  expect(events.at(-1)).toMatchObject({ output: true })
  expect(events.length).toBeLessThanOrEqual(3)
  expect(await falls(events)).toMatchObject({ why })
  expect(await fallOf(recoveryModel, recoveryOnMachine, events)).toBeNull()
})
