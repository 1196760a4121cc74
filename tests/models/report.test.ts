// @vitest-environment jsdom
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestResult } from 'allure-js-commons'
import { type CTRFReport, validate } from 'ctrf'
import { describe, expect, test } from 'vitest'
import { findMachines } from '#tests/model-runner/discover-models.ts'
import { idOf } from '#tests/model-runner/ledger.ts'
import { type LevelName, titleOf } from '#tests/model-runner/model.ts'
import { linesOf, namedStatesOf, statesOf } from '#tests/model-runner/paths/coverage.ts'
import { endingEverywhere } from '#tests/model-runner/paths/path-cover.ts'
import { type PathResult, plan, play } from '#tests/model-runner/paths/play-paths.ts'
import { writeAllureResults } from '#tests/model-runner/report/allure.ts'
import { buildReport } from '#tests/model-runner/report/build-report.ts'
import { checklistPage } from '#tests/model-runner/report/checklist-page.ts'
import { ctrfOf } from '#tests/model-runner/report/ctrf.ts'
import { junitOf } from '#tests/model-runner/report/junit.ts'
import { machineData, statusAt } from '#tests/model-runner/report/machine-data.ts'
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
  return { plan: whole, levels: [{ level, results, of: whole.paths.length, seconds: 1 }], defects: [], unplayed: 0 }
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
      ...['ledger and rules', 'browser', 'faults and refusals', 'other buttons', 'real server'].map((level) => [
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
        passedOnOtherLevel: null,
        quarantine: null,
        evidence: null,
      },
    ])
    const document = parsed(junitOf(report), 'text/xml')
    expect(document.querySelectorAll('failure')).toHaveLength(failed.length)
  })
})

