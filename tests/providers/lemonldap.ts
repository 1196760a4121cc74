import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import type { Provider, ProviderOptions } from './provider.ts'
import { clockAhead, startProcess } from './provider-process.ts'
import { jsonOf, variablesOf } from './recipes.ts'

const portal = '/usr/share/lemonldap-ng/portal'

/** LemonLDAP::NG: its portal under Starman, configured by a file, with the people of its demonstration backend. */
export async function startLemonldap(options: ProviderOptions): Promise<Provider> {
  const { folder, port, tls, publicUrl, providerName } = options
  const addresses = { publicUrl, providerName, providerUrl: `https://localhost:${port}` }
  for (const name of ['conf', 'sessions/lock', 'psessions/lock']) mkdirSync(join(folder, name), { recursive: true })
  const ini = join(folder, 'lemonldap-ng.ini')
  writeFileSync(ini, localSettings(folder))
  writeFileSync(join(folder, 'portal.psgi'), application)
  let keys = keyPair()
  let server = await start()

  async function start(secondsAhead = 0) {
    const settings = { ...installation(folder), ...keys, ...jsonOf('lemonldap', addresses) }
    writeFileSync(join(folder, 'conf/lmConf-1.json'), JSON.stringify(settings))
    return startProcess(
      [
        // An idle connection of the browser occupies a worker.
        ...(['starman', '--preload-app', '--workers', '12', '--disable-keepalive'] as const),
        ...['--listen', `localhost:${port}`, '--enable-ssl', '--ssl-key', tls.key, '--ssl-cert', tls.certificate],
        join(folder, 'portal.psgi'),
      ],
      {
        readyUrl: `${addresses.providerUrl}/.well-known/openid-configuration`,
        env: {
          LLNG_DEFAULTCONFFILE: ini,
          LLNG_DEFAULTLOGGER: 'Lemonldap::NG::Common::Logger::Std',
          ...clockAhead(secondsAhead),
        },
      },
    )
  }

  async function startAgain(secondsAhead?: number): Promise<void> {
    await server.stop()
    server = await start(secondsAhead)
  }

  return {
    variables: variablesOf('lemonldap', addresses),
    async signIn(page, { login }) {
      await page.locator('input[name=user]').fill(login)
      await page.locator('input[name=password]').fill(login)
      await page.locator('form#lform button[type=submit]').click()
    },
    waitForForm,
    // It asks nothing: our page begins the next sign-in.
    confirmSignOut: waitForForm,
    changeKeys() {
      keys = keyPair()
      return startAgain()
    },
    setClockAhead: startAgain,
    stop: () => server.stop(),
  }
}

function waitForForm(page: Page): Promise<void> {
  return page.locator('input[name=password]').waitFor()
}

/** The portal and its files, as the web server in front of it serves them. */
const application = `
use Plack::Builder;
use Lemonldap::NG::Portal::Main;
builder {
  enable 'Plack::Middleware::Static', path => qr{^/static/}, root => '${portal}/htdocs';
  enable 'Plack::Middleware::Static', path => qr{^/javascript/}, root => '/usr/share';
  Lemonldap::NG::Portal::Main->run({});
};
`

function localSettings(folder: string): string {
  return `
[all]
logLevel = notice
[configuration]
type = File
dirName = ${folder}/conf
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'config', 'default_expires_in' => 600, 'cache_root' => '${folder}/cache' }
[portal]
staticPrefix = /static
templateDir = ${portal}/templates
languages = en
`
}

/** What every installation has besides the recipe. */
function installation(folder: string) {
  return {
    cfgNum: 1,
    cfgVersion: '2.16.1',
    cfgDate: Math.floor(Date.now() / 1000),
    domain: 'localhost',
    securedCookie: 1,
    cookieName: 'lemonldap',
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Demo',
    registerDB: 'Null',
    demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: { Directory: `${folder}/sessions`, LockDirectory: `${folder}/sessions/lock` },
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: { Directory: `${folder}/psessions`, LockDirectory: `${folder}/psessions/lock` },
    localSessionStorage: 'Cache::FileCache',
    localSessionStorageOptions: { namespace: 'sessions', cache_root: `${folder}/cache`, default_expires_in: 600 },
    whatToTrace: 'uid',
    portalSkin: 'bootstrap',
    portalDisplayResetPassword: 0,
    portalDisplayRegister: 0,
    locationRules: { localhost: { default: 'accept' } },
  }
}

/** “New keys” of the manager. */
function keyPair() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return {
    oidcServicePrivateKeySig: privateKey,
    oidcServicePublicKeySig: publicKey,
    oidcServiceKeyIdSig: `key-${Date.now()}`,
  }
}
