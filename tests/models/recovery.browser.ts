import { inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { Desk } from '#tests/model-runner/browser/browser-pool.ts'
import { type BrowserStage, standsAt } from '#tests/model-runner/browser/browser-stage.ts'
import { person, world } from '#tests/model-runner/browser/drivers.ts'
import { passTime } from '#tests/model-runner/browser/fake-timers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { json, problem, type Reply } from '#tests/model-runner/browser/scripted-network.ts'
import type { Level } from '#tests/model-runner/model.ts'
import type { Step } from '#tests/model-runner/paths/replay.ts'
import { recoveryModel, work } from './recovery.model.ts'
import { anna } from './sample-users.ts'

const call = 'GET /readyz'

export function recoveryInBrowser(desk: Desk): Level<BrowserStage> {
  const start = `/500?from=${encodeURIComponent(work)}`
  const silent = world(({ edge }) => edge.answer(call, 'offline'))
  return inBrowser(desk, recoveryModel, {
    start,
    profile: anna,
    calls: { checkServer: () => ({ call }), checkServerAgain: () => ({ call }) },
    address: ({ value }) => (value === 'returning' ? work : start),
    events: {
      'xstate.done.actor.checkServer': world(checked),
      'xstate.done.actor.checkServerAgain': world(checked),
      'xstate.error.actor.checkServer': silent,
      'xstate.error.actor.checkServerAgain': silent,
      'xstate.after.pause.recovery.silent': world(({ page }) => passTime(page, 3000)),
      'recovery.retry': person(({ page, press }) => press(page.getByRole('button', { name: 'Попробовать снова' }))),
    },
    states: {
      checking: (stage) => showsBroken(stage, { silent: false }),
      answering: (stage) => showsBroken(stage, { silent: false }),
      silent: (stage) => showsBroken(stage, { silent: true }),
      checkingAgain: (stage) => showsBroken(stage, { silent: true }),
      returning: (stage) => standsAt({ ...stage, place: work }),
    },
  })
}

function checked({ edge }: BrowserStage, { event }: Step): Promise<void> {
  const reply: Reply = event.output ? json({}) : problem('unavailable')
  return edge.answer(call, reply)
}

async function showsBroken(stage: BrowserStage, { silent }: { silent: boolean }): Promise<void> {
  await standsAt(stage)
  await soon(stage.page.getByText('Сервер пока не отвечает')).toHaveCount(silent ? 1 : 0)
}
