import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { historyLines } from './history-command.ts'
import { appendHistory, type RunResult, readHistory } from './history-file.ts'
import { trendsOf } from './trends.ts'

const folder = mkdtempSync(join(tmpdir(), 'history-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'reports/history.ndjson')
beforeEach(() => rmSync(file, { recursive: true, force: true }))

/** A run of three browser paths on a day of November; `changes` says what was different. */
function runOn(day: number, changes: Partial<RunResult> = {}): RunResult {
  const failing = changes.failing ?? []
  const unstable = changes.unstable ?? []
  const paths = changes.paths ?? ['aaaaaaaa', 'bbbbbbbb', 'cccccccc']
  return {
    date: `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`,
    commit: `commit${day}`,
    branch: 'work',
    isChanged: false,
    machine: 'ticket',
    level: 'browser',
    passed: paths.length - failing.length - unstable.length,
    failed: failing.length,
    milliseconds: day * 1000,
    failing,
    unstable,
    paths,
    ...changes,
  }
}

function trendOn(results: RunResult[], branch = 'work') {
  const [trend] = trendsOf(results, { branch, main: 'main' })
  if (trend === undefined) throw new Error('no trend')
  return trend
}

describe('The file', () => {
  test('keeps the results of every run', async () => {
    expect(await appendHistory(file, [runOn(1)])).toBeNull()
    expect(await appendHistory(file, [runOn(2), runOn(3)])).toBeNull()
    expect(await readHistory(file)).toEqual({ results: [runOn(1), runOn(2), runOn(3)], unreadable: 0 })
  })

  test('is empty where it is missing', async () => {
    expect(await readHistory(file)).toEqual({ results: [], unreadable: 0 })
  })

  test('loses only its damaged lines, and an interrupted line does not damage the next', async () => {
    await appendHistory(file, [runOn(1)])
    appendFileSync(file, 'not json\n{"date":"2026-11-01"}\n{"date":"2026-1')
    expect(await appendHistory(file, [runOn(2)])).toBeNull()
    expect(await readHistory(file)).toEqual({ results: [runOn(1), runOn(2)], unreadable: 3 })
  })

  test('that cannot be written is named, and nothing is thrown', async () => {
    mkdirSync(file, { recursive: true })
    expect(await appendHistory(file, [runOn(1)])).toMatch(/^the history was not written: /)
    expect(await readHistory(file)).toEqual({ results: [], unreadable: 0 })
  })

  test('drops its older half when it is too large', async () => {
    await appendHistory(file, [runOn(1), runOn(2), runOn(3), runOn(4)])
    await appendHistory(file, [runOn(5)], statSync(file).size)
    expect((await readHistory(file)).results.map(({ commit }) => commit)).toEqual(['commit4', 'commit5'])
    expect(readFileSync(file, 'utf8').endsWith('\n')).toBe(true)
  })

  test('is read in the order of the runs, not of the lines', async () => {
    writeFileSync(file, [runOn(3), runOn(1)].map((one) => `${JSON.stringify(one)}\n`).join(''))
    expect((await readHistory(file)).results.map(({ commit }) => commit)).toEqual(['commit1', 'commit3'])
  })
})

describe('The trend', () => {
  test('shows the runs of this branch with their duration', () => {
    const { runs, median } = trendOn([runOn(1), runOn(2, { branch: 'other' }), runOn(3), runOn(5)])
    expect(runs.map(({ commit, milliseconds }) => [commit, milliseconds])).toEqual([
      ['commit1', 1000],
      ['commit3', 3000],
      ['commit5', 5000],
    ])
    expect(median).toBe(3000)
  })

  test('leaves the run of a single path out of the usual duration', () => {
    expect(trendOn([runOn(4), runOn(5, { paths: ['aaaaaaaa'] })]).median).toBe(4000)
  })

  test('calls a path flaky that failed and passed on the same commit', () => {
    const commit = 'same'
    const results = [runOn(1, { commit, failing: ['aaaaaaaa'] }), runOn(2, { commit }), runOn(3)]
    const { flaky, flakeRate } = trendOn(results)
    expect(flaky).toEqual([{ path: 'aaaaaaaa', commits: ['same'] }])
    // One of three paths on each of two commits.
    expect(flakeRate).toBeCloseTo(1 / 6)
  })

  test('calls a path flaky that passed at the second try', () => {
    expect(trendOn([runOn(1, { unstable: ['bbbbbbbb'] })]).flaky).toEqual([{ path: 'bbbbbbbb', commits: ['commit1'] }])
  })

  test('does not call a path flaky that was repaired by an uncommitted change, or was not played again', () => {
    const commit = 'same'
    const failed = runOn(1, { commit, failing: ['aaaaaaaa'] })
    expect(trendOn([failed, runOn(2, { commit, isChanged: true })]).flaky).toEqual([])
    expect(trendOn([failed, runOn(2, { commit, paths: ['bbbbbbbb'] })]).flaky).toEqual([])
  })

  test('names the first commit on which a path has failed since it last passed', () => {
    const failing = ['cccccccc']
    const results = [
      runOn(1, { failing }),
      runOn(2),
      runOn(3, { failing }),
      runOn(4, { paths: ['aaaaaaaa'] }),
      runOn(5, { failing }),
    ]
    expect(trendOn(results).failing).toEqual([
      { path: 'cccccccc', since: { commit: 'commit3', date: runOn(3).date }, passedOn: 'commit2' },
    ])
    expect(trendOn([...results, runOn(6)]).failing).toEqual([])
    expect(trendOn([runOn(1, { failing })]).failing[0]?.passedOn).toBeNull()
  })

  test('compares with the last run of the main branch', () => {
    const main = runOn(2, { branch: 'main', failing: ['bbbbbbbb'] })
    const here = runOn(3, { failing: ['aaaaaaaa'] })
    expect(trendOn([runOn(1, { branch: 'main' }), main, here]).main).toEqual({
      commit: 'commit2',
      date: main.date,
      passed: 2,
      failed: 1,
      milliseconds: 2000,
      failsOnlyHere: ['aaaaaaaa'],
      failsOnlyThere: ['bbbbbbbb'],
    })
    expect(trendOn([main, here], 'main').main).toBeNull()
    expect(trendOn([here]).main).toBeNull()
  })
})

describe('npm run qa -- --history', () => {
  const source = { file: 'h.ndjson', branch: 'work', main: 'main' }

  test('prints runs, failing and flaky paths, and the main branch', () => {
    const results = [
      runOn(1, { branch: 'main' }),
      runOn(2),
      runOn(3, { unstable: ['bbbbbbbb'] }),
      runOn(4, { failing: ['aaaaaaaa'] }),
    ]
    const lines = historyLines({ results, unreadable: 2 }, trendsOf(results, source), source)
    expect(lines).toEqual([
      '2 lines of h.ndjson cannot be read and were left out',
      'runs of work in h.ndjson',
      'ticket, browser: 3 runs, last 2 passed, 1 failed, 4.0 s (median 3.0 s), flake rate 8.3 %',
      '    ▅▇█  ✓~✗',
      '    ✗ aaaaaaaa fails since commit4 (2026-11-04), passed on commit3',
      '    ~ bbbbbbbb failed and passed on commit3',
      '    main commit1: 3 passed, 0 failed, 1.0 s, fails only here: aaaaaaaa',
    ])
  })

  test('says that there are no runs', () => {
    expect(historyLines({ results: [], unreadable: 0 }, [], source)).toEqual(['h.ndjson has no runs of work'])
  })
})
