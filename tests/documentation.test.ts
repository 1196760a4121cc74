import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const documents = globSync(['*.md', 'docs/*.md', 'docs/{decisions,import,runbooks}/*.md', 'tests/models/*.md'])
const records = globSync('docs/decisions/[0-9]*.md').map((path) => basename(path))

/** Made by the reader of CONTRIBUTING.md. */
const notThereYet = /call-back/

/** `document: found` for each match of the first group that fails the condition. */
function failing(pattern: RegExp, isRight: (found: string, document: string) => boolean): string[] {
  return documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(pattern)]
      .map(([, found = '']) => found)
      .filter((found) => !isRight(found, document))
      .map((found) => `${document}: ${found}`),
  )
}

describe('The documents', () => {
  test('name only files that exist', () => {
    const path = /`((?:contract|deploy|docs|scripts|server|src|tests)\/[\w./@$-]+)`/g
    expect(failing(path, (named) => notThereYet.test(named) || existsSync(named))).toEqual([])
  })

  test('link only files that exist', () => {
    const link = /\]\(([^):#]+)[)#]/g
    expect(failing(link, (linked, document) => existsSync(join(dirname(document), linked)))).toEqual([])
  })

  test('name only commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(failing(/\bnpm run (?:-s )?([\w:-]+)/g, (command) => command in scripts)).toEqual([])
  })

  test('refer only to decisions that exist', () => {
    const number = /\bdecisions? (\d{3})\b/gi
    expect(failing(number, (named) => records.some((record) => record.startsWith(named)))).toEqual([])
  })

  test('list each decision by its title', () => {
    const listed = readFileSync('docs/decisions/README.md', 'utf8').matchAll(/^- \[(.+)\]\((.+)\)$/gm)
    const titles = records.map((record) => {
      const [heading = ''] = readFileSync(`docs/decisions/${record}`, 'utf8').split('\n')
      return `${record}: ${heading.slice(2)}`
    })
    expect([...listed].map(([, title, record]) => `${record}: ${title}`).sort()).toEqual(titles.sort())
  })
})
