import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { profileSections } from '#contract/enumerations.ts'
import { keepsOutThirdParties, type Screen, screens } from '#contract/screens.ts'

const rows = Object.values<Screen>(screens).flatMap((screen) => {
  const { name, page = name, address } = screen
  if (address === null) return []
  const row = (shown: string, search: Parameters<typeof keepsOutThirdParties>[1]) => {
    const isOut = keepsOutThirdParties(screen, search)
    return `| \`${shown}\` | ${isOut ? '–' : `\`${page}\``} | nothing | ${isOut ? 'nothing' : 'all'} |`
  }
  const sections = name === 'profile' ? profileSections.filter((section) => section !== 'person') : []
  return [row(address, {}), ...sections.map((section) => row(`${address}?section=${section}`, { section }))]
})

test('the document lists for every screen whether third parties are requested', () => {
  const document = readFileSync('docs/personal-data.md', 'utf8')
  const listed = document.split('\n').filter((line) => line.startsWith('| `/'))
  expect(listed).toEqual(rows)
})
