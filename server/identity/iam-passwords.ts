import type { FastifyBaseLogger } from 'fastify'
import { refuse } from '#server/refusal.ts'
import type { PasswordKeeper } from './password-keeper.ts'

const patience = 5_000

/** The passwords of an external IAM, over HTTP as docs/password-keeper.md says. */
export function createIamPasswords({
  url,
  secret,
  log,
}: {
  url: string
  secret: string
  log: FastifyBaseLogger
}): PasswordKeeper {
  async function ask(action: 'set-first' | 'change' | 'drop', body: object): Promise<Response> {
    try {
      return await fetch(`${url.replace(/\/+$/, '')}/${action}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(patience),
      })
    } catch (error) {
      log.error({ err: error }, 'the keeper of passwords does not answer')
      return refuse('provider-unreachable', 'The keeper of passwords does not answer')
    }
  }

  function refuseAnswer(action: string, status: number): never {
    log.error({ action, status }, 'the keeper of passwords does not answer as it should')
    return refuse('provider-unreachable', 'The keeper of passwords does not answer as it should')
  }

  return {
    setFirst: async (asked) => async () => {
      const { status } = await ask('set-first', asked)
      if (status === 204) return 'set'
      return status === 409 ? 'has-one' : refuseAnswer('set-first', status)
    },
    namesOf: async () => null,
    change: async (asked) => async () => {
      const { status, headers } = await ask('change', asked)
      if (status === 204) return 'changed'
      if (status === 422) return 'wrong'
      if (status === 429) return { retryAfter: Number(headers.get('retry-after')) || 60 }
      return refuseAnswer('change', status)
    },
    async drop(_transaction, asked) {
      const { status } = await ask('drop', asked)
      if (status !== 204) refuseAnswer('drop', status)
    },
  }
}
