import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/client.ts'
import { throwProblem } from '#server/http/http-error.ts'

/**
 * Password storage of the identity provider (D-28). A change has two steps: checks first, then the change inside the
 * transaction that also sends the notifications.
 */
export type PasswordStore = {
  setFirst(request: { subject: string; password: string }): Promise<Step<'set' | 'has-one'>>
  /** Sign-in names except linked accounts, most usual first; null if only the provider knows. */
  namesOf(request: { subject: string }): Promise<SignInNames | null>
  /** Limits attempts of the current password, including rejected ones. */
  change(request: PasswordChange): Promise<Step<'changed' | Unchanged> | Unchanged>
  /** Removes the password and ends the provider's sessions; inside our transaction if the store is local. */
  drop(transaction: Database, request: { subject: string }): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Null with an external provider whose passwords cannot be changed here (no `IAM_PASSWORD_URL`). */
    passwords: PasswordStore | null
  }
}

/** A remote store cannot join our transaction; it is called inside it while the user row is locked. */
type Step<Outcome> = (transaction: Database) => Promise<Outcome>
type Unchanged = 'wrong' | { retryAfter: number }

type PasswordChange = {
  subject: string
  currentPassword: string
  newPassword: string
  /** Network address of the request. */
  address: string
}

export type SignInNames = { kind: 'email' | 'phone' | 'login'; value: string }[]

const timeout = 5_000

/** Password store of an external identity provider, over HTTP (docs/password-store.md). */
export function createRemotePasswordStore({
  url,
  secret,
  log,
}: {
  url: string
  secret: string
  log: FastifyBaseLogger
}): PasswordStore {
  async function post(action: 'set-first' | 'change' | 'drop', body: object): Promise<Response> {
    try {
      return await fetch(`${url.replace(/\/+$/, '')}/${action}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      })
    } catch (error) {
      log.error({ err: error }, 'the password store does not respond')
      return throwProblem('provider-unreachable', 'The password store does not respond')
    }
  }

  function rejectResponse(action: string, status: number): never {
    log.error({ action, status }, 'the password store sent an unexpected response')
    return throwProblem('provider-unreachable', 'The password store sent an unexpected response')
  }

  return {
    setFirst: async (request) => async () => {
      const { status } = await post('set-first', request)
      if (status === 204) return 'set'
      return status === 409 ? 'has-one' : rejectResponse('set-first', status)
    },
    namesOf: async () => null,
    change: async (request) => async () => {
      const { status, headers } = await post('change', request)
      if (status === 204) return 'changed'
      if (status === 422) return 'wrong'
      if (status === 429) return { retryAfter: Number(headers.get('retry-after')) || 60 }
      return rejectResponse('change', status)
    },
    async drop(_transaction, request) {
      const { status } = await post('drop', request)
      if (status !== 204) rejectResponse('drop', status)
    },
  }
}
