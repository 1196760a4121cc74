import { expect } from 'playwright/test'

type OutboxMessage = { target: string; subject: string | null; text: string; at: string }

/** Waits for the one message of the demo's outbox to a phone or an email that contains a text. */
export type MessageTo = (target: string, content: string) => Promise<OutboxMessage>

/** Reads messages since a date, so that a story does not see those of the stories before it. */
export function outboxReader({ providerAddress }: { providerAddress: string }, since: Date): MessageTo {
  return async (target, content) => {
    const read = async (): Promise<OutboxMessage[]> => {
      const response = await fetch(`${providerAddress}/outbox.json?to=${encodeURIComponent(target)}`)
      const messages = (await response.json()) as OutboxMessage[]
      return messages.filter(({ at, subject, text }) => new Date(at) >= since && `${subject} ${text}`.includes(content))
    }
    await expect.poll(async () => (await read()).length, `messages to ${target} with «${content}»`).toBe(1)
    const [message] = await read()
    return message as OutboxMessage
  }
}

/** The code in a message. */
export function codeIn({ text }: OutboxMessage): string {
  const code = /\b\d{6}\b/.exec(text)?.[0]
  if (code === undefined) throw new Error(`There is no code in «${text}»`)
  return code
}
