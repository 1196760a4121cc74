import { expect } from 'playwright/test'
import type { ServerProcess } from './server-process.ts'

type Letter = { target: string; subject: string | null; text: string }

/**
 * Messages of the demo's outbox to a phone or an email, the newest first; waits until there are `count`. Where the
 * school itself may write in the same minute, of a place or a certificate, `about` is what their subject says.
 */
export async function lettersTo(
  { providerAddress }: ServerProcess,
  target: string,
  count: number,
  about = '',
): Promise<Letter[]> {
  const read = async (): Promise<Letter[]> => {
    const answer = await fetch(`${providerAddress}/outbox.json?to=${encodeURIComponent(target)}`)
    const letters = (await answer.json()) as Letter[]
    return letters.filter(({ subject }) => (subject ?? '').includes(about))
  }
  await expect.poll(async () => (await read()).length, `letters to ${target}`).toBe(count)
  return read()
}

/** The code in a message. */
export function codeIn({ text }: Letter): string {
  const code = /\b\d{6}\b/.exec(text)?.[0]
  if (code === undefined) throw new Error(`There is no code in «${text}»`)
  return code
}
