import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { situationOf } from '#tests/model-runner/browser/page-snapshots.ts'
import { pathsToUnpressedButtons } from '#tests/model-runner/browser/unpressed-buttons.ts'
import { findIncompleteness } from '#tests/model-runner/completeness.ts'
import { findMachines } from '#tests/model-runner/discover-models.ts'
import { onMachine } from '#tests/model-runner/machine-level.ts'
import { plan } from '#tests/model-runner/paths/plan.ts'
import { config } from './config.ts'
import { signOutModel } from './sign-out.model.ts'

let folder = ''
beforeAll(() => {
  mkdirSync('.cache', { recursive: true })
  folder = mkdtempSync(resolve('.cache/models-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('reports an invalid model by name and plays the others', async () => {
  writeFileSync(join(folder, 'bad.model.ts'), "throw new Error('no such state')\n")
  writeFileSync(join(folder, 'empty.model.ts'), 'export const nothing = 1\n')
  writeFileSync(join(folder, 'half.model.ts'), "export const halfModel = { machine: { id: 'other' } }\n")
  writeFileSync(
    join(folder, 'whole.model.ts'),
    "export const wholeModel = { machine: { id: 'whole' } }\nexport const wholeOnMachine = {}\n",
  )
  const { machines, broken } = await findMachines(folder)
  expect(machines.map(({ model }) => model.machine.id)).toEqual(['whole'])
  expect(broken).toMatchObject([
    { name: 'bad.model.ts', why: 'no such state' },
    { name: 'empty.model.ts', why: 'it exports no …Model' },
    { name: 'half.model.ts', why: 'halfModel is a model of other' },
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
  expect(await findIncompleteness({ machines: [], broken: [] }, { ...config, machines: folder })).toEqual([
    `${file}: the machine lonelyOne has no model (lonely-one.model.ts)`,
    `${file}: the action forgotten is unused`,
    `${file}: the guard never is unused`,
    `${file}: the delay long is unused`,
  ])
})

test('reports a machine without a browser level, and known failures that are no paths or have ended', async () => {
  const machine = { model: signOutModel, onMachine: onMachine(signOutModel), inBrowser: async () => null }
  const knownFailures = [
    { path: '1a2b3c4d', reason: 'the test site is slow', until: '2026-01-31', how: 'skip' },
  ] as const
  const found = await findIncompleteness(
    { machines: [machine], broken: [] },
    { ...config, machines: folder, knownFailures },
  )
  expect(found).toEqual(
    expect.arrayContaining([
      'signOut has no level of the browser: no file exports signOutInBrowser',
      'the known failure 1a2b3c4d is no path of a model',
      'the known failure 1a2b3c4d ended on 2026-01-31',
    ]),
  )
})

test('an enabled button that nothing has pressed gets the shortest path to a page that offers it', () => {
  const { paths } = plan(signOutModel)
  const [start] = paths
  if (start === undefined) throw new Error('there is no path')
  const lines = [
    '- main:',
    '  - button "Elsewhere"',
    '- dialog "Question":',
    '  - button "Close"',
    '  - button "Send" [disabled]',
  ]
  const { key } = situationOf(start.start, undefined)
  const pressesAfter = (...pressed: string[]) =>
    pathsToUnpressedButtons(signOutModel, paths, {
      pageOf: (situation) => (situation.key === key ? lines.join('\n') : null),
      pressed: new Set(pressed),
    }).map(({ path }) => path.steps.map(({ event }) => event))
  expect(pressesAfter()).toEqual([[{ type: 'buttons.press', buttons: ['Close'] }]])
  expect(pressesAfter('C lose')).toEqual([])
})
