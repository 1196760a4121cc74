import { signInFailures } from '#contract/auth/sign-in-failures.ts'
import { type ProblemType, problemOfSignInFailure } from '#contract/problem.ts'
import { formatQueryString } from '#src/api/query-string.ts'
import type { OauthFailure, OauthResult } from '#src/machines/oauth-result.ts'
import { json, type Reply } from '#tests/model-runner/browser/app-under-test.ts'
import { inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserPool } from '#tests/model-runner/browser/browser-pool.ts'
import { assertLeaving, type BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { byEnvironment } from '#tests/model-runner/browser/drivers.ts'
import { passTime } from '#tests/model-runner/browser/fake-timers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { Level, Model } from '#tests/model-runner/model.ts'
import { sessionPage } from '#tests/support/pages/session-page.ts'
import { showsErrorPage } from './app/outside-events.ts'
import { problem } from './app/problems.ts'
import { profileState } from './app/profile-state.ts'
import { broughtBack, oauthResultModel, oauthResultRefusedModel, refusedBack } from './oauth-result.model.ts'
import { anna } from './sample-users.ts'

const call = 'POST /v1/auth/oauth-result'
const timedOut = { reason: 'timeout', requestId: null }

export const oauthResultInBrowser = (pool: BrowserPool) => played(pool, oauthResultModel, broughtBack)
export const oauthResultRefusedInBrowser = (pool: BrowserPool) => played(pool, oauthResultRefusedModel, refusedBack)

function played(pool: BrowserPool, model: Model, { fromUrl, ...parameters }: OauthResult): Level<BrowserStage> {
  const start = `/auth/oauth-result${formatQueryString({ ...parameters, from_url: fromUrl })}`
  return inBrowser(pool, model, {
    start,
    state: () => profileState(anna),
    calls: { sendResult: (given: OauthResult) => ({ call, body: given }) },
    // A call without an answer in time has a reason of its own.
    address: ({ value }, { expectedUrl, last }) =>
      value === 'failed' && last?.step.event.fault === 'timeout' ? failureAddress(timedOut) : expectedUrl,
    events: {
      'xstate.done.actor.sendResult': byEnvironment(async (stage, { event }) => {
        await stage.network.answer(call, json({ location: event.output }))
        if (event.output === null) stage.expectedUrl = '/home-page'
        else stage.destination = stage.origin + event.output
      }),
      'xstate.error.actor.sendResult': byEnvironment(async (stage, { event: { error } }) => {
        await stage.network.answer(call, replyFor(error))
        stage.expectedUrl = failureAddress(error)
      }),
      'xstate.after.slowAfter.oauthResult.sending.prompt': byEnvironment(({ page }) => passTime(page, 5000)),
    },
    states: {
      'sending.prompt': (stage) => isWaiting(stage, { slow: false }),
      'sending.slow': (stage) => isWaiting(stage, { slow: true }),
      leaving: assertLeaving,
      goingHome: showsErrorPage,
      failed: showsErrorPage,
    },
  })
}

function replyFor({ reason, requestId }: OauthFailure): Reply {
  if (requestId === null) return 'offline'
  const known = signInFailures.find((one) => one === reason)
  return known
    ? problem(problemOfSignInFailure[known], { reason: known, requestId })
    : problem(reason as ProblemType, { requestId })
}

function failureAddress({ reason, requestId }: OauthFailure): string {
  const request = requestId === null ? '' : `&request=${requestId}`
  return `/500?after=sign-in${reason === null ? '' : `&reason=${reason}`}${request}&from=%2F`
}

async function isWaiting({ page }: BrowserStage, { slow }: { slow: boolean }): Promise<void> {
  const session = sessionPage(page)
  await soon(session.heading('signingIn')).toBeVisible()
  await soon(session.slow).toHaveCount(slow ? 1 : 0)
}
