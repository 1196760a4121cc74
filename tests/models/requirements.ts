import { globSync, readFileSync } from 'node:fs'
import type { SpecifiedRequirement } from '#tests/model-runner/config.ts'

const specification = 'docs/specification.md'
const maxTitleCharacters = 100

/** The requirements of the specification with the tests outside of the models that name them. */
export function readRequirements(): SpecifiedRequirement[] {
  const tests = globSync('tests/**/*.{test,story}.{ts,tsx}').map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const lines = readFileSync(specification, 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [, id, title] = /^## (S\d+) (.+)$/.exec(line) ?? /^- \*\*(D-\d+)\*\* (.+)$/.exec(line) ?? []
    if (id === undefined || title === undefined) return []
    const naming = new RegExp(`\\b${id}\\b`)
    return {
      id,
      title: titleOf(title),
      tests: tests
        .filter(({ text }) => naming.test(text))
        .map(({ file }) => file.replaceAll('\\', '/'))
        .sort(),
    }
  })
}

/** The first sentence without markup. */
function titleOf(text: string): string {
  const [sentence = ''] = text.replaceAll(/[*`]/g, '').split(/[.:;] /)
  return sentence.length <= maxTitleCharacters ? sentence : `${sentence.slice(0, maxTitleCharacters - 1).trimEnd()}…`
}
