import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { runCommand } from '#tests/model-runner/run-command.ts'
import { config } from './config.ts'

// A run that could not plan, play or finish a machine is red in every artefact.

let root = ''
beforeAll(() => {
  mkdirSync('.cache', { recursive: true })
  root = mkdtempSync(resolve('.cache/red-reports-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** The ticket machine with changes of its model and its level. */
function modelFile({ model = '', level = '' }: { model?: string; level?: string }): string {
  const folder = mkdtempSync(join(root, 'models-'))
  const source = `import { ticketModel as whole, ticketOnMachine as wholeLevel } from '#tests/models/ticket.model.ts'
export const ticketModel = { ...whole, ${model} }
export const ticketOnMachine = { ...wholeLevel.of(ticketModel.machine), ${level} }\n`
  writeFileSync(join(folder, 'ticket.model.ts'), source)
  mkdirSync(join(folder, 'ledger'))
  cpSync('tests/models/ledger/ticket.json', join(folder, 'ledger/ticket.json'))
  return folder
}

const guard = (body: string) => `machine: whole.machine.provide({ guards: { isSendable: ({ context }) => ${body} } })`

/** Everything that a run leaves behind, as text. */
function artefactsOf(models: string) {
  const folder = join(models, 'report')
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const exported = join(folder, 'allure-results')
  const allure = existsSync(exported) ? readdirSync(exported).filter((file) => file.endsWith('-result.json')) : []
  const page = read('index.html')
  return {
    summary: JSON.parse(read('summary.json')) as { passed: number; failed: number; failures: string[] },
    ctrf: JSON.parse(read('ctrf.json')).results as { summary: { failed: number }; tests: { message?: string }[] },
    junit: read('junit.xml'),
    html: { title: /<title>(.*)<\/title>/.exec(page)?.[1], data: page },
    allure: allure.map((file) => JSON.parse(read(join('allure-results', file)))),
    history: existsSync(join(folder, 'history.ndjson'))
      ? read('history.ndjson')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      : [],
  }
}

/** Asserts that each artefact names the machine and these words, and counts a failure. */
function expectRed(models: string, words: readonly string[]): void {
  const { summary, ctrf, junit, html, allure, history } = artefactsOf(models)
  expect(summary.failed).toBeGreaterThan(0)
  expect(ctrf.summary.failed).toBe(summary.failed)
  expect(html.title).toMatch(/не прошло \d/)
  expect(junit).toMatch(/errors="[1-9]/)
  expect(history.reduce((sum, line) => sum + line.failed, 0)).toBe(summary.failed)
  expect(allure.filter(({ status }) => status === 'broken')).not.toEqual([])
  const texts = {
    summary: summary.failures.join('\n'),
    ctrf: ctrf.tests.map(({ message }) => message).join('\n'),
    junit,
    html: html.data,
    allure: allure.map(({ statusDetails }) => statusDetails.message).join('\n'),
  }
  for (const [artefact, text] of Object.entries(texts))
    for (const word of ['ticket', 'Обращение о расписании', ...words])
      expect(text.includes(word), `${artefact} names ${word}`).toBe(true)
}

async function runIn(models: string, ...args: string[]) {
  const lines: string[] = []
  const spy = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)))
  onTestFinished(() => spy.mockRestore())
  const code = await runCommand(config, ['--level', 'machine', '--models', models, ...args])
  return { code, output: lines.join('\n') }
}

const requirement = 'S3 «Письмо без слов не просматривают; что прикладывать, решают после просмотра»'

test.each([
  {
    what: 'a guard without one of its conditions',
    source: { model: guard('context.html.length <= 20_000') },
    words: ['isSendable', 'текст есть и не длинен', requirement],
  },
  {
    what: 'a guard that always refuses',
    source: { model: guard('false') },
    words: ['isSendable', 'текст есть и не длинен', requirement],
  },
  {
    what: 'an inverted guard',
    source: { model: guard("context.html.replaceAll(/<[^>]*>/g, '') === ''") },
    words: ['принятых путей, которых у машины больше нет', 'S3'],
  },
  {
    what: 'a model without an event',
    source: { model: "events: { 'text.change': [] }" },
    words: ['событие ticket.send и не описано, и не объявлено невозможным', 'S3'],
  },
  {
    what: 'a case that throws while it is planned',
    source: { model: "events: { ...whole.events, 'text.edit': () => { throw new Error('no cases') } }" },
    words: ['не сыграно: no cases', 'S3'],
  },
  {
    what: 'a level that cannot be closed',
    source: { level: "close: async () => { throw new Error('still busy') }" },
    words: ['не сыграно: still busy', 'S3'],
  },
])('$what is red in every artefact', async ({ source, words }) => {
  const models = modelFile(source)
  const { code, output } = await runIn(models, 'ticket', '--shard', '1/12')
  expect(code).toBe(1)
  expectRed(models, words)
  for (const word of ['Обращение о расписании (ticket)', ...words]) expect(output).toContain(word)
})

test('a guard that is wrong only on some paths is named by their failures', async () => {
  const models = modelFile({ model: guard("context.html.replaceAll(/<[^>]*>/g, '') === ''") })
  await runIn(models, 'ticket', '--shard', '1/12')
  const { html } = artefactsOf(models)
  expect(html.data).toContain('guard isSendable (текст есть и не длинен / the text is not empty and not too long)')
})

test('a rule that throws is a broken rule with its requirement', async () => {
  const models = modelFile({
    model: "rules: [{ title: 'Письмо доходит', source: 'S3', holds: () => { throw new Error('no such state') } }]",
  })
  expect((await runIn(models, 'ticket', '--shard', '1/12')).code).toBe(1)
  expect(artefactsOf(models).html.data).toContain(
    'broken rule: Письмо доходит (S3)\\nseen: the rule throws Error: no such state',
  )
})

test('a model that cannot be loaded is red, also if it is named', async () => {
  const models = modelFile({ model: '...(() => { throw new Error("no such file") })()' })
  expect((await runIn(models, 'ticket')).code).toBe(1)
  const { summary, html, junit } = artefactsOf(models)
  expect([summary.passed, summary.failed]).toEqual([0, 1])
  expect(summary.failures[0]).toContain('ticket.model.ts: не сыграно: no such file')
  expect([html.title, junit]).toEqual([expect.stringContaining('не прошло 1'), expect.stringContaining('errors="1"')])
})

test('a run that selects no path is red, and a small shard is not', async () => {
  const models = modelFile({})
  const outcomes = new Map<boolean, number>()
  for (let index = 1; outcomes.size < 2; index += 1) {
    const { code, output } = await runIn(models, 'ticket', '--shard', `${index}/300`)
    outcomes.set(output.includes('под выбор не попал ни один путь'), code)
  }
  expect(Object.fromEntries(outcomes)).toEqual({ true: 1, false: 0 })
})

test('a run that throws is red with every machine that it has not finished', async () => {
  const models = modelFile({})
  writeFileSync(join(models, 'quarantine.json'), '[{ "machine": "nobody" }]')
  expect((await runIn(models, 'ticket')).code).toBe(1)
  expectRed(models, ['не доиграно', 'S3'])
})

test('the reports of a sound machine are green', async () => {
  const models = modelFile({})
  expect((await runIn(models, 'ticket', '--shard', '1/12')).code).toBe(0)
  const { summary, ctrf, junit, html } = artefactsOf(models)
  expect([summary.failed, ctrf.summary.failed, html.title]).toEqual([
    0,
    0,
    expect.stringContaining('всё сыгранное прошло'),
  ])
  expect(junit).not.toMatch(/errors="[1-9]/)
})

test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  'a run that ends by %s is red',
  { timeout: 60_000 },
  async (signal) => {
    const models = modelFile({ level: 'open: () => new Promise((done) => setTimeout(done, 60_000))' })
    const child = spawn(
      process.execPath,
      ['tests/models/main.ts', 'ticket', '--level', 'machine', '--models', models],
      { stdio: 'ignore' },
    )
    const ended = new Promise((done) => child.on('exit', (code, by) => done(code ?? by)))
    await vi.waitUntil(() => existsSync(join(models, 'report/allure-results')), { timeout: 30_000 })
    // The reports of the start are complete.
    await vi.waitUntil(() => existsSync(join(models, 'report/junit.xml')))
    child.kill(signal)
    expect(await ended).toBe({ SIGTERM: 143, SIGINT: 130, SIGKILL: 'SIGKILL' }[signal])
    if (signal === 'SIGKILL') expect(artefactsOf(models).summary.failed).toBe(1)
    else expectRed(models, ['не доиграно', signal, 'S3'])
  },
)
