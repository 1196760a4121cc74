import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** The commits of releases that a school may come from. */
const releases = { '0.1.0': 'a3f4212d' } as const

export type OldRelease = keyof typeof releases

export const oldReleases = Object.keys(releases) as OldRelease[]

/** Checks out and builds a former release, once. Needs the history of the repository. */
export function buildOldRelease(release: OldRelease): string {
  const directory = resolve('.cache/releases', release)
  const inDirectory = { cwd: directory, stdio: 'inherit' } as const
  if (!existsSync(directory))
    execFileSync('git', ['worktree', 'add', '--detach', directory, releases[release]], { stdio: 'inherit' })
  if (!existsSync(`${directory}/node_modules`)) execFileSync('npm', ['ci', '--no-audit', '--no-fund'], inDirectory)
  if (!existsSync(`${directory}/dist-ssr`)) execFileSync('npm', ['run', 'build'], inDirectory)
  return directory
}
