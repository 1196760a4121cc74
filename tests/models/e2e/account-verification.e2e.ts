import { eq } from 'drizzle-orm'
import { expect } from 'playwright/test'
import { sessions } from '#server/db/schema/identity.ts'
import { verifiedContacts } from '#server/db/schema/one-time-codes.ts'
import { users } from '#server/db/schema/people.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { type Reality, unplayable } from '#tests/model-runner/e2e/e2e-level.ts'
import { type RealStage, signIn } from '#tests/model-runner/e2e/e2e-stage.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { tooOften } from './fault-injection.ts'
import { button, type CodeWorld, realCode, says, showsNoCode } from './one-time-code.ts'
import { newPerson } from './people.ts'

const save = 'PATCH /v1/profile'

const code = realCode({
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
export const accountVerificationReally: Reality<CodeWorld> = {
  open: async (server) => {
    const { number, ...person } = await newPerson(server, { confirmed: true })
    return { person, target: `novaya.pochta.${number}@example.org`, tries: 0 }
  },
  held: [...Object.values(code.calls), save],
  begin: async (stage) => {
    await signIn(stage, stage.world.person)
    await code.begin(stage)
  },
  events: {
    ...code.events,
    'value.submit': async ({ page, world }) => {
      await page.getByLabel('Новый адрес почты').fill(world.target)
      await page.keyboard.press('Enter')
    },
    'value.edit': ({ page }) => button(page, 'Изменить адрес').click(),
    'value.save': ({ page }) => button(page, 'Сохранить ещё раз').click(),
    'xstate.error.actor.sendCode': {
      ...code.events['xstate.error.actor.sendCode'],
      'сервер не принял адрес': unplayable('страница и сервер судят об адресе одинаково'),
      'подтвердить, что это он, человек не захотел': async (stage) => {
        await forgetConfirmation(stage)
        await stage.server.edge.pass(code.calls.send)
        const question = stage.page.getByRole('dialog', { name: 'Подтвердите, что это вы' })
        await question.getByRole('button', { name: 'Отменить' }).click()
        await soon(question).toHaveCount(0)
      },
    },
    'xstate.done.actor.saveContact': ({ server }) => server.edge.pass(save),
    'xstate.error.actor.saveContact': {
      'запросов слишком много': tooOften(save),
      'нет связи с сервером': ({ server }) => server.edge.cut(save),
      'сервер не принял адрес': async (stage) => {
        await provesAnother(stage)
        await stage.server.edge.pass(save)
      },
    },
  },
  states: {
    ...code.states,
    editing: async (stage, { context }) => {
      const field = stage.page.getByLabel('Новый адрес почты')
      await soon(field).toHaveValue(context.value === '' ? '' : stage.world.target)
      await soon(field).toBeEditable()
      if (context.refusal !== null) await says(stage, context.refusal)
    },
    'awaiting.entering': async (stage, snapshot) => {
      await code.states['awaiting.entering'](stage, snapshot)
      await soon(code.dialog(stage)).toContainText(`6 цифр из письма на адрес ${stage.world.target}`)
    },
    saving: async ({ server, page }) => {
      await server.edge.isHeld(save)
      await soon(button(page, 'Подтвердить')).toBeDisabled()
    },
    unsaved: async (stage, { context }) => {
      await showsNoCode(stage, context)
      expect(await emailOf(stage)).toBeNull()
    },
    cancelled: async (stage) => {
      await code.isClosed(stage)
      expect(await emailOf(stage)).toBeNull()
    },
    saved: async (stage) => {
      await code.isClosed(stage, 'Изменить адрес почты')
      await soon(stage.page.getByRole('link', { name: stage.world.target })).toBeVisible()
      await soon(toast(stage.page, 'Сохранено')).toBeVisible()
      expect(await emailOf(stage)).toBe(stage.world.target)
    },
  },
}

/** Makes the last two-factor check too old. */
async function forgetConfirmation({ server, world }: RealStage<CodeWorld>): Promise<void> {
  const isThis = eq(sessions.id, world.person.sessionId)
  await server.database.update(sessions).set({ twoFactorLastCheck: null }).where(isThis)
}

/** Another tab of the same session has verified another address, which replaces this one. */
async function provesAnother({ server, world }: RealStage<CodeWorld>): Promise<void> {
  const isThis = eq(verifiedContacts.sessionId, world.person.sessionId)
  await server.database
    .update(verifiedContacts)
    .set({ target: `other.${world.target}` })
    .where(isThis)
}

async function emailOf({ server, world }: RealStage<CodeWorld>): Promise<string | null> {
  const person = eq(users.id, world.person.userId)
  const [row] = await server.database.select({ email: users.email }).from(users).where(person)
  return row?.email ?? null
}
