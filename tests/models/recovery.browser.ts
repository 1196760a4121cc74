import { passTime } from './browser/long-timers.ts'
import { json, problem, type Reply } from './browser/network-edge.ts'
import { soon } from './browser/patience.ts'
import { type BrowserStage, type Desk, inBrowser, standsAt } from './browser/stage.ts'
import type { Level } from './model.ts'
import { anna } from './people.ts'
import { work } from './recovery.model.ts'
import type { Step } from './replay.ts'

const call = 'GET /readyz'

export function recoveryInBrowser(desk: Desk): Level<BrowserStage> {
  const start = `/500?from=${encodeURIComponent(work)}`
  const setting = { start, held: [call], standing: { 'GET /v1/profile': json(anna) } }
  return inBrowser(desk, setting, {
    events: {
      'xstate.done.actor.checkServer': checked,
      'xstate.done.actor.checkServerAgain': checked,
      'xstate.error.actor.checkServer': ({ edge }) => edge.answer(call, 'offline'),
      'xstate.error.actor.checkServerAgain': ({ edge }) => edge.answer(call, 'offline'),
      'xstate.after.pause.recovery.silent': ({ page }) => passTime(page, 3000),
      'recovery.retry': ({ page }) => page.getByRole('button', { name: 'Попробовать снова' }).click(),
    },
    states: {
      checking: async (stage) => {
        await stage.edge.isHeld(call)
        await showsBroken(stage, { silent: false })
      },
      answering: (stage) => showsBroken(stage, { silent: false }),
      silent: (stage) => showsBroken(stage, { silent: true }),
      checkingAgain: async (stage) => {
        await stage.edge.isHeld(call)
        await showsBroken(stage, { silent: true })
      },
      returning: (stage) => standsAt({ ...stage, place: new URL(work, stage.origin).pathname }),
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
