import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  countPlaywright,
  countVitest,
  readReport,
  sumCounts,
  summaryLine,
  type TestCounts,
} from '#scripts/test-report.ts'

describe('the sum of all tests', () => {
  test('is the last line in one format', () => {
    expect(summaryLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
    expect(summaryLine({ passed: 12, failed: 3, flaky: 2, skipped: 1 })).toBe('12 passed, 3 failed, 2 flaky, 1 skipped')
  })

  test('adds the counts of all runners', () => {
    const counts = [
      { passed: 1, failed: 2, flaky: 4, skipped: 3 },
      { passed: 10, failed: 20, skipped: 30 },
    ]
    expect(sumCounts(counts)).toEqual({ passed: 11, failed: 22, flaky: 4, skipped: 33, failures: [] })
  })

  test('counts a file that broke before its first test as a failure, and lists failed and flaky tests', () => {
    const of = (status: string, failureMessages: string[]) => ({ status, fullName: 'A sum is right', failureMessages })
    const report = {
      numPassedTests: 4,
      numFailedTests: 1,
      numPendingTests: 1,
      numTodoTests: 1,
      testResults: [
        { name: 'a.test.ts', status: 'failed', message: 'Nothing to import\n  at a.ts', assertionResults: [] },
        {
          name: 'b.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [of('failed', ['1 is not 2\n  at b.ts'])],
        },
        { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [of('passed', [])] },
        { name: 'd.test.ts', status: 'passed', message: '', assertionResults: [of('passed', ['Too late\n  at d.ts'])] },
      ],
    }
    expect(countVitest(report)).toEqual({
      passed: 3,
      failed: 2,
      flaky: 1,
      skipped: 2,
      failures: [
        'a.test.ts: Nothing to import',
        'b.test.ts › A sum is right: 1 is not 2',
        'd.test.ts › A sum is right: Too late',
      ],
    })
  })

  test('counts a flaky story apart and names it', () => {
    const tried = (status: string, ...messages: string[]) => [
      { projectName: 'ru', status, results: messages.map((message) => ({ error: { message } })) },
    ]
    const suites = [
      {
        title: 'once/tax.story.ts',
        specs: [{ title: 'a form is sent', tests: tried('expected') }],
        suites: [
          {
            title: 'a parent',
            specs: [
              { title: 'reads', tests: tried('flaky', '\u001b[31mtimed out\u001b[39m\n  at tax') },
              { title: 'asks', tests: tried('unexpected', 'no button') },
            ],
          },
        ],
      },
    ]
    expect(countPlaywright({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }, suites })).toEqual({
      passed: 5,
      failed: 1,
      flaky: 1,
      skipped: 2,
      failures: [
        'once/tax.story.ts › a parent › reads [ru]: timed out',
        'once/tax.story.ts › a parent › asks [ru]: no button',
      ],
    })
  })
})

describe('A runner', () => {
  const started = Date.now()
  const itself = (count: TestCounts) => count
  const written = (text: string) => {
    const file = join(mkdtempSync(join(tmpdir(), 'count-')), 'report.json')
    writeFileSync(file, text)
    return file
  }
  const read = (file: string, code = 0) => readReport({ file, code, started }, itself)

  test('without a report has failed', () => {
    expect(read('nowhere.json')).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: ['nowhere.json: there is no report (exit code 0)'],
    })
  })

  test('with the report of an earlier run has failed', () => {
    const file = written(JSON.stringify({ passed: 7, failed: 0, skipped: 0 }))
    utimesSync(file, new Date(started - 60_000), new Date(started - 60_000))
    expect(read(file)).toMatchObject({ passed: 0, failed: 1, failures: [`${file}: the report is of an earlier run`] })
  })

  test.each([
    ['of a killed process', '{"passed":7,'],
    ['without a test', JSON.stringify({ passed: 0, failed: 0, skipped: 3 })],
    ['of another format', '{}'],
  ])('with a report %s has failed', (_, text) => {
    expect(read(written(text)).failures).toHaveLength(1)
    expect(read(written(text)).failed).not.toBe(0)
  })

  test('with an error exit code has failed, even with a passing report', () => {
    const file = written(JSON.stringify({ passed: 7, failed: 0, skipped: 0 }))
    expect(read(file, 1)).toEqual({
      passed: 7,
      failed: 1,
      skipped: 0,
      failures: [`${file}: exit code 1 without a failed test`],
    })
  })

  test('with listed failures is counted by its report', () => {
    const counts = { passed: 7, failed: 2, skipped: 0 }
    expect(read(written(JSON.stringify(counts)), 1)).toEqual(counts)
  })
})
