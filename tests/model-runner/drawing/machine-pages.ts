import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { RunnerConfig } from '#tests/model-runner/config.ts'
import { findMachines } from '#tests/model-runner/discover-models.ts'
import { plan } from '#tests/model-runner/paths/plan.ts'
import { type DrawnMachine, drawMachine } from './drawn-machine.ts'
import { svgOf } from './svg.ts'

type Drawings = Pick<RunnerConfig, 'models' | 'drawings' | 'texts'>

/** The expected files by name: a page for each machine, and its drawings. */
async function wanted({ models, texts }: Drawings): Promise<Map<string, string>> {
  const { machines } = await findMachines(models)
  const files = new Map<string, string>()
  for (const { model } of machines) {
    const name = model.machine.id
    // Two models of one machine share a drawing.
    if (files.has(`${name}.md`)) continue
    const machine = await drawMachine(plan(model), texts, 'en')
    files.set(`${name}.md`, pageOf(machine, name))
    for (const [index, drawing] of machine.drawings.entries()) files.set(fileOf(name, index), svgOf(drawing, machine))
  }
  return files
}

function pageOf({ title, drawings, transitions, states }: DrawnMachine, name: string): string {
  const rows = transitions.map(({ source, event, targets, titles, guard }) =>
    [
      `\`${source}\``,
      `\`${event}\``,
      titles.join('; '),
      guard ?? '',
      targets.map((target) => `\`${target}\``).join(', ') || 'stays',
    ].map((cell) => cell.replaceAll('|', '\\|')),
  )
  return `# ${title}

Machine \`${name}\`, drawn from its code by \`npm run qa:draw\`. \`npm run check\` refuses a drawing that is not current.
A grey box is a state of another drawing.

${drawings.map((drawing, index) => `${drawings.length === 1 ? '' : `## ${drawing.title}\n\n`}![${drawing.title}](${fileOf(name, index)})`).join('\n\n')}

## States

${tableOf(
  ['state', 'meaning'],
  Object.entries(states).map(([id, meaning]) => [`\`${id}\``, meaning]),
)}

## Transitions

${tableOf(['from', 'event', 'cases', 'if', 'to'], rows)}
`
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const fileOf = (name: string, index: number) => `drawings/${name}-${index + 1}.svg`

/** Draws every machine, and deletes the files of removed machines. */
export async function drawMachines(config: Drawings): Promise<void> {
  const folder = config.drawings
  const files = await wanted(config)
  await mkdir(`${folder}/drawings`, { recursive: true })
  for (const file of await filesIn(folder)) if (!files.has(file)) await rm(`${folder}/${file}`)
  for (const [file, text] of files) await writeFile(`${folder}/${file}`, text)
  console.log(`${files.size} files: ${folder}`)
}

/** A message if the drawings are outdated. */
export async function drawingsAreCurrent(config: Drawings): Promise<string | null> {
  const folder = config.drawings
  const files = await wanted(config)
  const stale = (await filesIn(folder)).filter((file) => !files.has(file))
  for (const [file, text] of files)
    if ((await readFile(`${folder}/${file}`, 'utf8').catch(() => null)) !== text) stale.push(file)
  return stale.length === 0 ? null : `${folder} is outdated (${stale.join(', ')}): npm run qa:draw`
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}
