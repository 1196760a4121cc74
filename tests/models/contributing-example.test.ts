import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCaptured } from '#scripts/run-command.ts'

// Adds the machine of the example in CONTRIBUTING.md, then plants bugs in it.
const page = readFileSync('CONTRIBUTING.md', 'utf8')
const samples = [...page.matchAll(/^`([\w./-]+\.ts)`:\n\n```ts\n(.*?)^```$/gms)].map(([, file = '', source = '']) => ({
  file,
  source,
}))

const bugs = [
  {
    says: 'a number that is not whole is sent',
    from: 'phone.length === 12',
    to: 'phone.length > 0',
    found: "no path sees the guard's outcome callBack.asking | phone.submit | 1 | false",
  },
  {
    says: 'an order that failed leads back to the number',
    from: "onError: 'failed'",
    to: "onError: 'asking'",
    found: 'no path reaches the state failed',
  },
  {
    says: 'an order is sent without its number',
    from: 'input: ({ context }) => context,',
    to: "input: () => ({ phone: '' }),",
    found: 'Заказ уходит с тем номером, что введён',
  },
]

let folder = ''
beforeAll(() => {
  // Inside the repository, so that the copy resolves its packages; in a separate folder, so that no other test finds it.
  mkdirSync('.cache', { recursive: true })
  folder = mkdtempSync(resolve('.cache/contributing-example-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function copyTo(name: string, change = (source: string) => source): string {
  const root = join(folder, name)
  for (const part of ['package.json', 'src/machines/not-provided.ts']) cpSync(part, join(root, part))
  for (const part of ['machine-level', 'model', 'rule'])
    cpSync(`tests/model-runner/${part}.ts`, join(root, `tests/model-runner/${part}.ts`))
  for (const { file, source } of samples) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), change(source))
  }
  return join(root, 'tests/models')
}

function runQa(models: string, ...options: string[]) {
  return runCaptured('tests/models/main.ts', ['callBack', '--level', 'machine', '--models', models, ...options])
}

test('The example of CONTRIBUTING.md works when copied, and three planted bugs are found', {
  tags: ['nightly'],
  timeout: 120_000,
}, async () => {
  expect(samples.map(({ file }) => file)).toEqual(['src/machines/call-back.ts', 'tests/models/call-back.model.ts'])
  const sound = copyTo('sound')
  expect((await runQa(sound)).output).toContain('there is no ledger: npm run qa -- callBack --accept')
  expect(await runQa(sound, '--accept')).toMatchObject({ code: 0 })
  const { code, output } = await runQa(sound)
  expect([code, output]).toEqual([0, expect.stringContaining(' 0 failed')])

  const runs = bugs.map(async ({ says, from, to }) => {
    const models = copyTo(says.replaceAll(' ', '-'), (source) => source.replace(from, to))
    cpSync(join(sound, 'ledger'), join(models, 'ledger'), { recursive: true })
    return runQa(models)
  })
  const outcomes = await Promise.all(runs)
  expect(outcomes.map((outcome) => outcome.code)).toEqual([1, 1, 1])
  for (const [index, { found }] of bugs.entries()) expect(outcomes[index]?.output).toContain(found)
  const wrong = copyTo('wrong', (source) => source.replace(bugs[2]?.from ?? '', bugs[2]?.to ?? ''))
  expect(await runQa(wrong, '--accept')).toMatchObject({
    code: 1,
    output: expect.stringContaining('callBack is not accepted: broken rule'),
  })

  const again = copyTo('again', (source) => source.replace("'order.retry': 'sending'", "'order.retry': 'asking'"))
  cpSync(join(sound, 'ledger'), join(again, 'ledger'), { recursive: true })
  const ledger = () => readFileSync(join(again, 'ledger/callBack.json'), 'utf8')
  const before = ledger()
  expect(await runQa(again, '--accept', '--language', 'en')).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /on `order\.retry` \(“Try again” pressed\): now → `asking`.+\n {2}steps through unchanged transitions: new and gone: 2, 0\n/,
    ),
  })
  expect(ledger()).toBe(before)
  const reason = 'После отказа номер можно исправить'
  expect(await runQa(again, '--accept', '--reason', reason)).toMatchObject({ code: 0 })
  expect(ledger()).toContain(`  "reasons": [\n    "${reason}"\n  ],\n`)
  expect(await runQa(again, '--accept')).toMatchObject({ code: 0, output: expect.stringContaining('unchanged') })
})
