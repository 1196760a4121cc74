import { expect } from 'playwright/test'

type Letter = { target: string; subject: string | null; text: string; at: string }

/** Waits for the one message of the demo's outbox to a phone or an email that contains a text. */
export type LetterTo = (target: string, content: string) => Promise<Letter>

/** Reads messages since a date, so that a story does not see those of the stories before it. */
export function outboxReader({ providerAddress }: { providerAddress: string }, since: Date): LetterTo {
  return async (target, content) => {
    const read = async (): Promise<Letter[]> => {
      const response = await fetch(`${providerAddress}/outbox.json?to=${encodeURIComponent(target)}`)
      const letters = (await response.json()) as Letter[]
      return letters.filter(({ at, subject, text }) => new Date(at) >= since && `${subject} ${text}`.includes(content))
    }
    await expect.poll(async () => (await read()).length, `messages to ${target} with «${content}»`).toBe(1)
    const [letter] = await read()
    return letter as Letter
  }
}

/** The code in a message. */
export function codeIn({ text }: Letter): string {
  const code = /\b\d{6}\b/.exec(text)?.[0]
  if (code === undefined) throw new Error(`There is no code in «${text}»`)
  return code
}
