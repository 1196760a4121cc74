import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { profileSections } from '#contract/enumerations.ts'
import { keepsOutThirdParties, type Screen, screens } from '#contract/screens.ts'
import { screensWithoutThirdParties } from '#tests/support/pages/screens-without-third-parties.ts'

type Search = Parameters<typeof keepsOutThirdParties>[1]

/** Sections and dialogs of a screen that the document lists beside it. */
function searchesOf({ name }: Screen): Search[] {
  if (name === 'profile')
    return profileSections.filter((section) => section !== 'person').map((section) => ({ section }))
  if (name === 'contracts-and-payments-detail')
    return [{ dialog: 'sign' }, { dialog: 'terminate' }, { dialog: 'return-account' }]
  return name === 'schedule' ? [{ dialog: 'feed' }, { dialog: 'absence' }] : []
}

const rows = Object.values<Screen>(screens).flatMap((screen) => {
  const { name, page = name, address } = screen
  if (address === null) return []
  return [{}, ...searchesOf(screen)].map((search: Search) => {
    const shown = [address, new URLSearchParams(search).toString()].filter(Boolean).join('?')
    return { screen, page, search, shown }
  })
})

test('screens, sections and dialogs with secrets, codes and data of others keep third parties out', () => {
  const kept = rows.filter(({ screen, search }) => keepsOutThirdParties(screen, search))
  expect(kept.map(({ shown }) => shown).sort()).toEqual([...screensWithoutThirdParties].sort())
})

test('the document lists for every screen whether third parties are requested', () => {
  const document = readFileSync('docs/personal-data.md', 'utf8')
  const listed = document.split('\n').filter((line) => line.startsWith('| `/'))
  const expected = rows.map(({ shown, page }) => {
    const isOut = screensWithoutThirdParties.includes(shown)
    return `| \`${shown}\` | ${isOut ? '–' : `\`${page}\``} | nothing | ${isOut ? 'nothing' : 'all'} |`
  })
  expect(listed).toEqual(expected)
})
