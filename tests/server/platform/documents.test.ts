// Database: none.
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { Client } from 'pg'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { hashInputs } from '#scripts/build-stamp.ts'
import { blocksOf, commandsOf, type DocumentBlock, patternOf } from '#tests/support/documents/commands-of-documents.ts'
import { type Started, Terminal } from '#tests/support/documents/terminal.ts'
import { type MailServer, startMailServer } from '#tests/support/server/mail-server.ts'
import { type PostgresServer, postgresUrl, startPostgres } from '#tests/support/server/postgres-server.ts'
import { freePorts } from '#tests/support/server/server-process.ts'
import { visitorAt } from '#tests/support/server/sign-in.ts'

// The commands of the documents for operators, as they stand, in a fresh copy of the program.

vi.setConfig({ testTimeout: 600_000, hookTimeout: 200_000 })

const documents = ['going-live', 'backup', 'operations', 'configuration', 'identity-providers']
const blocks = documents.flatMap(blocksOf)

/** Commands that a test cannot run, and why. */
const notRun: Record<string, string> = {
  'backup: second': 'it needs three database machines, which `npm run drill -- restore` starts',
  'backup: restore test': 'it needs their repository; `npm run drill -- restore` runs it',
  'backup: drill': 'it needs root and packages of Debian',
  'going-live: install': 'it downloads the program and its packages, which the test copies',
  'operations: psql': 'it needs the embedded database; tests/server/db/embedded-sessions.test.ts runs it',
  'identity-providers: check': 'it needs a provider, which the stories of tests/browser/providers start',
  'identity-providers: move': 'it needs accounts of a provider, which tests/server/auth/account-matching.test.ts has',
}
/** What an operator replaces by own places. */
const places: [shown: string, own: () => string][] = [
  ['/srv/personal-account', () => program],
  ['/backups', () => join(folder, 'backups')],
]

const folder = mkdtempSync(join(tmpdir(), 'personal-account-documents-'))
const program = join(folder, 'personal-account')
const running: Started[] = []
let postgres: PostgresServer
let mail: MailServer
let terminal: Terminal
let addresses: Record<'school' | 'trial', { app: string; provider: string }>