describe('For tools', () => {
  /** Three browser paths: one passed, one failed with evidence, one failed in quarantine. */
  async function reportWithEvidence() {
    const evidence = { trace: 'evidence/a/trace.zip', before: 'evidence/a/before.webp', after: null }
    const failure = { step: 1, message: 'the page\n\nExpected: "sent"\nReceived: "open"', shown: null }
    const quarantine = { machine: 'ticket', path: '', owner: 'Вера', reason: 'известно', until: '2035-01-01' }
    const [passed, failed, known] = whole.paths
    if (!passed || !failed || !known) throw new Error('the model has too few paths')
    const results: PathResult[] = [
      { path: passed, failure: null, milliseconds: 10 },
      { path: failed, failure: { ...failure, evidence }, milliseconds: 20 },
      { path: known, failure: { ...failure, quarantine }, milliseconds: 30 },
    ]
    const report = await buildReport([playedAs('browser', results)], { screenshots: createScreenshots(), run, texts })
    return { report, ids: [passed, failed, known].map(idOf) }
  }
  const expected = 'the page: "sent"'

  test('JUnit has the step, what was expected and what was seen in the message, and skips what is in quarantine', async () => {
    const { report, ids } = await reportWithEvidence()
    const document = parsed(junitOf(report), 'text/xml')
    const suite = document.querySelector('testsuite[name="ticket: browser"]')
    expect(suite?.getAttribute('failures')).toBe('1')
    const caseOf = (id = '') => suite?.querySelector(`testcase[classname="ticket.${id}"]`)
    expect(caseOf(ids[1])?.querySelector('failure')?.getAttribute('message')).toMatch(
      /^step 1, .+ · expected: the page: "sent" · seen: "open"$/,
    )
    expect(caseOf(ids[2])?.querySelector('skipped')?.getAttribute('message')).toBe(
      'quarantined until 2035-01-01, Вера: известно',
    )
    expect(caseOf(ids[0])?.children).toHaveLength(0)
  })

  test('CTRF conforms to its schema and has the played paths with the files of failures', async () => {
    const { report, ids } = await reportWithEvidence()
    const ctrf = JSON.parse(JSON.stringify(ctrfOf(report))) as CTRFReport
    expect(validate(ctrf)).toMatchObject({ valid: true })
    expect(ctrf.results.summary).toMatchObject({ tests: 3, passed: 1, failed: 1, other: 1, skipped: 0 })
    const failed = ctrf.results.tests.find(({ testId }) => testId === `ticket/${ids[1]}/browser`)
    expect(failed).toMatchObject({
      status: 'failed',
      duration: 20,
      extra: { expected, seen: '"open"', repeat: `npm run qa -- ticket ${ids[1]} --show` },
    })
    expect(failed?.attachments?.map(({ path }) => path)).toEqual(['evidence/a/before.webp', 'evidence/a/trace.zip'])
    // The validator is not indifferent.
    expect(validate({ ...ctrf, results: { ...ctrf.results, tests: [{ name: 'no status' }] } }).valid).toBe(false)
  })

  test('Allure has a result for each path with its steps, its history and the files of failures', async () => {
    const { report, ids } = await reportWithEvidence()
    const folder = mkdtempSync(join(tmpdir(), 'allure-'))
    mkdirSync(join(folder, 'evidence/a'), { recursive: true })
    for (const file of ['trace.zip', 'before.webp']) writeFileSync(join(folder, 'evidence/a', file), file)
    try {
      writeAllureResults(folder, report)
      // A second run replaces the first one.
      writeAllureResults(folder, report)
      const files = readdirSync(join(folder, 'allure-results'))
      const results = files
        .filter((file) => file.endsWith('-result.json'))
        .map((file) => JSON.parse(readFileSync(join(folder, 'allure-results', file), 'utf8')) as TestResult)
      expect(results.map(({ fullName, status }) => `${fullName} ${status}`).sort()).toEqual(
        [
          `ticket/${ids[0]}/browser passed`,
          `ticket/${ids[1]}/browser failed`,
          `ticket/${ids[2]}/browser skipped`,
        ].sort(),
      )
      const failed = results.find(({ status }) => status === 'failed')
      expect(failed?.statusDetails).toMatchObject({ expected, actual: '"open"' })
      expect(failed?.steps[0]?.status).toBe('failed')
      const attached = failed?.attachments.map(({ source }) =>
        readFileSync(join(folder, 'allure-results', source), 'utf8'),
      )
      expect(attached).toEqual(['before.webp', 'trace.zip'])
      expect(new Set(results.map(({ historyId }) => historyId)).size).toBe(3)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

test('reports a failed path that is not among the planned ones', async () => {
  const [path] = endingEverywhere(whole.cover).filter((one) => !whole.cover.includes(one))
  if (path === undefined) throw new Error('every state ends a path of the cover')
  const failure = { step: path.steps.length, message: 'no', shown: null }
  const report = await buildReport([playedAs('browser', [{ path, failure, milliseconds: 1 }])], {
    screenshots: createScreenshots(),
    run,
    texts,
  })
  expect(report.failures.map((one) => one.path)).toEqual([idOf(path)])
  expect(junitOf(report)).toContain('<failure')
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

  test('is drawn whole: every state once, every transition once, no state over another, small enough to read', async () => {
    const { drawings, transitions } = await machineData({ model, paths: [] }, texts)
    const named = drawings.map(({ boxes }) => boxes.filter(({ kind }) => kind !== 'any' && kind !== 'beginning'))
    const own = named.flat().filter(({ kind }) => kind !== 'reference')
    expect(own.map(({ id }) => id).toSorted()).toEqual(namedStatesOf(model.machine).toSorted())
    const lines = drawings
      .flatMap(({ arrows, boxes }) => [...arrows, ...boxes.map(({ inner }) => ({ lines: inner }))])
      .flatMap((one) => one.lines)
    expect(lines.map(({ transition }) => transition).toSorted((one, other) => one - other)).toEqual([
      ...transitions.keys(),
    ])
    for (const boxes of named) {
      const states = boxes.filter(({ id }) => statesOf(model.machine).includes(id))
      expect(states.filter((one) => states.some((other) => other !== one && areOver(one, other)))).toEqual([])
    }
    // Text of 12 px is at least 11 px where the drawing is shown 1012 px wide.
    expect(drawings.filter(({ width }) => width > 1080).map(({ title }) => title.en)).toEqual([])
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
