import { eq } from 'drizzle-orm'
import { sessions } from '#server/db/schema/identity.ts'
import { eventually, soon } from '#tests/model-runner/browser/polling.ts'
import { sessionPage } from '#tests/support/pages/session-page.ts'
import { type AccountData, openAccount, signInAtProvider } from './fixtures/provider-account.ts'
import type { ProductLevel, ProductStage } from './test-server.ts'

const calls = { result: 'POST /v1/auth/oauth-result', link: 'GET /v1/auth/logout-link' }

/** A parent who has signed in at the provider opens the sign-out. */
export const signOutEndToEnd: ProductLevel<AccountData> = {
  open: openAccount,
  held: Object.values(calls),
  begin: async (stage) => {
    await signInAtProvider(stage, '/profile')
    await stage.server.proxy.pass(calls.result)
    await soon(stage.page).toHaveURL(({ pathname }) => pathname === '/profile')
    await stage.page.goto('/logout')
  },
  events: {
    'xstate.done.actor.requestLogoutLink': ({ server }) => server.proxy.pass(calls.link),
    'xstate.error.actor.requestLogoutLink': ({ server }) => server.proxy.cut(calls.link),
    // The next state waits for it.
    'xstate.after.slowAfter.signOut.asking.prompt': () => undefined,
    'signOut.retry': ({ page }) => sessionPage(page).retry.click(),
  },
  states: {
    'asking.prompt': (stage) => isAsking(stage),
    'asking.slow': async (stage) => {
      await isAsking(stage)
      await soon(sessionPage(stage.page).slow).toBeVisible()
    },
    failed: async (stage) => {
      await soon(sessionPage(stage.page).heading('signOutFailed')).toBeVisible()
      await eventually(() => sessionsOf(stage), 'the session').toBe(2)
    },
    leaving: async (stage) => {
      await eventually(() => sessionsOf(stage), 'the session is over').toBe(1)
      // The provider has ended its session too and led back.
      await soon(sessionPage(stage.page).signIn).toBeVisible()
    },
  },
}

async function isAsking({ page, server }: ProductStage<AccountData>): Promise<void> {
  await soon(sessionPage(page).heading('signingOut')).toBeVisible()
  await server.proxy.isHeld(calls.link)
}

/** One session is that of the calls of the test. */
const sessionsOf = ({ server, data }: ProductStage<AccountData>) =>
  server.database.$count(sessions, eq(sessions.userId, data.person.userId))
