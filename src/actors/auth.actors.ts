import { safeReturnPath } from '#contract/auth/return-path.ts'
import { signInFailureAddress } from '#contract/auth/sign-in-failures.ts'
import { toResult, unreached } from '#src/api/api-error.ts'
import { type OauthResult, oauthResultMachine } from '#src/machines/oauth-result.ts'
import { recoveryMachine } from '#src/machines/recovery.ts'
import { signOutMachine } from '#src/machines/sign-out.ts'
import { clearStoredTexts, hideCachedAnswers } from '#src/storage/stored-texts.ts'
import type { FlowDependencies } from './flow-dependencies.ts'
import { promiseActor } from './promise-actor.ts'
import { signInFailureOf } from './sign-in-failure.ts'

/** Milliseconds. */
const cacheDeletionTimeoutMs = 2000

/** Actors and actions of the machines for sign-in, sign-out and recovery from a server failure. */
export function provideAuthFlows({ browser, http, navigate, session, replacePage }: FlowDependencies) {
  return {
    oauthResult: oauthResultMachine.provide({
      actors: {
        sendResult: promiseActor<string | null, OauthResult>(async ({ input }) => {
          const { answer, error } = await toResult(http('POST /v1/auth/oauth-result', { body: input }))
          if (error !== null) throw signInFailureOf(error)
          // Defence in depth: the server has validated the path already.
          return answer.location === null ? null : safeReturnPath(answer.location, browser().location.origin)
        }),
      },
      actions: {
        replacePage,
        openHome: () => navigate('/', { replace: true }),
        showFailure: (_, failure) => navigate(signInFailureAddress(failure), { replace: true, from: '/' }),
      },
    }),

    signOut: signOutMachine.provide({
      actors: {
        requestLogoutLink: promiseActor<string>(async () => {
          const { answer, error } = await toResult(http('GET /v1/auth/logout-link'))
          if (error !== null) throw error
          clearStoredTexts(browser())
          hideCachedAnswers(browser())
          // Before the page of the server replaces this one. A deletion that fails or hangs leaves the answers hidden.
          const deleted = import('#src/storage/cached-answers.ts').then(({ forgetAnswers }) => forgetAnswers())
          const late = new Promise<void>((resolve) => browser().setTimeout(resolve, cacheDeletionTimeoutMs))
          await Promise.race([deleted, late]).catch(() => undefined)
          return answer.url
        }),
      },
      actions: { replacePage },
    }),

    recovery: recoveryMachine.provide({
      actors: {
        checkServer: promiseActor<boolean>(async ({ signal }) => {
          // A server that accepts the request and never answers counts as down.
          const deadline = AbortSignal.any([signal, AbortSignal.timeout(5000)])
          const { ok, body } = await browser().fetch('/readyz', { signal: deadline }).catch(unreached)
          // An answer that is not read occupies its connection.
          await body?.cancel()
          return ok
        }),
      },
      actions: {
        returnToWork: (_, { from }) => {
          session().send({ type: 'session.retry' })
          navigate(safeReturnPath(from, browser().location.origin), { replace: true })
        },
      },
    }),
  }
}
