import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { RunnerConfig } from '#tests/model-runner/config.ts'
import { findMachines } from '#tests/model-runner/discover-models.ts'
import { machinePage } from './mermaid.ts'

type Drawings = Pick<RunnerConfig, 'models' | 'drawings' | 'texts'>

/** The expected files: one page for each machine. */
async function wanted({ models, texts }: Drawings): Promise<Map<string, string>> {
  const { machines } = await findMachines(models)
  // Two models of one machine share a drawing.
  return new Map(machines.map(({ model }) => [`${model.machine.id}.md`, machinePage(model, texts)]))
}

/** Draws every machine, and deletes the pages of removed machines. */
export async function drawMachines(config: Drawings): Promise<void> {
  const folder = config.drawings
  const pages = await wanted(config)
  await mkdir(folder, { recursive: true })
  for (const file of await readdir(folder)) if (!pages.has(file)) await rm(`${folder}/${file}`)
  for (const [file, text] of pages) await writeFile(`${folder}/${file}`, text)
  console.log(`${pages.size} drawings: ${folder}`)
}

/** A message if the drawings are outdated. */
export async function drawingsAreCurrent(config: Drawings): Promise<string | null> {
  const folder = config.drawings
  const pages = await wanted(config)
  const present = await readdir(folder).catch(() => [])
  const stale = present.filter((file) => !pages.has(file))
  for (const [file, text] of pages)
    if ((await readFile(`${folder}/${file}`, 'utf8').catch(() => null)) !== text) stale.push(file)
  return stale.length === 0 ? null : `${folder} is outdated (${stale.join(', ')}): npm run qa -- --draw`
}
