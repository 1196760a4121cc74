// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { findMachines } from '#tests/model-runner/discover-models.ts'
import { idOf } from '#tests/model-runner/ledger.ts'
import { type LevelName, titleOf } from '#tests/model-runner/model.ts'
import { linesOf, namedStatesOf, statesOf } from '#tests/model-runner/paths/coverage.ts'
import { type PathResult, plan, play } from '#tests/model-runner/paths/play-paths.ts'
import { buildReport } from '#tests/model-runner/report/build-report.ts'
import { checklistPage } from '#tests/model-runner/report/checklist-page.ts'
import { junitOf } from '#tests/model-runner/report/junit.ts'
import { machineData, statusAt } from '#tests/model-runner/report/machine-data.ts'
import { machinePage } from '#tests/model-runner/report/mermaid.ts'
import type { Box } from '#tests/model-runner/report/report-data.ts'
import { resultsOf } from '#tests/model-runner/report/results.ts'
import { createScreenshots } from '#tests/model-runner/report/screenshots.ts'
import { markOf, markOfPath } from '#tests/model-runner/report/view/marks.tsx'
import type { Played } from '#tests/model-runner/run-models.ts'
import { config } from './config.ts'
import { blank, ticketModel, ticketOnMachine } from './ticket.model.ts'

const run = { commit: 'abcdef12', date: '2026-11-20T10:00:00.000Z', seconds: 12, demo: 'http://localhost:3000' }
const { texts } = config
const { machines } = await findMachines(config.models)
const whole = plan(ticketModel)
/** A ticket that is accepted without a number. */
const broken = {
  ...ticketOnMachine,
  states: {
    ...ticketOnMachine.states,
    sent: () => {
      throw new Error('\u001b[31mthe letter has no number\u001b[39m\n\nCall log:\n  - looked 7 times')
    },
  },
}

function playedAs(level: LevelName, results: PathResult[]): Played {
  return { plan: whole, levels: [{ level, results, of: whole.paths.length, seconds: 1 }], violations: [], unplayed: 0 }
}

async function reportOf(level = ticketOnMachine, paths = whole.cover) {
  const results = await play({ model: ticketModel, paths }, level)
  return buildReport([playedAs('machine', results)], { screenshots: createScreenshots(), run, texts })
}

describe('What was not played', () => {
  test('is not reported as passed in any format', async () => {
    const report = await reportOf()
    const [machine] = report.machines
    const unplayed = machine?.paths.filter(({ results }) => results[0] === null) ?? []
    expect(unplayed).toHaveLength(whole.paths.length - whole.cover.length)
    expect(new Set(unplayed.map(markOfPath))).toEqual(new Set(['unplayed']))
    // All paths passed on the machine; none was played in the browser.
    expect(new Set(machine?.transitions.map(({ played }) => markOf(played)))).toEqual(new Set(['partly']))
    const document = parsed(junitOf(report), 'text/xml')
    const suites = [...document.querySelectorAll('testsuite')].map((suite) => [
      suite.getAttribute('name'),
      suite.getAttribute('skipped'),
      `${suite.querySelectorAll('skipped').length}`,
    ])
    expect(suites).toEqual([
      ['ticket: machine', `${unplayed.length}`, `${unplayed.length}`],
      ...['ledger and rules', 'browser', 'real server'].map((level) => [
        `ticket: ${level}`,
        `${whole.paths.length}`,
        `${whole.paths.length}`,
      ]),
    ])
    const statuses = resultsOf(report).machines[0]?.paths.map(({ results }) => results.browser?.status)
    expect(new Set(statuses)).toEqual(new Set(['not played']))
  })

  test('has no screenshot, even if a path with the same beginning was played', async () => {
    const [seen] = whole.cover
    const screenshots = createScreenshots()
    const start = screenshots.keyOf('ticket', [])
    screenshots.pictures.set(start, Buffer.from('picture'))
    const results = seen ? [{ path: seen, failure: null, milliseconds: 1 }] : []
    const report = await buildReport([playedAs('browser', results)], { screenshots, run, texts })
    const withScreenshots = report.machines[0]?.paths.filter((path) => path.start.picture === start)
    expect(withScreenshots?.map(({ id }) => id)).toEqual(seen && [idOf(seen)])
    expect(report.pictures).toEqual({ [start]: 'data:image/webp;base64,cGljdHVyZQ==' })
  })

  test('starts after the failed step of a path', () => {
    const outcome = { failure: { step: 2, message: '', shown: null } }
    expect([0, 1, 2, 3].map((count) => statusAt(outcome, count))).toEqual(['passed', 'passed', 'failed', 'unplayed'])
    expect([statusAt({ failure: null }, 3), statusAt(undefined, 0)]).toEqual(['passed', 'unplayed'])
  })
})