beforeAll(async () => {
  copyProgram()
  writeFileSync(join(program, 'dist/.vite/inputs'), await hashInputs())
  postgres = await startPostgres()
  await withClient((client) => client.query('create database account'))
  mail = await startMailServer()
  const [[app, provider], [trialApp, trialProvider]] = [await freePorts(), await freePorts()]
  addresses = {
    school: { app: `http://localhost:${app}`, provider: `http://localhost:${provider}` },
    trial: { app: `http://localhost:${trialApp}`, provider: `http://localhost:${trialProvider}` },
  }
  mkdirSync(join(folder, 'backups'))
  const env = { PATH: process.env.PATH ?? '', HOME: folder, npm_config_update_notifier: 'false' }
  terminal = new Terminal({ cwd: program, env, scratch: folder })
})
afterAll(async () => {
  for (const started of running) await started.stop()
  await mail.close()
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

/** Without the pages, which need a build: these documents are about commands. */
function copyProgram(): void {
  const parts = [
    'package.json',
    'package-lock.json',
    'index.html',
    'contract',
    'deploy',
    'public',
    'scripts',
    'server',
    'src',
  ]
  for (const part of [...parts, ...globSync('*.config.ts')]) cpSync(part, join(program, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(program, 'node_modules'))
  for (const directory of ['dist/.vite', 'dist-ssr']) mkdirSync(join(program, directory), { recursive: true })
  writeFileSync(join(program, 'dist-ssr/render-page.js'), '')
}

async function withClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: postgresUrl(postgres.socket, 'postgres') })
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Writes the values of this machine into the example files that were copied. */
function writeOwnValues(): void {
  const own = (address: { app: string; provider: string }, database: string) => ({
    DATABASE_URL: postgresUrl(postgres.socket, database),
    PUBLIC_URL: address.app,
    PORT: new URL(address.app).port,
    IDP_PUBLIC_URL: address.provider,
    IDP_PORT: new URL(address.provider).port,
    TRUST_PROXY: 'off',
  })
  const school = { ...own(addresses.school, 'account'), SMTP_URL: mail.url, SMS_GATEWAY_URL: 'http://127.0.0.1:9' }
  const files = { 'school.env': school, 'trial.env': own(addresses.trial, 'trial') }
  for (const [name, values] of Object.entries(files)) {
    const path = join(folder, 'school', name)
    const changed = Object.entries(values).map(([variable, value]) => `${variable}='${value}'\n`)
    writeFileSync(path, readFileSync(path, 'utf8') + changed.join(''))
  }
}

/** Runs the blocks of a document from `first` on until one starts the server; returns that one. */
async function runBlock(block: DocumentBlock): Promise<Started | null> {
  if (`${block.document}: ${block.name}` in notRun) return null
  const content = places.reduce((text, [shown, own]) => text.replaceAll(shown, own()), block.content)
  if (block.kind === 'sql') {
    writeFileSync(join(folder, 'block.sql'), content)
    await terminal.run(`psql "$DATABASE_URL" --set=ON_ERROR_STOP=1 --file='${join(folder, 'block.sql')}'`)
    return null
  }
  if (block.kind === 'console') {
    for (const { command, shown } of commandsOf({ ...block, content }))
      expect((await terminal.run(command)).trim()).toMatch(patternOf(shown))
    return null
  }
  const [, before = '', start = null] = /^([\s\S]*?)^(npm start)\n$/m.exec(content) ?? [null, content]
  if (start === null) {
    await terminal.run(before)
    return null
  }
  const other = terminal.copy()
  await other.run(before)
  const started = other.start(start)
  running.push(started)
  await untilReady(other.env.PUBLIC_URL ?? '', started)
  return started
}

async function untilReady(address: string, { printed }: Started): Promise<void> {
  for (let tries = 0; tries < 1200; tries += 1) {
    if ((await fetch(`${address}/readyz`).catch(() => null))?.ok) return
    await pause(250)
  }
  throw new Error(`The server did not start:\n${printed()}`)
}

const commandKinds = ['sh', 'console', 'sql']
const blocksToRun = (document: string) =>
  blocks.filter((block) => block.document === document && commandKinds.includes(block.kind))

async function setPassword(link: string, fields: Record<string, string>) {
  const opened = await fetch(link, { headers: { 'accept-language': 'ru' } })
  expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining('Добро пожаловать')])
  const body = new URLSearchParams({ ...fields, lang: 'ru' })
  const set = await fetch(link, { method: 'POST', redirect: 'manual', body })
  expect([set.status, set.headers.get('location')]).toEqual([303, expect.stringContaining('/auth/sign-in?')])
}

async function signIn(address: string, login: string, password: string) {
  const visitor = visitorAt(address)
  const reached = await visitor.signInAtProvider(await visitor.startSignIn(), login, password)
  expect((await visitor.sendResult(reached)).status).toBe(200)
  return visitor
}

async function emailTo(address: string): Promise<string> {
  const find = () => mail.emails.find(({ to }) => to.includes(address))?.source
  await vi.waitFor(() => expect(find()).toBeDefined(), { timeout: 100_000, interval: 500 })
  return (await PostalMime.parse(find() ?? '')).text ?? ''
}

test('Every block of the documents for operators is run, compared or known', () => {
  const kinds = new Set(blocks.map(({ kind }) => kind))
  expect([...kinds].sort()).toEqual(['console', 'env', 'json', 'python', 'sh', 'sql', 'text', 'yaml'])
  const names = blocks.map(({ document, name }) => `${document}: ${name}`)
  expect(Object.keys(notRun).filter((name) => !names.includes(name))).toEqual([])
  const shown = blocks.find(({ name }) => name === 'school.env')?.content ?? ''
  const example = readFileSync('deploy/example/school.env', 'utf8')
  expect(parseEnv(shown)).toEqual(parseEnv(example))
})

