import { fromPromise } from 'xstate'
import { safeReturnPath } from '#contract/return-path.ts'
import { attempt } from './api/failure.ts'
import type { FlowWorld } from './flow-wiring.ts'
import { type OauthResult, oauthResultMachine } from './machines/oauth-result.ts'
import { recoveryMachine } from './machines/recovery.ts'
import { signOutMachine } from './machines/sign-out.ts'
import { forgetTexts } from './unsent.ts'

/** The flows of the pages by which one comes in, goes out and comes back after a failure; wired with these pages. */
export function wireThreshold({ browser, http, navigate, session, replacePage }: FlowWorld) {
  return {
    oauthResult: oauthResultMachine.provide({
      actors: {
        sendResult: fromPromise<string | null, OauthResult>(async ({ input }) => {
          const { location: target } = await http('POST /v1/auth/oauth-result', { body: input })
          // The server has judged the path; the browser judges it again (D-2).
          return target === null ? null : safeReturnPath(target, browser().location.origin)
        }),
      },
      actions: {
        replacePage,
        openHome: () => navigate('/', { replace: true }),
        showBroken: () => navigate('/500?after=sign-in', { replace: true, from: '/' }),
      },
    }),

    signOut: signOutMachine.provide({
      actors: {
        requestLogoutLink: fromPromise<string>(async () => {
          const { answer, error } = await attempt(http('GET /v1/auth/logout-link'))
          if (error !== null) throw error
          forgetTexts(browser())
          return answer.url
        }),
      },
      actions: { replacePage },
    }),

    recovery: recoveryMachine.provide({
      actors: {
        checkServer: fromPromise<boolean>(async ({ signal }) => {
          // A server that takes the question and says nothing is silent too.
          const patience = AbortSignal.any([signal, AbortSignal.timeout(5000)])
          return (await browser().fetch('/readyz', { signal: patience })).ok
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
