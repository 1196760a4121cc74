import { glob, readFile } from 'node:fs/promises'
import { drawingsAreCurrent } from '#tests/models/report/machine-pages.ts'
import { quietly, tool } from './command.ts'
import { migrationsAreCurrent, routeTreeIsCurrent } from './generated.ts'
import { complaintsAbout } from './import-rules.ts'

/** `complaint` is what to read when it is not well. */
type Check = { title: string; complaint: () => Promise<string | null> }

const checks: readonly Check[] = [
  { title: 'types', complaint: () => saidBy(tool('typescript', 'tsc'), ['-p', '.']) },
  { title: 'dead code', complaint: () => saidBy(tool('knip')) },
  {
    title: 'lint and format',
    complaint: () => saidBy(tool('@biomejs/biome', 'biome'), ['ci', '--error-on-warnings', '--colors=off']),
  },
  { title: 'who imports whom', complaint: importComplaints },
  {
    title: 'catalogs hold every message',
    complaint: () => saidBy(tool('@lingui/cli', 'lingui'), ['check', 'sync', '--clean', '--verbose']),
  },
  {
    title: 'every message is translated',
    complaint: () => saidBy(tool('@lingui/cli', 'lingui'), ['check', 'missing', '--mode', 'catalog', '--verbose']),
  },
  { title: 'route tree is current', complaint: routeTreeIsCurrent },
  { title: 'migrations are current', complaint: migrationsAreCurrent },
  { title: 'drawings of machines are current', complaint: drawingsAreCurrent },
]

// A literal pattern in the call of glob would make knip take every file as used.
const folders = ['contract', 'src', 'server', 'tests', 'scripts']

/** Runs all checks, two at a time, and prints a line for each and the complaints of those that found something. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const waiting = [...checks]
  let failed = 0
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const started = performance.now()
      const complaint = await check.complaint().catch((error: Error) => error.message)
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      console.log(`${complaint === null ? '✓' : '✗'} ${check.title} (${seconds} s)`)
      if (complaint === null) continue
      failed += 1
      console.log(`${complaint.trimEnd()}\n`)
    }
  }
  await Promise.all([worker(), worker()])
  return { passed: checks.length - failed, failed }
}

async function saidBy(script: string, args: readonly string[] = []): Promise<string | null> {
  const { code, output } = await quietly(script, args)
  return code === 0 ? null : output
}

async function importComplaints(): Promise<string | null> {
  const found: string[] = []
  for await (const path of glob(folders.map((folder) => `${folder}/**/*.{ts,tsx}`)))
    found.push(...complaintsAbout(path.replaceAll('\\', '/'), await readFile(path, 'utf8')))
  return found.length === 0 ? null : found.sort().join('\n')
}
