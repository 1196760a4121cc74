import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { packagesOfMachines, whatMachinesLack } from '#tests/drills/database-machines.ts'
import { isProviderInstalled, packagesOfProvider, providerNames } from '#tests/providers/provider-packages.ts'
import {
  findChromium,
  findHeadlessShell,
  findPackagedChromium,
  headlessPath,
  type PackagedVersion,
  packagedFolder,
  packagedVersions,
  versionOf,
} from '#tests/support/browser/chromium.ts'
import { findEngines, findMiniBrowser, firefoxPath } from '#tests/support/engines/engines.ts'
import { resolveBin, runInherited } from './run-command.ts'

export const balancerPath = '/usr/sbin/haproxy'
export const promtoolPath = '/usr/bin/promtool'

type Wanted = {
  everyBrowser?: boolean
  /** Identity providers of Debian packages (docs/identity-providers.md). */
  providers?: boolean
  /** 316 MB on the disk, and Debian starts a Prometheus with it. */
  promtool?: boolean
  /** Patroni, etcd, pgBackRest and PgBouncer, for the drills. */
  databaseMachines?: boolean
}

/**
 * Installs what the tests need besides npm packages, where this machine has none: a Chromium, PostgreSQL's programs, the
 * balancer, the browsers that the journeys are played in, promtool, identity providers, and what database machines run.
 * Prints the browsers, and a reason for each program that is missing.
 */
export async function installSystemDependencies({
  everyBrowser = false,
  providers = false,
  promtool = false,
  databaseMachines = false,
}: Wanted = {}): Promise<void> {
  if (!hasPostgres()) installWithApt(['postgresql'])
  await prepareChromium()
  console.log(`Browser: ${versionOf(headlessPath())}`)
  for (const version of everyBrowser ? packagedVersions : packagedVersions.slice(0, 1)) {
    const problem = findPackagedChromium(version) === null ? installPackagedChromium(version) : null
    if (problem !== null) console.log(`Chromium ${version}: ${problem}`)
  }
  if (!existsSync(balancerPath)) installIfRoot('HAProxy', ['haproxy'])
  if (promtool && !existsSync(promtoolPath)) installIfRoot('promtool', ['prometheus'])
  if (databaseMachines && whatMachinesLack() !== null) installIfRoot('Database machines', packagesOfMachines)
  if (!existsSync(firefoxPath)) installIfRoot('Firefox', ['firefox-esr'])
  if (everyBrowser && findMiniBrowser() === null) installIfRoot('WebKit', ['webkit2gtk-driver', 'xvfb'])
  for (const name of providers ? providerNames : [])
    if (!isProviderInstalled(name)) installIfRoot(name, packagesOfProvider(name))
  console.log(
    `Browsers for journeys: ${findEngines()
      .map(({ name }) => name)
      .join(', ')}`,
  )
}

/** Only as root: a prompt for a password would stop the run. The tests of a missing program are left out. */
function installIfRoot(name: string, packages: readonly string[]): void {
  if (process.getuid?.() === 0 && installWithApt(packages)) return
  console.log(`${name}: skipped, apt could not install ${packages.join(', ')}`)
}

async function prepareChromium(): Promise<void> {
  // Asking for a password is not worth it: a browser with windows does as well, only slower.
  if (findHeadlessShell() === null && process.getuid?.() === 0)
    installWithApt(['chromium-headless-shell', 'fonts-liberation'])
  if (findHeadlessShell() !== null || findChromium() !== null) return
  if (installWithApt(['chromium', 'fonts-liberation'])) return
  await runInherited(resolveBin('playwright'), ['install', 'chromium'])
}

/** Unpacks the browser of an npm package made for Linux on x64. Returns why that was not possible, or null. */
function installPackagedChromium(version: PackagedVersion): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'skipped, there is none for this platform'
  const wanted = `@sparticuz/chromium@${version}`
  const folder = packagedFolder(version)
  mkdirSync(folder, { recursive: true })
  console.log(`Installing ${wanted} with npm…`)
  const packed = spawnSync('npm', ['pack', wanted, '--silent'], { cwd: folder, encoding: 'utf8' })
  const archive = packed.stdout?.trim()
  if (packed.status !== 0 || !archive) return `skipped, npm could not download ${wanted}`
  const unpacked = spawnSync('tar', ['-xzf', archive, '--strip-components=2', 'package/bin/chromium.br'], {
    cwd: folder,
  })
  if (unpacked.status !== 0) return `skipped, ${archive} could not be unpacked`
  const program = brotliDecompressSync(readFileSync(join(folder, 'chromium.br')))
  writeFileSync(join(folder, 'chromium.part'), program, { mode: 0o755 })
  for (const file of [archive, 'chromium.br']) rmSync(join(folder, file))
  // A program that stands there is a whole one.
  renameSync(join(folder, 'chromium.part'), join(folder, 'chromium'))
  return null
}

function hasPostgres(): boolean {
  const onPath = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'initdb')))
  return onPath || globSync('/usr/lib/postgresql/*/bin/initdb').length > 0
}

function installWithApt(packages: readonly string[]): boolean {
  if (!runAsRoot(['apt-get', '--version'])) return false
  console.log(`Installing ${packages.join(', ')} with apt…`)
  const quiet = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', '-y']
  // Old package lists name an old browser, or a version that the mirror no longer has.
  runAsRoot([...quiet, 'update'])
  return runAsRoot([...quiet, 'install', '--no-install-recommends', ...packages])
}

function runAsRoot(command: readonly string[]): boolean {
  const [program = '', ...rest] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command]
  return spawnSync(program, rest, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}
