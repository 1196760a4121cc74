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
    expect(sum(counts)).toEqual({ passed: 11, failed: 22, skipped: 33 })
  })

  test('counts a file that broke before its first test as a failure', () => {
    const report = {
      numPassedTests: 4,
      numFailedTests: 1,
      numPendingTests: 1,
      numTodoTests: 1,
      testResults: [
        { status: 'failed', assertionResults: [] },
        { status: 'failed', assertionResults: [{ status: 'failed' }] },
        { status: 'passed', assertionResults: [{ status: 'passed' }] },
      ],
    }
    expect(ofVitest(report)).toEqual({ passed: 4, failed: 2, skipped: 2 })
  })

  test('counts a story that passed only at a later try as a failure', () => {
    expect(ofPlaywright({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 } })).toEqual({
      passed: 5,
      failed: 2,
      skipped: 2,
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
