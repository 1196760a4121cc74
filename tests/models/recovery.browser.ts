import { json, type Reply } from '#tests/model-runner/browser/app-under-test.ts'
import { inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserPool } from '#tests/model-runner/browser/browser-pool.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { byEnvironment, byUser } from '#tests/model-runner/browser/drivers.ts'
import { passTime } from '#tests/model-runner/browser/fake-timers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { Level } from '#tests/model-runner/model.ts'
import type { Step } from '#tests/model-runner/paths/replay.ts'
import { sessionPage } from '#tests/support/pages/session-page.ts'
import { showsErrorPage } from './app/outside-events.ts'
import { problem } from './app/problems.ts'
import { profileState } from './app/profile-state.ts'
import { recoveryModel, work } from './recovery.model.ts'
import { anna } from './sample-users.ts'

const call = 'GET /readyz'

export function recoveryInBrowser(pool: BrowserPool): Level<BrowserStage> {
  const start = `/500?from=${encodeURIComponent(work)}`
  const silent = byEnvironment(({ network }) => network.answer(call, 'offline'))
  return inBrowser(pool, recoveryModel, {
    start,
    state: () => profileState(anna),
    calls: { checkServer: () => ({ call }), checkServerAgain: () => ({ call }) },
    address: ({ value }) => (value === 'returning' ? work : start),
    events: {
      'xstate.done.actor.checkServer': byEnvironment(checked),
      'xstate.done.actor.checkServerAgain': byEnvironment(checked),
      'xstate.error.actor.checkServer': silent,
      'xstate.error.actor.checkServerAgain': silent,
      'xstate.after.pause.recovery.silent': byEnvironment(({ page }) => passTime(page, 3000)),
      'recovery.retry': byUser(({ page, press }) => press(sessionPage(page).retry)),
    },
    states: {
      checking: (stage) => showsBroken(stage, { silent: false }),
      answering: (stage) => showsBroken(stage, { silent: false }),
      silent: (stage) => showsBroken(stage, { silent: true }),
      checkingAgain: (stage) => showsBroken(stage, { silent: true }),
      returning: async (stage) => {
        await showsErrorPage({ ...stage, expectedUrl: work })
        // The page whose code loads has no heading yet.
        await soon(stage.page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      },
    },
  })
}

function checked({ network }: BrowserStage, { event }: Step): Promise<void> {
  const reply: Reply = event.output ? json({}) : problem('unavailable')
  return network.answer(call, reply)
}

async function showsBroken(stage: BrowserStage, { silent }: { silent: boolean }): Promise<void> {
  await showsErrorPage(stage)
  await soon(sessionPage(stage.page).silentServer).toHaveCount(silent ? 1 : 0)
}
