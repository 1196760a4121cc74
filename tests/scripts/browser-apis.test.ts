import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { resolveBin, runCaptured } from '#scripts/run-command.ts'

// Database: none.

/** The names of the features that the check of browser APIs finds in this code. */
async function findingsIn(code: string): Promise<string[]> {
  const folder = mkdtempSync(resolve('src/planted-'))
  const file = join(folder, 'planted.tsx')
  try {
    writeFileSync(file, code)
    const { output } = await runCaptured(resolveBin('eslint'), [file])
    return [...output.matchAll(/error {2}(?:Feature '(?<feature>[^']+)'|(?<api>\S+) is not supported)/g)].map(
      ({ groups }) => groups?.feature ?? groups?.api ?? '',
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('an API that a supported browser lacks is found', async () => {
  const found = await findingsIn(`
    export const copy = (text: string) => navigator.clipboard.writeText(text)
    export const words = new Intl.DurationFormat('ru')
    export const pattern = <p>{String(new URLPattern({}))}</p>
    requestIdleCallback(() => null)
  `)
  expect(found).toEqual(expect.arrayContaining(['Async clipboard', 'Intl.DurationFormat', 'URLPattern']))
  expect(found).toContain('requestIdleCallback')
})

test('an API with a polyfill is allowed', async () => {
  const found = await findingsIn(`
    export const isAddress = URL.canParse('https://school.example/')
    export const { promise } = Promise.withResolvers<number>()
    export const sorted = [2, 1].toSorted()
  `)
  expect(found).toEqual([])
})
