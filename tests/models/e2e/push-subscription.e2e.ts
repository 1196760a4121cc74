import { eq } from 'drizzle-orm'
import { expect } from 'playwright/test'
import { recordDeviceSignIn } from '#server/auth/devices/known-devices.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { pushSubscriptions } from '#server/db/schema/notifications.ts'
import { unplayable } from '#tests/model-runner/e2e/e2e-level.ts'
import { browserAnswers, leaving, openCard, shownStates } from '#tests/models/push-subscription.browser.ts'
import { registration } from '#tests/models/push-subscription.model.ts'
import { pushSubscriptionPage } from '#tests/support/pages/push-subscription-page.ts'
import { tooOften } from './fault-injection.ts'
import { newPerson } from './fixtures/school.ts'
import { type ProductDriver, type ProductLevel, signIn } from './test-server.ts'

type ReaderData = { person: Awaited<ReturnType<typeof newPerson>> }

const save = 'POST /v1/profile/push-subscription'
const remove = 'DELETE /v1/profile/push-subscription/{id}'

const refusals = (call: string) => ({
  'изменений слишком много': tooOften(call),
  'нет связи с сервером': (({ server }) => server.proxy.cut(call)) satisfies ProductDriver<ReaderData>,
})

/** A parent whose browser the server knows and notifies: the browser is controlled, the server and its database are real. */
export const pushSubscriptionEndToEnd: ProductLevel<ReaderData> = {
  open: async (server) => {
    const person = await newPerson(server, { confirmed: false })
    const { database } = server
    const device = { userId: person.userId, secret: crypto.randomUUID(), now: server.server.clock.now }
    const { id: knownDeviceId } = await recordDeviceSignIn(database, device)
    await database.update(sessions).set({ knownDeviceId }).where(eq(sessions.id, person.sessionId))
    expect((await person.call(save, { body: registration })).statusCode).toBe(200)
    return { person }
  },
  held: [save, remove],
  begin: async (stage) => {
    await signIn(stage, stage.data.person)
    await stage.page.goto('/events')
    await openCard(stage.page)
  },
  events: {
    ...browserAnswers,
    'push.enable': ({ page }) => pushSubscriptionPage(page).enable.click(),
    'push.check': ({ page }) => pushSubscriptionPage(page).check.click(),
    'push.disable': ({ page }) => pushSubscriptionPage(page).disable.click(),
    'xstate.done.actor.save': ({ server }) => server.proxy.pass(save),
    'xstate.error.actor.save': {
      'сервер не принял адрес': unplayable('the server takes the address of this push service'),
      ...refusals(save),
    },
    'xstate.done.actor.remove': ({ page, server }) => leaving(page, () => server.proxy.pass(remove)),
    'xstate.error.actor.remove': refusals(remove),
  },
  states: {
    ...shownStates,
    saving: async (stage) => {
      await stage.server.proxy.isHeld(save)
      await shownStates.saving(stage)
    },
    removing: async (stage) => {
      await stage.server.proxy.isHeld(remove)
      await shownStates.removing(stage)
    },
    on: async (stage, seen) => {
      await shownStates.on(stage, seen)
      const isTheirs = eq(pushSubscriptions.userId, stage.data.person.userId)
      expect(await stage.server.database.$count(pushSubscriptions, isTheirs)).toBe(1)
    },
  },
}
