import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createLog } from '#server/terminal/log.ts'

const secretFields = /^(password|currentPassword|newPassword|code|state|token|secret|session_state|id_token)$/

/** Keeps a log in memory, and checks at the end of a suite that it contains no secret of the requests. */
export function createCheckedLog() {
  const lines: string[] = []
  const secrets = new Set<string>()

  /** Shorter values and plain words can appear in a log by chance. */
  const note = (value: unknown) => {
    if (typeof value === 'string' && value.length >= 6 && /\d/.test(value)) secrets.add(value)
  }
  const noteFields = (given: unknown) => {
    if (typeof given !== 'object' || given === null) return
    for (const [name, value] of Object.entries(given)) if (secretFields.test(name)) note(value)
  }

  return {
    log: createLog({ LOG_LEVEL: 'trace' }, { write: (line) => void lines.push(line) }),
    /** Records the cookies, one-time secrets, codes and passwords of every request. Call it before the app is ready. */
    watch(app: FastifyInstance): void {
      app.addHook('preHandler', async ({ cookies, query, params, body }: FastifyRequest) => {
        for (const [name, value] of Object.entries(cookies)) if (/session|attempt|device/.test(name)) note(value)
        for (const part of [query, params, body]) noteFields(part)
      })
      app.addHook('onSend', async (_request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
        for (const cookie of [reply.getHeader('set-cookie') ?? []].flat()) note(/=([^;]*)/.exec(String(cookie))?.[1])
        if (typeof payload === 'string')
          for (const [, secret] of payload.matchAll(/\/calendar\/([\w-]{22})/g)) note(secret)
        return payload
      })
    },
    /** Throws if the log contains a recorded secret. */
    check(): void {
      const text = lines.join('')
      const logged = [...secrets].filter((secret) => {
        const at = text.indexOf(secret)
        return at !== -1 && !/[\w-]/.test(text[at - 1] ?? ' ') && !/[\w-]/.test(text[at + secret.length] ?? ' ')
      })
      if (logged.length > 0) throw new Error(`The log holds secrets: ${logged.join(', ')}`)
    },
  }
}
