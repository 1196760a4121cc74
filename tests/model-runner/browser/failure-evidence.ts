import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import type { Level } from '#tests/model-runner/model.ts'
import type { Recording } from '#tests/model-runner/paths/play-paths.ts'
import { takeScreenshot } from '#tests/model-runner/report/screenshots.ts'

/** Files of a failed path, relative to the folder of the report; null if it could not be made. */
export type Evidence = { trace: string | null; before: string | null; after: string | null }

/** Beyond this many failed paths the build is broken, and traces of the first ones say why. */
const maxRecordings = 20
const wide = 1280

/** The evidence of a run, written to `<folder>/evidence/<machine>-<path>`. */
export type EvidenceStore = { folder: string; left: number }

export function createEvidenceStore(folder: string): EvidenceStore {
  return { folder, left: maxRecordings }
}

/**
 * Plays one path with a Playwright trace, and with screenshots before and after the failed step. A failed path is
 * played again on it, because a trace of every path takes 44 % more time. The level calls `begins` with
 * its page before it opens anything.
 */
export function recordingOf<Stage extends { page: Page }>(
  levelOf: (begins: (page: Page) => Promise<void>) => Level<Stage>,
  { name, store }: { name: string; store: EvidenceStore },
): Recording<Stage> {
  if (store.left === 0) return { level: levelOf(async () => undefined), evidence: () => null }
  store.left -= 1
  const folder = join('evidence', name)
  const evidence: Evidence = { trace: null, before: null, after: null }
  let before: Buffer | null = null
  let traced: Page | null = null
  const level = levelOf(async (page) => {
    traced = page
    await page.context().tracing.start({ screenshots: true, snapshots: true })
  })
  return { level: { ...level, open, close, describe, events: mapped(level.events) }, evidence: () => evidence }

  async function open(): Promise<Stage> {
    try {
      return await level.open()
    } catch (error) {
      await stop()
      throw error
    }
  }

  async function close(stage: Stage): Promise<void> {
    await stop()
    await level.close(stage)
  }

  function mapped(events: Level<Stage>['events']): Level<Stage>['events'] {
    return Object.fromEntries(
      Object.entries(events).map(([type, act]): [string, typeof act] => [
        type,
        async (stage, step) => {
          before = await takeScreenshot(stage, wide).catch(() => null)
          await act(stage, step)
        },
      ]),
    )
  }

  /** Runs after a failure, before the page is closed. */
  async function describe(stage: Stage): Promise<string> {
    evidence.before = await written('before.webp', before)
    evidence.after = await written('after.webp', await takeScreenshot(stage, wide).catch(() => null))
    return (await level.describe?.(stage)) ?? ''
  }

  async function written(file: string, picture: Buffer | null): Promise<string | null> {
    if (picture === null) return null
    await mkdir(join(store.folder, folder), { recursive: true })
    await writeFile(join(store.folder, folder, file), picture)
    return join(folder, file).replaceAll('\\', '/')
  }

  async function stop(): Promise<void> {
    const page = traced
    traced = null
    const file = join(folder, 'trace.zip')
    // A trace that cannot be written does not hide the failure.
    await page
      ?.context()
      .tracing.stop({ path: join(store.folder, file) })
      .then(() => {
        evidence.trace = file.replaceAll('\\', '/')
      })
      .catch(() => undefined)
  }
}
