import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findChromium } from '#tests/support/chromium.ts'
import { openly, tool } from './command.ts'

/** Installs what the tests need besides npm packages and this machine does not have: a Chromium and PostgreSQL's programs. */
export async function prepareMachine(): Promise<void> {
  const missing = [
    ...(findChromium() === null ? ['chromium', 'fonts-liberation'] : []),
    ...(hasPostgres() ? [] : ['postgresql']),
  ]
  if (missing.length === 0) return
  const installed = installWithApt(missing)
  if (!installed && missing.includes('chromium')) await openly(tool('playwright'), ['install', 'chromium'])
}

function hasPostgres(): boolean {
  const onPath = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'initdb')))
  return onPath || globSync('/usr/lib/postgresql/*/bin/initdb').length > 0
}

function installWithApt(packages: readonly string[]): boolean {
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const said = (args: readonly string[]) => {
    const [command = '', ...rest] = [...prefix, ...args]
    return spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  }
  if (!said(['apt-get', '--version'])) return false
  console.log(`Installing ${packages.join(', ')} with apt…`)
  const quiet = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', '-y']
  // The package lists may be old or absent: they are fetched only when the first try shows it.
  return said([...quiet, 'install', '--no-install-recommends', ...packages]) || refreshed()

  function refreshed(): boolean {
    return said([...quiet, 'update']) && said([...quiet, 'install', '--no-install-recommends', ...packages])
  }
}
