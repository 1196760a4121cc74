import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Provider, type ProviderOptions, users } from './provider.ts'
import { clockAhead, openRequests, startProcess } from './provider-process.ts'
import { jsonOf, type RecipeAddresses, variablesOf } from './recipes.ts'

const initialDatabase = '/usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz'
const packagedSettings = '/etc/glewlwyd/glewlwyd.conf'
const packagedPages = '/usr/share/glewlwyd'

/** Glewlwyd with an SQLite database. Its API for administrators makes the people, the client and the OIDC plugin. */
export async function startGlewlwyd(options: ProviderOptions): Promise<Provider> {
  const { port, publicUrl, providerName } = options
  const providerUrl = `https://localhost:${port}`
  const addresses = { publicUrl, providerName, providerUrl }
  const settings = prepareFolder(options, providerUrl)
  const start = (secondsAhead = 0) =>
    startProcess(['glewlwyd', `--config-file=${settings}`], {
      readyUrl: `${providerUrl}/config`,
      env: clockAhead(secondsAhead),
    })
  let server = await start()

  const ask = await signInAsAdministrator(providerUrl)
  const { display_name, parameters } = (await ask('GET', 'mod/user/database')) as UserModule
  Object.assign(parameters['data-format'], jsonOf('glewlwyd-properties', addresses))
  await ask('PUT', 'mod/user/database', { display_name, parameters })
  await ask('PUT', 'mod/user/database/reset')
  await ask('POST', 'mod/plugin/', pluginWithKeys(addresses, 'RS256'))
  await ask('POST', 'client/', jsonOf('glewlwyd-client', addresses))
  const person = jsonOf('glewlwyd-person', addresses)
  for (const { login, name, email, groups } of Object.values(users))
    await ask('POST', 'user/', { ...person, username: login, password: login, name, email, groups })

  return {
    variables: variablesOf('glewlwyd', addresses),
    async signIn(page, { login }) {
      await page.locator('#username').fill(login)
      await page.locator('#password').fill(login)
      await page.locator('#loginbut').click()
      await page.getByRole('button', { name: 'Continue' }).click()
    },
    waitForForm: (page) => page.locator('#password').waitFor(),
    async confirmSignOut(page) {
      await page.getByRole('button', { name: 'Logout' }).click()
      await page.getByText('Session closed').waitFor()
    },
    async changeKeys() {
      const ask = await signInAsAdministrator(providerUrl)
      await ask('PUT', 'mod/plugin/oidc', pluginWithKeys(addresses, 'ES256'))
      await ask('PUT', 'mod/plugin/oidc/reset')
    },
    async setClockAhead(seconds) {
      await server.stop()
      server = await start(seconds)
    },
    stop: () => server.stop(),
  }
}

/** The packaged settings and pages with our port and database. Returns the path of the settings. */
function prepareFolder({ folder, port, tls }: ProviderOptions, address: string): string {
  const [database, pages, settings] = ['users.db', 'pages', 'glewlwyd.conf'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  execFileSync('sqlite3', [database], { input: gunzipSync(readFileSync(initialDatabase)) })
  cpSync(`${packagedPages}/webapp`, pages, { recursive: true, dereference: true })
  // The package links this file to a folder.
  rmSync(join(pages, 'config.json'), { recursive: true })
  cpSync(`${packagedPages}/templates/config.json`, join(pages, 'config.json'))
  const own = {
    port,
    bind_address: '"127.0.0.1"',
    external_url: `"${address}"`,
    static_files_path: `"${pages}/"`,
    log_mode: '"console"',
    use_secure_connection: true,
    secure_connection_key_file: `"${tls.key}"`,
    secure_connection_pem_file: `"${tls.certificate}"`,
    cookie_secure: 1,
    database: `{ type = "sqlite3"; path = "${database}"; }`,
  }
  const replaced = [...Object.keys(own).map((name) => `${name}=`), 'secure_connection_', '@include']
  const kept = readFileSync(packagedSettings, 'utf8')
    .split('\n')
    .filter((line) => !replaced.some((start) => line.startsWith(start)))
  const added = Object.entries(own).map(([name, value]) => `${name}=${value}`)
  writeFileSync(settings, [...kept, ...added, ''].join('\n'))
  return settings
}

type UserModule = { display_name: string; parameters: { 'data-format': object } }

function pluginWithKeys(addresses: RecipeAddresses, algorithm: 'RS256' | 'ES256'): object {
  const plugin = jsonOf<{ parameters: object }>('glewlwyd-plugin', addresses)
  const { publicKey, privateKey } =
    algorithm === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const keys = {
    'jwt-type': algorithm === 'RS256' ? 'rsa' : 'ecdsa',
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: publicKey.export({ type: 'spki', format: 'pem' }),
  }
  return { ...plugin, parameters: { ...plugin.parameters, ...keys } }
}

type Ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<unknown>

/** The password of the administrator is that of a new database. */
async function signInAsAdministrator(address: string): Promise<Ask> {
  const requests = await openRequests(`${address}/api/`)
  const ask: Ask = async (method, path, data) => {
    const reply = await requests.fetch(path, { method, ...(data && { data }) })
    const text = await reply.text()
    if (!reply.ok()) throw new Error(`${method} ${path}: ${reply.status()} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  await ask('POST', 'auth/', { username: 'admin', password: 'password' })
  return ask
}
