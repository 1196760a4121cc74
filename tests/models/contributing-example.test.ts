import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkRules } from '#tests/model-runner/check-path.ts'
import { findMachines } from '#tests/model-runner/discover-models.ts'
import { plan } from '#tests/model-runner/paths/plan.ts'
import { playPath } from '#tests/model-runner/paths/play-path.ts'

// Copies the machine and the model of the example in CONTRIBUTING.md, then plants bugs in them.
const page = readFileSync('CONTRIBUTING.md', 'utf8')
const samples = [...page.matchAll(/^`([\w./-]+\.ts)`:\n\n```ts\n(.*?)^```$/gms)].map(([, file = '', source = '']) => ({
  file,
  source,
}))

let folder = ''
beforeAll(() => {
  // Inside the repository, so that the copy resolves its packages; in a separate folder, so that no other test finds it.
  mkdirSync('.cache', { recursive: true })
  folder = mkdtempSync(resolve('.cache/contributing-example-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the paths of a copy report first; null if all of them pass. */
async function failureOf(name: string, change = (source: string) => source): Promise<string | null> {
  const root = join(folder, name)
  for (const part of ['package.json', 'src/machines/not-provided.ts', 'tests/model-runner'])
    cpSync(part, join(root, part), { recursive: true })
  for (const { file, source } of samples) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), change(source))
  }
  const { machines, broken } = await findMachines(join(root, 'tests/models'))
  const [machine] = machines
  if (machine === undefined) return broken[0]?.why ?? 'there is no model'
  const { gaps, paths } = plan(machine.model)
  if (gaps[0] !== undefined) return gaps[0]
  for (const path of paths)
    try {
      await playPath(path, machine.onMachine)
      await checkRules(machine, path)
    } catch (error) {
      return (error as Error).message
    }
  return null
}

test('The example of CONTRIBUTING.md works when copied', async () => {
  expect(samples.map(({ file }) => file)).toEqual(['src/machines/call-back.ts', 'tests/models/call-back.model.ts'])
  expect(await failureOf('sound')).toBeNull()
})

test.each([
  {
    bug: 'a number that is not whole is sent',
    from: 'phone.length === 12',
    to: 'phone.length > 0',
    found: "no path sees the guard's outcome callBack.asking | phone.submit | 1 | false",
  },
  {
    bug: 'an order that failed leads back to the number',
    from: "onError: 'failed'",
    to: "onError: 'asking'",
    found: 'no path reaches the state failed',
  },
  {
    bug: 'an order is sent without its number',
    from: 'input: ({ context }) => context,',
    to: "input: () => ({ phone: '' }),",
    found: 'Заказ уходит с тем номером, что введён',
  },
])('The bug is found: $bug', async ({ bug, from, to, found }) => {
  expect(await failureOf(bug.replaceAll(' ', '-'), (source) => source.replace(from, to))).toContain(found)
})