describe('What failed', () => {
  test('is reported once for all paths with the same failure, with the shortest of them', async () => {
    const report = await reportOf(broken, whole.paths)
    const failed = report.machines[0]?.paths.filter((path) => markOfPath(path) === 'failed') ?? []
    expect(failed.length).toBeGreaterThan(1)
    const soonest = Math.min(...failed.map(({ results }) => results[0]?.failure?.step ?? Number.POSITIVE_INFINITY))
    expect(report.failures).toEqual([
      {
        machine: 'ticket',
        level: 0,
        path: expect.any(String),
        step: soonest,
        message: 'the letter has no number',
        alike: failed.length,
      },
    ])
    const document = parsed(junitOf(report), 'text/xml')
    expect(document.querySelectorAll('failure')).toHaveLength(failed.length)
  })
})

test('keeps the id of a path when other paths are added', async () => {
  const backwards = { ...whole, paths: whole.paths.toReversed() }
  expect((await machineData(backwards, texts)).paths.map(({ id }) => id)).toEqual(whole.paths.map(idOf).toReversed())
})

test('writes the action and the expected result of every step into the checklist', async () => {
  const machine = await machineData(whole, texts)
  const document = parsed(checklistPage(machine), 'text/html')
  const path = whole.paths.find(({ steps }) => steps.length === 1 && steps[0]?.event.html === blank.html)
  const rows = [...(document.getElementById(path ? idOf(path) : '')?.querySelectorAll('tbody tr') ?? [])]
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['0', 'начало', 'письмо пишут', '☐'],
    ['1', 'текст стёрт', 'письмо пишут; черновик сохраняется на устройстве', '☐'],
  ])
})

describe.each(machines)('$model.machine.id', ({ model }) => {
  const { paths } = plan(model)
  const steps = paths.flatMap((path) => path.steps)

  test('is drawn whole: every state once, every transition once, no state over another', async () => {
    const { drawing, transitions } = await machineData({ model, paths: [] }, texts)
    const named = drawing.boxes.filter(({ kind }) => kind !== 'any' && kind !== 'beginning')
    expect(named.map(({ id }) => id).toSorted()).toEqual(namedStatesOf(model.machine).toSorted())
    const lines = [...drawing.arrows, ...drawing.boxes.map(({ inner }) => ({ lines: inner }))].flatMap(
      (one) => one.lines,
    )
    expect(lines.map(({ transition }) => transition).toSorted((one, other) => one - other)).toEqual([
      ...transitions.keys(),
    ])
    const states = named.filter(({ id }) => statesOf(model.machine).includes(id))
    expect(states.filter((one) => states.some((other) => other !== one && areOver(one, other)))).toEqual([])
    const arrows = machinePage(model, texts).match(/ --> .+ : /g) ?? []
    expect(arrows).toHaveLength(transitions.length)
  })

  test('has words in both languages for all that happens in it', () => {
    const words = [
      model.title,
      ...Object.values(model.states),
      ...Object.values(model.impossible ?? {}),
      ...model.rules.map(({ title }) => title),
      ...steps.map((step) => titleOf(model, step)),
    ]
    expect([...new Set(words)].filter((ru) => !(ru in texts.english))).toEqual([])
    const effects = steps.flatMap(({ effects }) => effects)
    expect(effects.filter((effect) => texts.action(effect) === null)).toEqual([])
    const guards = linesOf(model.machine).flatMap(({ guard }) => guard ?? [])
    expect(guards.filter((guard) => !(guard in texts.guards))).toEqual([])
  })
})

/** Malformed XML becomes an error. */
function parsed(text: string, type: 'text/xml' | 'text/html'): Document {
  const document = new DOMParser().parseFromString(text, type)
  expect(document.querySelector('parsererror')?.textContent).toBeUndefined()
  return document
}

function areOver(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}
