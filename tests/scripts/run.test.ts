import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const lock = (version: string) => JSON.stringify({ packages: { '': {}, 'node_modules/one': { version } } })

/** A repository of one package, with a stand-in for npm that notes what it was asked. */
function repository({ installed, npmExitsWith = 0 }: { installed: string | null; npmExitsWith?: number }) {
  const root = mkdtempSync(join(tmpdir(), 'run-'))
  for (const folder of ['scripts', 'node_modules']) mkdirSync(join(root, folder))
  cpSync('scripts/run.mjs', join(root, 'scripts/run.mjs'))
  writeFileSync(join(root, 'package-lock.json'), lock('2.0.0'))
  if (installed !== null) writeFileSync(join(root, 'node_modules/.package-lock.json'), lock(installed))
  writeFileSync(
    join(root, 'npm.cjs'),
    `require('node:fs').writeFileSync('asked', process.argv.slice(2).join(' ')); process.exit(${npmExitsWith})`,
  )
  writeFileSync(
    join(root, 'scripts/wanted.ts'),
    "const words: string[] = process.argv.slice(2)\nconsole.log(process.cwd(), words.join('+'))\nprocess.exitCode = 7\n",
  )
  const run = () => {
    // Node warns on stderr where both of the last are set.
    const plain = { NODE_OPTIONS: undefined, FORCE_COLOR: undefined, NO_COLOR: undefined }
    const env = { ...process.env, ...plain, npm_execpath: join(root, 'npm.cjs') }
    const args = [join(root, 'scripts/run.mjs'), 'scripts/wanted.ts', 'a', '--b']
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: tmpdir(), env, encoding: 'utf8' })
    return { status, stdout, stderr }
  }
  const asked = () => (existsSync(join(root, 'asked')) ? readFileSync(join(root, 'asked'), 'utf8') : null)
  return { root, run, asked }
}

test('runs the wanted script in the repository, with its words, and keeps its exit code', () => {
  const { root, run, asked } = repository({ installed: '2.0.0' })
  expect(run()).toEqual({ status: 7, stdout: `${root} a+--b\n`, stderr: '' })
  expect(asked()).toBeNull()
})

test.each([
  ['nothing is installed', null],
  ['something else is installed than the lock says', '1.9.0'],
])('installs first when %s', (_, installed) => {
  const { root, run, asked } = repository({ installed })
  expect(run()).toEqual({
    status: 7,
    stdout: `Installing the packages of package-lock.json…\n${root} a+--b\n`,
    stderr: '',
  })
  expect(asked()).toBe('ci --include=dev --include=optional --loglevel=error')
})

test('says one sentence and stops when the packages cannot be installed', () => {
  const { run } = repository({ installed: null, npmExitsWith: 1 })
  expect(run()).toEqual({
    status: 1,
    stdout: 'Installing the packages of package-lock.json…\n',
    stderr: 'npm ci did not succeed; its reason stands above.\n',
  })
})
