import { soon } from '#tests/model-runner/browser/polling.ts'
import { unplayable } from '#tests/model-runner/e2e/e2e-level.ts'
import { work } from '#tests/models/recovery.model.ts'
import { sessionPage } from '#tests/support/pages/session-page.ts'
import { newPerson } from './fixtures/school.ts'
import { type ProductDriver, type ProductLevel, type ProductStage, signIn } from './test-server.ts'

type RecoveryData = { person: Awaited<ReturnType<typeof newPerson>> }

const call = 'GET /readyz'
const pass: ProductDriver<RecoveryData> = ({ server }) => server.proxy.pass(call)
const cut: ProductDriver<RecoveryData> = ({ server }) => server.proxy.cut(call)
const checked = {
  'сервер отвечает': pass,
  'сервер не готов': unplayable('a server whose database is gone answers nothing else either'),
}

/** A parent sees the page of a failed server, which answers again or not. */
export const recoveryEndToEnd: ProductLevel<RecoveryData> = {
  open: async (server) => ({ person: await newPerson(server, { confirmed: false }) }),
  held: [call],
  begin: async (stage) => {
    await signIn(stage, stage.data.person)
    await stage.page.goto(`/500?from=${encodeURIComponent(work)}`)
  },
  events: {
    'xstate.done.actor.checkServer': checked,
    'xstate.done.actor.checkServerAgain': checked,
    'xstate.error.actor.checkServer': cut,
    'xstate.error.actor.checkServerAgain': cut,
    // The next state waits for it.
    'xstate.after.pause.recovery.silent': () => undefined,
    'recovery.retry': ({ page }) => sessionPage(page).retry.click(),
  },
  states: {
    checking: async (stage) => {
      await showsBroken(stage)
      await stage.server.proxy.isHeld(call)
    },
    answering: async (stage) => {
      await showsBroken(stage)
      await soon(sessionPage(stage.page).silentServer).toHaveCount(0)
    },
    silent: (stage) => soon(sessionPage(stage.page).silentServer).toBeVisible(),
    checkingAgain: async (stage) => {
      await stage.server.proxy.isHeld(call)
      await soon(sessionPage(stage.page).silentServer).toBeVisible()
    },
    returning: async ({ page }) => {
      await soon(page).toHaveURL(({ pathname, search }) => pathname + search === work)
      await soon(page.getByRole('heading', { level: 1, name: 'Расписание' })).toBeVisible()
    },
  },
}

async function showsBroken({ page }: ProductStage<RecoveryData>): Promise<void> {
  await soon(sessionPage(page).heading('broken')).toBeVisible()
}