test('docs/going-live.md leads from an empty database to a signed-in parent, and docs/backup.md to a trial of its backup', {
  tags: ['nightly'],
  retry: 0,
}, async () => {
  const schoolBlocks = blocksToRun('going-live')
  const outputs: string[] = []
  const run = terminal.run.bind(terminal)
  vi.spyOn(terminal, 'run').mockImplementation(async (commands) => {
    const out = await run(commands)
    outputs.push(out)
    return out
  })
  onTestFinished(() => void vi.restoreAllMocks())
  let server: Started | null = null
  for (const block of schoolBlocks) {
    server = (await runBlock(block)) ?? server
    if (block.content.includes('deploy/example')) writeOwnValues()
  }
  const { school, trial } = addresses
  const start = blocks.find(({ name }) => name === 'start')?.content ?? ''
  expect(server?.printed()).toMatch(new RegExp(patternOf(start).source.slice(1, -1)))
  expect(server?.printed()).not.toContain('Building the pages')

  const link = /http:\S+\/invitation\/[\w-]{43}/.exec(outputs.join('\n'))?.[0] ?? ''
  const unnamed = await fetch(link, {
    method: 'POST',
    body: new URLSearchParams({ password: 'the first administrator' }),
  })
  expect([unnamed.status, await unnamed.text()]).toEqual([422, expect.stringContaining('name="firstName"')])
  await setPassword(link, { password: 'the first administrator', firstName: 'Вера', lastName: 'Орлова' })
  const administrator = await signIn(school.app, 'director@school.example', 'the first administrator')
  expect((await administrator.ask('GET', '/api/v1/profile')).json()).toMatchObject({
    firstName: 'Вера',
    lastName: 'Орлова',
  })
  const listed = await administrator.ask('GET', '/api/v1/admin/user/list?search=%D1%81%D0%BE%D0%BA%D0%BE%D0%BB')
  expect(listed.json()).toMatchObject({ total: 2 })

  const email = await emailTo('olga@mail.example')
  await setPassword(/http:\S+\/invitation\/[\w-]{43}/.exec(email)?.[0] ?? '', { password: 'parents know this' })
  const parent = await signIn(school.app, 'olga@mail.example', 'parents know this')
  const children = await parent.ask('GET', '/api/v1/profile/children')
  expect(JSON.parse(children.text)).toMatchObject([{ firstName: 'Илья', lastName: 'Соколов', grade: 5 }])
  const footer = await parent.ask('GET', '/api/v1/content/footer')
  expect(footer.json()).toMatchObject({ phone: '+7 800 000-00-00', email: 'help@school.example' })

  const [backup, restore, ...others] = blocksToRun('backup')
  if (!backup || !restore) throw new Error('docs/backup.md has no commands')
  await runBlock(backup)
  expect(existsSync(join(folder, 'backups/school-2035-09-01.backup'))).toBe(true)
  await server?.stop()
  await withClient((client) => client.query('create database other_machine'))
  terminal.env.DATABASE_URL = postgresUrl(postgres.socket, 'other_machine')
  await runBlock(restore)
  for (const block of others) await runBlock(block)

  const ready = await fetch(`${trial.app}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([200, expect.objectContaining({ delivery: 'off' })])
  const signInPage = await fetch(`${trial.provider}/nowhere`, {
    headers: { 'accept-language': 'ru', accept: 'text/html' },
  })
  expect(await signInPage.text()).toContain('Пробный запуск: письма, СМС, уведомления и вебхуки не отправляются.')
  const restored = await signIn(trial.app, 'olga@mail.example', 'parents know this')
  expect((await restored.ask('GET', '/api/v1/profile')).json()).toMatchObject({ firstName: 'Ольга' })

  for (const document of ['operations', 'configuration', 'identity-providers'])
    for (const block of blocksToRun(document)) await runBlock(block)
})
