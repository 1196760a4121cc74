import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'playwright/test'
import { joinProofs } from '#server/db/schema/one-time-codes.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { button } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { unplayable } from '#tests/model-runner/e2e/e2e-level.ts'
import { isClosed, keepSentCode } from '#tests/models/one-time-code-dialog.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { codePage, joinTexts } from '#tests/support/pages/one-time-code-page.ts'
import { tooOften } from './fault-injection.ts'
import { newPerson } from './fixtures/school.ts'
import { type CodeData, codeEndToEnd, declinesToConfirm, says } from './one-time-code.ts'
import { type ProductLevel, type ProductStage, signIn } from './test-server.ts'

const join = 'POST /v1/profile/join'
const calls = { send: 'POST /v1/profile/join/send', check: 'POST /v1/profile/join/verify' }
const { opener, title, label, edit, editAfterProof } = joinTexts

type JoinData = CodeData & { otherId: string }
type Stage = ProductStage<JoinData>

const code = codeEndToEnd({
  purpose: 'join',
  calls,
  address: ({ target }) => ({ phone: target }),
  page: '/profile?section=accounts',
  opener,
  title,
})
const field = ({ page }: Stage) => page.getByLabel(label)

async function joinedInto({ server, data }: Stage): Promise<string | null> {
  const [row] = await server.database.select({ id: users.joinedInto }).from(users).where(eq(users.id, data.otherId))
  return row?.id ?? null
}

/** A parent who has just confirmed by a code, and another account of the same name. */
export const accountJoinEndToEnd: ProductLevel<JoinData> = {
  open: async (server) => {
    const { number, phone, firstName, lastName, ...person } = await newPerson(server, { confirmed: true })
    const otherId = randomUUID()
    const target = `+7926${String(number).padStart(7, '0')}`
    await server.database.insert(users).values({ id: otherId, firstName, lastName, phone: target })
    await server.database.insert(userRoles).values({ userId: otherId, role: 'parent', givenBy: 'school' })
    return { person, target, tries: 0, otherId }
  },
  held: [...Object.values(calls), join],
  begin: async (stage) => {
    await signIn(stage, stage.data.person)
    await code.begin(stage)
  },
  events: {
    ...code.events,
    'value.submit': async (stage) => {
      await field(stage).fill(stage.data.target)
      await stage.page.keyboard.press('Enter')
    },
    'sent.recalled': async (stage, { event }) => {
      const { page, data } = stage
      await code.wasSentBefore(stage)
      const kept = { userId: data.person.userId, form: 'join', channel: 'phone', value: data.target } as const
      await keepSentCode(page, { ...kept, pause: event.pause })
      await page.reload()
    },
    'verified.recalled': async (stage) => {
      const { page, data, server } = stage
      const { userId, sessionId } = data.person
      const proof = { sessionId, channel: 'phone', target: data.target, verifiedAt: server.server.clock.now } as const
      await server.database.insert(joinProofs).values(proof).onConflictDoNothing()
      await keepSentCode(page, { userId, form: 'join', channel: 'phone', value: data.target })
      await page.reload()
    },
    'value.edit': ({ page }) => page.getByRole('button', { name: new RegExp(`^(${edit}|${editAfterProof})$`) }).click(),
    'join.confirm': ({ page }) => codePage(page).join.click(),
    'xstate.error.actor.sendCode': {
      ...code.events['xstate.error.actor.sendCode'],
      'сервер не принял контакт': unplayable('page and server validate a contact alike'),
      'подтвердить, что это он, человек не захотел': declinesToConfirm(calls.send),
    },
    'xstate.done.actor.joinAccounts': ({ server }) => server.proxy.pass(join),
    'xstate.error.actor.joinAccounts': {
      'запросов слишком много': tooOften(join),
      'нет связи с сервером': ({ server }) => server.proxy.cut(join),
      'подтвердить, что это он, человек не захотел': declinesToConfirm(join),
      'контакт подтверждён слишком давно': async (stage) => {
        const isThis = eq(joinProofs.sessionId, stage.data.person.sessionId)
        await stage.server.database.delete(joinProofs).where(isThis)
        await stage.server.proxy.pass(join)
      },
      'объединить больше нельзя': async (stage) => {
        const change = (lockedAt: Date | null) =>
          stage.server.database.update(users).set({ lockedAt }).where(eq(users.id, stage.data.otherId))
        await change(stage.server.server.clock.now)
        await stage.server.proxy.pass(join)
        await soon(stage.page.getByRole('dialog')).toContainText('Объединить не получится')
        await change(null)
      },
      'показаны были другие учётные записи': unplayable('the proof would have to change between two requests'),
    },
  },
  states: {
    ...code.states,
    editing: async (stage, { context }) => {
      await soon(field(stage)).toHaveValue(context.value === '' ? '' : stage.data.target)
      await soon(field(stage)).toBeEditable()
      if (context.refusal !== null) await says(stage, context.refusal)
    },
    reviewing: async (stage) => {
      await soon(button(stage.page, editAfterProof)).toBeEnabled()
      expect(await joinedInto(stage)).toBeNull()
    },
    joining: ({ server }) => server.proxy.isHeld(join),
    joined: async (stage) => {
      await isClosed(stage, opener)
      await soon(toast(stage.page, 'Учётные записи объединены')).toBeVisible()
      expect(await joinedInto(stage)).toBe(stage.data.person.userId)
    },
    cancelled: async (stage) => {
      await isClosed(stage, opener)
      expect(await joinedInto(stage)).toBeNull()
    },
  },
}
