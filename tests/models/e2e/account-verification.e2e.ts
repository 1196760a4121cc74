import { eq } from 'drizzle-orm'
import { expect } from 'playwright/test'
import { verifiedContacts } from '#server/db/schema/one-time-codes.ts'
import { users } from '#server/db/schema/people.ts'
import { button } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { unplayable } from '#tests/model-runner/e2e/e2e-level.ts'
import { isClosed, keepSentCode, showsNoCode } from '#tests/models/one-time-code-dialog.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { type Channel, codePage, contactTexts } from '#tests/support/pages/one-time-code-page.ts'
import { tooOften } from './fault-injection.ts'
import { newPerson } from './fixtures/school.ts'
import { type CodeData, codeEndToEnd, declinesToConfirm, says } from './one-time-code.ts'
import { type ProductLevel, type ProductStage, signIn } from './test-server.ts'

const save = 'PATCH /v1/profile'
const calls = {
  send: 'POST /v1/profile/account/verification/send',
  check: 'POST /v1/profile/account/verification/verify',
}

type ContactData = CodeData & { before: string | null }

/** A kind of contact. */
type Contact = {
  channel: Channel
  target: (number: number) => string
  /** The contact that the person has already. */
  before: (phone: string) => string | null
  other: (target: string) => string
  shown: (target: string) => string
}

const same = (target: string) => target
const formatted = (phone: string) => phone.replace(/^\+7(\d{3})(\d{3})(\d\d)(\d\d)$/, '+7 $1 $2-$3-$4')

export const accountVerificationEndToEnd = contactEndToEnd({
  channel: 'email',
  target: (number) => `novaya.pochta.${number}@example.org`,
  before: () => null,
  other: (target) => `other.${target}`,
  shown: same,
})

export const accountVerificationByPhoneEndToEnd = contactEndToEnd({
  channel: 'phone',
  target: (number) => `+7926${String(number).padStart(7, '0')}`,
  before: same,
  other: (target) => target.replace('+7926', '+7927'),
  shown: formatted,
})

/** A parent who has just confirmed by a code enters a new contact on the profile. */
function contactEndToEnd({ channel, target, before, other, shown }: Contact): ProductLevel<ContactData> {
  const texts = contactTexts[channel]
  const code = codeEndToEnd({
    purpose: 'verification',
    calls,
    address: (data) => ({ [channel]: data.target }),
    ...texts,
  })
  const field = ({ page }: ProductStage<ContactData>) => page.getByLabel(texts.label)
  const contactOf = async ({ server, data }: ProductStage<ContactData>) => {
    const person = eq(users.id, data.person.userId)
    const [row] = await server.database.select({ contact: users[channel] }).from(users).where(person)
    return row?.contact ?? null
  }
  const isUnchanged = async (stage: ProductStage<ContactData>) => expect(await contactOf(stage)).toBe(stage.data.before)

  return {
    open: async (server) => {
      const { number, phone, ...person } = await newPerson(server, { confirmed: true })
      return { person, target: target(number), tries: 0, before: before(phone) }
    },
    held: [...Object.values(calls), save],
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
        const { userId } = data.person
        await keepSentCode(page, { userId, channel, value: data.target, pause: event.pause })
        await page.reload()
      },
      'verified.recalled': async (stage) => {
        const { page, data, server } = stage
        const { userId, sessionId } = data.person
        const verified = { sessionId, channel, target: data.target, verifiedAt: server.server.clock.now }
        await server.database.insert(verifiedContacts).values(verified).onConflictDoNothing()
        await keepSentCode(page, { userId, channel, value: data.target })
        await page.reload()
      },
      'value.edit': ({ page }) => button(page, texts.edit).click(),
      'value.save': ({ page }) => codePage(page).save.click(),
      'xstate.error.actor.sendCode': {
        ...code.events['xstate.error.actor.sendCode'],
        'сервер не принял адрес': unplayable('page and server validate a contact alike'),
        'подтвердить, что это он, человек не захотел': declinesToConfirm(calls.send),
      },
      'xstate.done.actor.saveContact': ({ server }) => server.proxy.pass(save),
      'xstate.error.actor.saveContact': {
        'запросов слишком много': tooOften(save),
        'нет связи с сервером': ({ server }) => server.proxy.cut(save),
        'подтвердить, что это он, человек не захотел': declinesToConfirm(save),
        'сервер не принял адрес': async (stage) => {
          await provesAnother(stage, other(stage.data.target))
          await stage.server.proxy.pass(save)
        },
      },
    },
    states: {
      ...code.states,
      editing: async (stage, { context }) => {
        await soon(field(stage)).toHaveValue(context.value === '' ? '' : stage.data.target)
        await soon(field(stage)).toBeEditable()
        if (context.refusal !== null) await says(stage, context.refusal)
      },
      'awaiting.entering': async (stage, snapshot) => {
        await code.states['awaiting.entering'](stage, snapshot)
        await soon(code.dialog(stage)).toContainText(texts.whereSent + shown(stage.data.target))
      },
      saving: async ({ server, page }) => {
        await server.proxy.isHeld(save)
        await soon(codePage(page).confirm).toBeDisabled()
      },
      unsaved: async (stage, { context }) => {
        await showsNoCode(stage, context)
        await isUnchanged(stage)
      },
      cancelled: async (stage) => {
        await isClosed(stage, texts.opener)
        await isUnchanged(stage)
      },
      saved: async (stage) => {
        await isClosed(stage, texts.openerAfterwards)
        await soon(stage.page.getByRole('link', { name: shown(stage.data.target) })).toBeVisible()
        await soon(toast(stage.page, 'Сохранено')).toBeVisible()
        expect(await contactOf(stage)).toBe(stage.data.target)
      },
    },
  }
}

/** Another tab of the same session has verified another contact, which replaces this one. */
async function provesAnother({ server, data }: ProductStage<CodeData>, target: string): Promise<void> {
  const isThis = eq(verifiedContacts.sessionId, data.person.sessionId)
  await server.database.update(verifiedContacts).set({ target }).where(isThis)
}
