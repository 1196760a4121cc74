import { eq } from 'drizzle-orm'
import { expect } from 'playwright/test'
import { sessions } from '#server/db/schema/identity.ts'
import { verifiedContacts } from '#server/db/schema/one-time-codes.ts'
import { users } from '#server/db/schema/people.ts'
import { button } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { unplayable } from '#tests/model-runner/e2e/e2e-level.ts'
import { isClosed, showsNoCode } from '#tests/models/one-time-code-dialog.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { tooOften } from './fault-injection.ts'
import { type CodeData, codeEndToEnd, says } from './one-time-code.ts'
import { newPerson } from './school.ts'
import { type ProductLevel, type ProductStage, signIn } from './test-server.ts'

const save = 'PATCH /v1/profile'

const code = codeEndToEnd({
  purpose: 'verification',
  calls: {
    send: 'POST /v1/profile/account/verification/send',
    check: 'POST /v1/profile/account/verification/verify',
  },
  address: ({ target }) => ({ email: target }),
  opener: 'Добавить адрес почты',
  title: 'Смена адреса почты',
})

/** A parent who has just confirmed by a code adds an email on the profile. */
export const accountVerificationEndToEnd: ProductLevel<CodeData> = {
  open: async (server) => {
    const { number, ...person } = await newPerson(server, { confirmed: true })
    return { person, target: `novaya.pochta.${number}@example.org`, tries: 0 }
  },
  held: [...Object.values(code.calls), save],
  begin: async (stage) => {
    await signIn(stage, stage.data.person)
    await code.begin(stage)
  },
  events: {
    ...code.events,
    'value.submit': async ({ page, data }) => {
      await page.getByLabel('Новый адрес почты').fill(data.target)
      await page.keyboard.press('Enter')
    },
    'value.edit': ({ page }) => button(page, 'Изменить адрес').click(),
    'value.save': ({ page }) => button(page, 'Сохранить ещё раз').click(),
    'xstate.error.actor.sendCode': {
      ...code.events['xstate.error.actor.sendCode'],
      'сервер не принял адрес': unplayable('page and server validate an address alike'),
      'подтвердить, что это он, человек не захотел': async (stage) => {
        await forgetConfirmation(stage)
        await stage.server.proxy.pass(code.calls.send)
        const question = stage.page.getByRole('dialog', { name: 'Подтвердите, что это вы' })
        await question.getByRole('button', { name: 'Отменить' }).click()
        await soon(question).toHaveCount(0)
      },
    },
    'xstate.done.actor.saveContact': ({ server }) => server.proxy.pass(save),
    'xstate.error.actor.saveContact': {
      'запросов слишком много': tooOften(save),
      'нет связи с сервером': ({ server }) => server.proxy.cut(save),
      'сервер не принял адрес': async (stage) => {
        await provesAnother(stage)
        await stage.server.proxy.pass(save)
      },
    },
  },
  states: {
    ...code.states,
    editing: async (stage, { context }) => {
      const field = stage.page.getByLabel('Новый адрес почты')
      await soon(field).toHaveValue(context.value === '' ? '' : stage.data.target)
      await soon(field).toBeEditable()
      if (context.refusal !== null) await says(stage, context.refusal)
    },
    'awaiting.entering': async (stage, snapshot) => {
      await code.states['awaiting.entering'](stage, snapshot)
      await soon(code.dialog(stage)).toContainText(`6 цифр из письма на адрес ${stage.data.target}`)
    },
    saving: async ({ server, page }) => {
      await server.proxy.isHeld(save)
      await soon(button(page, 'Подтвердить')).toBeDisabled()
    },
    unsaved: async (stage, { context }) => {
      await showsNoCode(stage, context)
      expect(await emailOf(stage)).toBeNull()
    },
    cancelled: async (stage) => {
      await isClosed(stage, 'Добавить адрес почты')
      expect(await emailOf(stage)).toBeNull()
    },
    saved: async (stage) => {
      await isClosed(stage, 'Изменить адрес почты')
      await soon(stage.page.getByRole('link', { name: stage.data.target })).toBeVisible()
      await soon(toast(stage.page, 'Сохранено')).toBeVisible()
      expect(await emailOf(stage)).toBe(stage.data.target)
    },
  },
}

/** Makes the last two-factor check too old. */
async function forgetConfirmation({ server, data }: ProductStage<CodeData>): Promise<void> {
  const isThis = eq(sessions.id, data.person.sessionId)
  await server.database.update(sessions).set({ twoFactorLastCheck: null }).where(isThis)
}

/** Another tab of the same session has verified another address, which replaces this one. */
async function provesAnother({ server, data }: ProductStage<CodeData>): Promise<void> {
  const isThis = eq(verifiedContacts.sessionId, data.person.sessionId)
  await server.database
    .update(verifiedContacts)
    .set({ target: `other.${data.target}` })
    .where(isThis)
}

async function emailOf({ server, data }: ProductStage<CodeData>): Promise<string | null> {
  const person = eq(users.id, data.person.userId)
  const [row] = await server.database.select({ email: users.email }).from(users).where(person)
  return row?.email ?? null
}
