import { eq } from 'drizzle-orm'
import { users } from '#server/db/schema/people.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { unplayable } from '#tests/model-runner/e2e/e2e-level.ts'
import type { Step } from '#tests/model-runner/paths/replay.ts'
import { contactTexts } from '#tests/support/pages/one-time-code-page.ts'
import { sessionPage } from '#tests/support/pages/session-page.ts'
import { type AccountData, openAccount, signInAtProvider } from './fixtures/provider-account.ts'
import type { ProductLevel, ProductStage } from './test-server.ts'

const call = 'POST /v1/auth/oauth-result'
const wanted = '/profile?dialog=email'

/** A parent comes back from the identity provider, after a page that asked to sign in. */
export const oauthResultEndToEnd: ProductLevel<AccountData> = {
  open: openAccount,
  held: [call],
  begin: (stage) => signInAtProvider(stage, wanted),
  events: {
    'xstate.done.actor.sendResult': {
      'сервер ответил адресом': ({ server }) => server.proxy.pass(call),
      'сервер ответил без адреса': unplayable('our server always answers with an address'),
    },
    'xstate.error.actor.sendResult': {
      'вход занял больше десяти минут': async ({ server }) => {
        server.passTime(2 * 3600)
        await server.proxy.pass(call)
      },
      'школа закрыла вход': async ({ server, data }) => {
        const isPerson = eq(users.id, data.person.userId)
        await server.database.update(users).set({ lockedAt: new Date() }).where(isPerson)
        await server.proxy.pass(call)
      },
      'связи нет, ответа тоже': ({ server }) => server.proxy.cut(call),
      'вход начат в другом браузере': unplayable('the held call has the cookies of its browser'),
      'сервис входа не ответил': unplayable('the server and its embedded provider share a process'),
      'попыток слишком много': unplayable('the limit is that of a whole school'),
    },
    // The next state waits for it.
    'xstate.after.slowAfter.oauthResult.sending.prompt': () => undefined,
  },
  states: {
    'sending.prompt': isSending,
    'sending.slow': async (stage) => {
      await isSending(stage)
      await soon(sessionPage(stage.page).slow).toBeVisible()
    },
    leaving: async ({ page }) => {
      await soon(page).toHaveURL(({ pathname, search }) => pathname + search === wanted)
      await soon(page.getByRole('dialog', { name: contactTexts.email.title })).toBeVisible()
    },
    goingHome: () => undefined,
    failed: (stage) => namesReason(stage, stage.path.steps.at(-1)?.event.error.reason),
  },
}

/** The visitor goes back at the provider, whose answer has an `error`; the server leads to the public pages. */
export const oauthResultRefusedEndToEnd: ProductLevel<AccountData> = {
  ...oauthResultEndToEnd,
  begin: async (stage) => {
    const { page, path, repairs } = stage
    if (path.steps.some(isRefusal)) {
      await page.route(`**/api${call.split(' ')[1]}`, (route) =>
        route.continue({ postData: { ...route.request().postDataJSON(), iss: 'https://other.example' } }),
      )
      repairs.push(() => page.unrouteAll())
    }
    await page.goto(wanted)
    await page.getByRole('button', { name: 'Вернуться без входа' }).click()
    await soon(page).toHaveURL(
      ({ pathname, searchParams }) =>
        pathname === '/auth/oauth-result' && searchParams.get('error') === 'access_denied',
    )
  },
  events: {
    ...oauthResultEndToEnd.events,
    // Another issuer has answered, see `begin`.
    'xstate.error.actor.sendResult': ({ server }) => server.proxy.pass(call),
  },
  states: {
    ...oauthResultEndToEnd.states,
    failed: (stage) => namesReason(stage, 'issuer-differs'),
    leaving: async ({ page }) => {
      await soon(page).toHaveURL(({ pathname }) => pathname === '/catalog')
      await soon(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  },
}

async function namesReason({ page }: ProductStage<AccountData>, reason: string): Promise<void> {
  await soon(page).toHaveURL(
    ({ pathname, searchParams }) => pathname === '/500' && searchParams.get('reason') === reason,
  )
  await soon(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const isRefusal = ({ event }: Step) => event.type === 'xstate.error.actor.sendResult'

async function isSending({ page, server }: ProductStage<AccountData>): Promise<void> {
  await soon(sessionPage(page).heading('signingIn')).toBeVisible()
  await server.proxy.isHeld(call)
}
