import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Count, closingLine, ofPlaywright, ofVitest, readCount, sum } from '#scripts/count.ts'

describe('The sum of all tests', () => {
  test('is the last line, alone and in one form', () => {
    expect(closingLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
    expect(closingLine({ passed: 12, failed: 3, skipped: 1 })).toBe('12 passed, 3 failed, 1 skipped')
  })

  test('adds up what every runner counted', () => {
    const counts = [
      { passed: 1, failed: 2, skipped: 3 },
      { passed: 10, failed: 20, skipped: 30 },
    ]
    expect(sum(counts)).toEqual({ passed: 11, failed: 22, skipped: 33, failures: [] })
  })

  test('counts a file that broke before its first test as a failure, and names whatever failed', () => {
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
      ],
    }
    expect(ofVitest(report)).toEqual({
      passed: 4,
      failed: 2,
      skipped: 2,
      failures: ['a.test.ts: Nothing to import', 'b.test.ts › A sum is right: 1 is not 2'],
    })
  })

  test('counts a story that passed only at a later try as a failure', () => {
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
    expect(ofPlaywright({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }, suites })).toEqual({
      passed: 5,
      failed: 2,
      skipped: 2,
      failures: [
        'once/tax.story.ts › a parent › reads [ru]: timed out',
        'once/tax.story.ts › a parent › asks [ru]: no button',
      ],
    })
  })
})

describe('A runner', () => {
  const itself = (count: Count) => count
  const written = (count: Count) => {
    const file = join(mkdtempSync(join(tmpdir(), 'count-')), 'report.json')
    writeFileSync(file, JSON.stringify(count))
    return file
  }

  test('that left no report has failed', () => {
    expect(readCount('nowhere.json', 0, itself)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  test('that ended badly has failed, even if its report says that all is well', () => {
    expect(readCount(written({ passed: 7, failed: 0, skipped: 0 }), 1, itself)).toEqual({
      passed: 7,
      failed: 1,
      skipped: 0,
    })
  })

  test('that names its failures is believed', () => {
    expect(readCount(written({ passed: 7, failed: 2, skipped: 0 }), 1, itself)).toEqual({
      passed: 7,
      failed: 2,
      skipped: 0,
    })
  })
})
