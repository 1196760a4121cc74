import { expect } from 'playwright/test'
import type { ServerProcess } from './server-process.ts'

type Letter = { target: string; subject: string | null; text: string }

/**
 * Waits for the one message in the demo's outbox to a phone or an email with this text. Other messages of the same
 * minute, for example about a new device, are ignored.
 */
export async function letterTo({ providerAddress }: ServerProcess, target: string, says: string): Promise<Letter> {
  const read = async (): Promise<Letter[]> => {
    const answer = await fetch(`${providerAddress}/outbox.json?to=${encodeURIComponent(target)}`)
    const letters = (await answer.json()) as Letter[]
    return letters.filter(({ subject, text }) => `${subject} ${text}`.includes(says))
  }
  const counted = expect.poll(async () => (await read()).length, `messages to ${target} that say «${says}»`)
  await counted.toBe(1)
  const [letter] = await read()
  return letter as Letter
}

/** The code in a message. */
export function codeIn({ text }: Letter): string {
  const code = /\b\d{6}\b/.exec(text)?.[0]
  if (code === undefined) throw new Error(`There is no code in «${text}»`)
  return code
}
