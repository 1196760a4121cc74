import { glob, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { findIncompleteness } from '#tests/model-runner/completeness.ts'
import { findMachines } from '#tests/model-runner/discover-models.ts'
import { drawingsAreCurrent } from '#tests/model-runner/drawing/machine-pages.ts'
import { config } from '#tests/models/config.ts'
import { checkMigrations, checkRouteTree } from './generated-files.ts'
import { bannedWordsIn, bareCitationsIn } from './plain-language.ts'
import { resolveBin, runCaptured } from './run-command.ts'
import { emptyComponentsIn, vagueNameOf } from './source-rules.ts'

/** `run` returns the report of a failed check, or null. */
type Check = { title: string; run: () => Promise<string | null> }

const checks: readonly Check[] = [
  // Several checkers check the types that they share several times, and there are two cores.
  { title: 'types', run: () => outputOf(resolveBin('typescript', 'tsc'), ['-p', '.', '--checkers', '1']) },
  { title: 'dead code', run: () => outputOf(resolveBin('knip')) },
  {
    title: 'lint and format',
    run: () => outputOf(resolveBin('@biomejs/biome', 'biome'), ['ci', '--error-on-warnings', '--colors=off']),
  },
  {
    // Rules: eslint.config.js. Everything else is the matter of Biome.
    title: 'no browser API is newer than the oldest browser',
    run: () => outputOf(resolveBin('eslint'), ['--max-warnings=0', 'src', 'contract']),
  },
  {
    title: 'import rules',
    run: () =>
      outputOf(resolveBin('dependency-cruiser', 'depcruise'), [
        ...['--config', 'dependency-cruiser.config.ts', '--output-type', 'err-long'],
        ...['contract', 'src', 'server', 'scripts', 'tests/model-runner'],
      ]),
  },
  { title: 'no component is empty', run: () => checkFiles(['src/routes/**/*.tsx'], emptyComponentsIn) },
  { title: 'file names', run: () => checkFiles(sources, vagueNameOf) },
  { title: 'plain language', run: () => checkFiles(plainFiles, bannedWordsIn) },
  { title: 'comments say the rule', run: () => checkFiles(sources, bareCitationsIn) },
  { title: 'folder sizes', run: checkFolderSizes },
  { title: 'machine sizes', run: checkMachineSizes },
  {
    title: 'catalogs hold every message',
    run: () => outputOf(resolveBin('@lingui/cli', 'lingui'), ['check', 'sync', '--clean', '--verbose']),
  },
  {
    title: 'every message is translated',
    run: () => outputOf(resolveBin('@lingui/cli', 'lingui'), ['check', 'missing', '--mode', 'catalog', '--verbose']),
  },
  { title: 'route tree is current', run: checkRouteTree },
  { title: 'migrations are current', run: checkMigrations },
  {
    title: 'migrations stop no call',
    run: () =>
      outputOf(resolveBin('squawk-cli', 'squawk'), [
        ...['--config', 'server/db/squawk.toml', '--reporter', 'gcc'],
        'server/db/migrations/*.sql',
      ]),
  },
  { title: 'drawings of machines are current', run: () => drawingsAreCurrent(config) },
  { title: 'models are complete', run: checkModels },
]

// With a literal pattern knip would treat every file as used.
const folders = ['contract', 'src', 'server', 'tests', 'scripts']
const sources = folders.map((folder) => `${folder}/**/*.{ts,tsx}`)

/** Files without a word of the banned list. */
const plainFiles = [...sources, '*.md', 'docs/**/*.md']

const maxFilesPerFolder = 25
/** Flat by convention: one file per screen, per machine. */
const largeFolders = ['src/routes', 'src/machines', 'src/actors', 'tests/models', 'tests/models/e2e']

const maxLinesPerMachine = 150

/** Runs all checks, two at a time, and prints one line per check and the reports of failed ones. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const waiting = [...checks]
  let failed = 0
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const started = performance.now()
      const report = await check.run().catch((error: Error) => error.message)
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      console.log(`${report === null ? '✓' : '✗'} ${check.title} (${seconds} s)`)
      if (report === null) continue
      failed += 1
      console.log(`${report.trimEnd()}\n`)
    }
  }
  await Promise.all([worker(), worker()])
  return { passed: checks.length - failed, failed }
}

async function outputOf(script: string, args: readonly string[] = []): Promise<string | null> {
  const { code, output } = await runCaptured(script, args)
  return code === 0 ? null : output
}

async function checkModels(): Promise<string | null> {
  const found = await findIncompleteness(await findMachines(config.models), config)
  return found.length === 0 ? null : found.join('\n')
}

async function checkFiles(
  checked: readonly string[],
  violationsOf: (path: string, source: string) => string[],
): Promise<string | null> {
  const found = (await read(checked)).flatMap(({ path, source }) => violationsOf(path, source))
  return found.length === 0 ? null : found.sort().join('\n')
}

async function read(patterns: readonly string[]): Promise<{ path: string; source: string }[]> {
  const files: { path: string; source: string }[] = []
  for await (const path of glob(patterns))
    files.push({ path: path.replaceAll('\\', '/'), source: await readFile(path, 'utf8') })
  return files
}

async function checkFolderSizes(): Promise<string | null> {
  const sizes = new Map<string, number>()
  for await (const path of glob(folders.map((folder) => `${folder}/**/*.{ts,tsx,cjs,mjs,css}`))) {
    const folder = dirname(path.replaceAll('\\', '/'))
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  }
  const found = [...sizes].filter(([folder, size]) => size > maxFilesPerFolder && !largeFolders.includes(folder))
  return found.length === 0
    ? null
    : found.map(([folder, size]) => `${folder} holds ${size} files: split it (at most ${maxFilesPerFolder})`).join('\n')
}

async function checkMachineSizes(): Promise<string | null> {
  const found = (await read(['src/machines/**/*.ts']))
    .map(({ path, source }) => ({ path, lines: source.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > maxLinesPerMachine)
  return found.length === 0
    ? null
    : found.map(({ path, lines }) => `${path} has ${lines} lines (at most ${maxLinesPerMachine})`).join('\n')
}
