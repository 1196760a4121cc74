import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'playwright/test'
import { dataRequests } from '#server/db/schema/data-requests.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { isClosed, says } from '#tests/models/one-time-code-dialog.ts'
import { deletionPage, deletionTexts } from '#tests/support/pages/deletion-page.ts'
import { deletionSamples } from '#tests/support/samples/deletion-samples.ts'
import { tooOften } from './fault-injection.ts'
import { newPerson, schoolOf } from './fixtures/school.ts'
import { type CodeData, declinesToConfirm } from './one-time-code.ts'
import { type ProductLevel, type ProductStage, signIn } from './test-server.ts'

const ask = 'POST /v1/profile/data-request/deletion'
const withdraw = 'POST /v1/profile/data-request/{id}/withdraw'

type Data = CodeData & { childId: string }
type Stage = ProductStage<Data>

const isOwn = ({ data }: Stage) => eq(dataRequests.requestedById, data.person.userId)

async function stateOf(stage: Stage): Promise<string | undefined> {
  const [request] = await stage.server.database.select().from(dataRequests).where(isOwn(stage))
  return request?.state
}

/** A contract of a child was made while the preview was read. */
async function hasContractMeanwhile(stage: Stage): Promise<void> {
  const school = await schoolOf(stage.server)
  const { person, childId } = stage.data
  const groupId = await school.addGroup({ weeks: 0 })
  await school.addContract(childId, { groupId, customerId: person.userId })
  await stage.server.proxy.pass(ask)
}

/** A parent with a child, who asks to delete the data of one of them. */
export const deletionRequestEndToEnd: ProductLevel<Data> = {
  open: async (server) => {
    const person = await newPerson(server, { confirmed: true })
    const [childId, otherId] = [randomUUID(), randomUUID()]
    await server.database.insert(users).values([
      { id: childId, firstName: 'Артём', lastName: 'Белов' },
      { id: otherId, firstName: 'Игорь', lastName: 'Белов' },
    ])
    // The data of a child's only guardian are not deleted.
    const pairs = [person.userId, otherId].map((guardianId) => ({ guardianId, childId }))
    await server.database.insert(guardianships).values(pairs)
    return { person, target: person.phone, tries: 0, childId }
  },
  held: [ask, withdraw],
  begin: async (stage) => {
    await signIn(stage, stage.data.person)
    await stage.page.goto('/profile?section=data')
    await deletionPage(stage.page).open.click()
  },
  events: {
    'person.choose': ({ page }, { event }) => {
      const { own, child } = deletionPage(page)
      return (event.subjectId === deletionSamples.ownId ? own : child).click()
    },
    'step.back': ({ page }) => deletionPage(page).back.click(),
    'deletion.confirm': ({ page }) => deletionPage(page).confirm.click(),
    'request.withdraw': ({ page }) => deletionPage(page).withdraw.click(),
    'dialog.close': ({ page }) => page.keyboard.press('Escape'),
    'xstate.done.actor.requestDeletion': ({ server }) => server.proxy.pass(ask),
    'xstate.error.actor.requestDeletion': {
      'нет связи с сервером': ({ server }) => server.proxy.cut(ask),
      'запросов слишком много': tooOften(ask),
      'тем временем заключили договор': hasContractMeanwhile,
      'подтвердить, что это он, человек не захотел': declinesToConfirm(ask),
    },
    'xstate.done.actor.withdrawRequest': ({ server }) => server.proxy.pass(withdraw),
    'xstate.error.actor.withdrawRequest': {
      'нет связи с сервером': ({ server }) => server.proxy.cut(withdraw),
      'запросов слишком много': tooOften(withdraw),
      'школа уже отказала': async (stage) => {
        const ended = { state: 'refused', endedAt: stage.server.server.clock.now } as const
        await stage.server.database.update(dataRequests).set(ended).where(isOwn(stage))
        await stage.server.proxy.pass(withdraw)
      },
    },
  },
  states: {
    choosing: ({ page }) => soon(deletionPage(page).own).toBeEnabled(),
    previewing: async (stage, { context }) => {
      await soon(deletionPage(stage.page).dialog).toContainText(deletionTexts.kept)
      if (context.refusal !== null) await says(stage.page, context.refusal)
      expect(await stateOf(stage)).toBeUndefined()
    },
    sending: ({ server }) => server.proxy.isHeld(ask),
    asked: async (stage, { context }) => {
      await soon(deletionPage(stage.page).dialog).toContainText(deletionTexts.sent)
      if (context.refusal !== null) await says(stage.page, context.refusal)
    },
    withdrawing: ({ server }) => server.proxy.isHeld(withdraw),
    withdrawn: async (stage) => {
      await soon(deletionPage(stage.page).dialog).toContainText(deletionTexts.withdrawn)
      expect(await stateOf(stage)).toBe('withdrawn')
    },
    closed: (stage) => isClosed(stage, deletionTexts.opener),
  },
}
