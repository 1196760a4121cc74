import { createInterface } from 'node:readline/promises'
import { type Level, type Model, titleOf } from './model.ts'

/** Prints the next step and waits for a key. */
export function steppingOf<Stage>(model: Model, level: Level<Stage>): Level<Stage> {
  const events = Object.entries(level.events).map(([type, drive]): [string, typeof drive] => [
    type,
    async (stage, step) => {
      await enter(titleOf(model, step))
      await drive(stage, step)
    },
  ])
  const close = async (stage: Stage) => {
    await enter('конец пути')
    await level.close(stage)
  }
  return { ...level, events: Object.fromEntries(events), close }
}

async function enter(words: string): Promise<void> {
  const keys = createInterface({ input: process.stdin, output: process.stdout })
  await keys.question(`${words} — Enter `)
  keys.close()
}
