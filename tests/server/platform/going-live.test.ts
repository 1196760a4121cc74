import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseEnv } from 'node:util'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type MailServer, startMailServer } from '#tests/support/server/mail-server.ts'
import { createDatabase } from '#tests/support/server/postgres.ts'
import { loaderEnv, type ServerProcess, startServer } from '#tests/support/server/server-process.ts'
import { visitorAt } from '#tests/support/server/sign-in.ts'

vi.setConfig({ testTimeout: 200_000, hookTimeout: 120_000 })

const folder = mkdtempSync(join(tmpdir(), 'going-live-'))
const blocks = [
  ...readFileSync('docs/going-live.md', 'utf8').matchAll(/```(?<kind>\w+) ?(?<name>\S*)\n(?<content>[\s\S]*?)```/g),
].map(({ groups }) => ({ kind: '', name: '', content: '', ...groups }))
const scripts = JSON.parse(readFileSync('package.json', 'utf8')).scripts as Record<string, string>

let mail: MailServer
let server: ServerProcess
let env: Record<string, string>

beforeAll(async () => {
  for (const { name, content } of blocks.filter(({ kind }) => kind === 'csv' || kind === 'json')) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  mail = await startMailServer()
  const given = parseEnv(blocks.find(({ kind }) => kind === 'env')?.content ?? '') as Record<string, string>
  const { PUBLIC_URL: _, IDP_PUBLIC_URL: __, DATABASE_URL: ___, ...kept } = given
  const SCHOOL_FILE = join(folder, given.SCHOOL_FILE ?? '')
  env = { ...kept, SCHOOL_FILE, SMTP_URL: mail.url, SMS_GATEWAY_URL: 'http://127.0.0.1:9', TRUST_PROXY: 'off' }
  if (process.env.TEST_DATABASE === 'postgres') env.DATABASE_URL = await createDatabase('going_live')
  server = await startServer({ env })
})
afterAll(async () => {
  await server.stop()
  await mail.close()
  rmSync(folder, { recursive: true })
})

/** `npm run NAME -- ARGUMENTS` of the page, in the folder of its files, with the environment of the server. */
async function run(command: string): Promise<string> {
  const [, name = '', args = ''] = /^npm run (\S+) -- (.+)$/.exec(command) ?? []
  const script = scripts[name]?.split(' ').at(-1)
  if (!script) throw new Error(`${command} is not a command of package.json`)
  const { port, origin } = new URL(server.address)
  const { port: providerPort, origin: issuer } = new URL(server.providerAddress)
  const child = spawn(process.execPath, [resolve(script), ...args.split(' ')], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      ...loaderEnv,
      ...env,
      DATA_DIR: server.dataDir,
      PORT: port,
      IDP_PORT: providerPort,
      PUBLIC_URL: origin,
      IDP_PUBLIC_URL: issuer,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  expect([command, code, err]).toEqual([command, 0, expect.any(String)])
  return out
}

/** A shown output as a pattern; `…` stands for anything. */
function patternOf(shown: string): RegExp {
  const parts = shown
    .trim()
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[\\s\\S]*?')}$`)
}

async function setPassword(link: string, password: string) {
  const opened = await fetch(link, { headers: { 'accept-language': 'ru' } })
  expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining('Добро пожаловать')])
  const short = await fetch(link, { method: 'POST', body: new URLSearchParams({ password: 'short' }) })
  expect(short.status).toBe(422)
  const set = await fetch(link, { method: 'POST', body: new URLSearchParams({ password, lang: 'ru' }) })
  expect([set.status, await set.text()]).toEqual([200, expect.stringContaining('Пароль сохранён')])
  const again = await fetch(link, { headers: { 'accept-language': 'ru' } })
  expect([again.status, await again.text()]).toEqual([410, expect.stringContaining('Ссылка уже сработала')])
}

async function signIn(login: string, password: string) {
  const visitor = visitorAt(server.address)
  const reached = await visitor.signInAtProvider(await visitor.startSignIn(), login, password)
  expect((await visitor.sendResult(reached)).status).toBe(200)
  return visitor
}

async function emailTo(address: string): Promise<string> {
  const find = () => mail.emails.find(({ to }) => to.includes(address))?.source
  await vi.waitFor(() => expect(find()).toBeDefined(), { timeout: 100_000, interval: 500 })
  return (await PostalMime.parse(find() ?? '')).text ?? ''
}

test('docs/going-live.md leads from an empty database to a signed-in parent', { tags: ['nightly'] }, async () => {
  const start = blocks.find(({ name }) => name === 'start')
  await vi.waitFor(() => expect(server.printed().trim()).toMatch(patternOf(start?.content ?? '')))
  const printed: string[] = []
  for (const { content } of blocks.filter(({ kind }) => kind === 'console')) {
    for (const [, command = '', shown = ''] of content.matchAll(/^\$ (.+)\n((?:(?!\$ ).*\n?)*)/gm)) {
      const output = await run(command)
      printed.push(output)
      expect(output.trim()).toMatch(patternOf(shown))
    }
  }

  await setPassword(printed[0]?.trim().split('\n').at(-1) ?? '', 'the first administrator')
  const administrator = await signIn('anna@school.example', 'the first administrator')
  expect((await administrator.ask('GET', '/api/v1/profile')).json()).toMatchObject({ firstName: 'anna' })
  const listed = await administrator.ask('GET', '/api/v1/admin/user/list?search=%D1%81%D0%BE%D0%BA%D0%BE%D0%BB')
  expect(listed.json()).toMatchObject({ total: 2 })

  const email = await emailTo('olga@mail.example')
  await setPassword(/http:\S+\/invitation\/[\w-]{43}/.exec(email)?.[0] ?? '', 'parents know this')
  const parent = await signIn('olga@mail.example', 'parents know this')
  const children = await parent.ask('GET', '/api/v1/profile/children')
  expect(JSON.parse(children.text)).toMatchObject([{ firstName: 'Илья', lastName: 'Соколов', grade: 5 }])
  const footer = await parent.ask('GET', '/api/v1/content/footer')
  expect(footer.json()).toMatchObject({ legal: 'ООО «Школа Примера»', email: 'help@school.example' })
})
