import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findChromium, findWindowless } from '#tests/support/chromium.ts'
import { openly, tool } from './command.ts'

/** Installs what the tests need besides npm packages, where this machine has none: a Chromium and PostgreSQL's programs. */
export async function prepareMachine(): Promise<void> {
  if (!hasPostgres()) installWithApt(['postgresql'])
  // Not worth anybody's password: a browser with windows does as well, only slower.
  if (findWindowless() === null && process.getuid?.() === 0)
    installWithApt(['chromium-headless-shell', 'fonts-liberation'])
  if (findWindowless() !== null || findChromium() !== null) return
  if (installWithApt(['chromium', 'fonts-liberation'])) return
  await openly(tool('playwright'), ['install', 'chromium'])
}

function hasPostgres(): boolean {
  const onPath = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'initdb')))
  return onPath || globSync('/usr/lib/postgresql/*/bin/initdb').length > 0
}

function installWithApt(packages: readonly string[]): boolean {
  if (!isRunAsRoot(['apt-get', '--version'])) return false
  console.log(`Installing ${packages.join(', ')} with apt…`)
  const quiet = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', '-y']
  const install = () => isRunAsRoot([...quiet, 'install', '--no-install-recommends', ...packages])
  // The package lists may be old or absent, which only the first try shows.
  return install() || (isRunAsRoot([...quiet, 'update']) && install())
}

function isRunAsRoot(command: readonly string[]): boolean {
  const [program = '', ...rest] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command]
  return spawnSync(program, rest, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}
