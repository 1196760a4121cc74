import { randomUUID } from 'node:crypto'
import { and, eq, like } from 'drizzle-orm'
import { expect } from 'playwright/test'
import { pairingCodes } from '#server/db/schema/account-security.ts'
import { limitCounts } from '#server/db/schema/limits.ts'
import { codeLocks } from '#server/db/schema/one-time-codes.ts'
import { guardianships, userRoles, users } from '#server/db/schema/people.ts'
import { hashPairingCode } from '#server/pairing/pairing-codes.ts'
import { button } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { unplayable } from '#tests/model-runner/e2e/e2e-level.ts'
import { isClosed, says as saysOnPage, showsDeadEnd } from '#tests/models/one-time-code-dialog.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { codePage } from '#tests/support/pages/one-time-code-page.ts'
import { pairingPage, pairingTexts } from '#tests/support/pages/pairing-page.ts'
import { tooOften } from './fault-injection.ts'
import { newPerson } from './fixtures/school.ts'
import { type CodeData, declinesToConfirm } from './one-time-code.ts'
import { type ProductLevel, type ProductStage, signIn } from './test-server.ts'

const look = 'POST /v1/profile/pairing/preview'
const use = 'POST /v1/profile/pairing'
const { opener } = pairingTexts

type PairingData = CodeData & {
  childId: string
  madeBy: string
  code: string
}
type Stage = ProductStage<PairingData>

const isCode = ({ data }: Stage) => eq(pairingCodes.childId, data.childId)

async function isGuardian({ server, data }: Stage): Promise<boolean> {
  const isPair = and(eq(guardianships.guardianId, data.person.userId), eq(guardianships.childId, data.childId))
  return (await server.database.$count(guardianships, isPair)) > 0
}

/** Locks the codes of the person, as five wrong ones do. */
async function isLockedMeanwhile({ server, data }: Stage, call: string): Promise<void> {
  const until = new Date(server.server.clock.now.getTime() + 24 * 60 * 60_000)
  await server.database.insert(codeLocks).values({ userId: data.person.userId, purpose: 'pairing', until })
  await server.proxy.pass(call)
}

async function setUsed(stage: Stage, usedAt: Date | null): Promise<void> {
  const usedBy = usedAt && stage.data.madeBy
  await stage.server.database.update(pairingCodes).set({ usedBy, usedAt }).where(isCode(stage))
}

/** Another code than the one of the child. */
async function setOther(stage: Stage): Promise<void> {
  const codeHash = randomUUID()
  await stage.server.database.update(pairingCodes).set({ codeHash }).where(isCode(stage))
}

/** A parent with a code for a child of another family. */
export const pairingEndToEnd: ProductLevel<PairingData> = {
  open: async (server) => {
    const person = await newPerson(server, { confirmed: true })
    const mother = await newPerson(server, { confirmed: true })
    const [childId, code] = [randomUUID(), 'ACE7HK']
    await server.database.delete(pairingCodes)
    // All plays come from one address.
    await server.database.delete(limitCounts).where(like(limitCounts.limit, 'pairing-guess%'))
    await server.database.insert(users).values({ id: childId, firstName: 'Артём', lastName: 'Белов' })
    await server.database.insert(userRoles).values({ userId: childId, role: 'student', givenBy: 'school' })
    await server.database.insert(guardianships).values({ guardianId: mother.userId, childId })
    await server.database.insert(pairingCodes).values({
      childId,
      kind: 'guardian',
      preset: 'learning',
      codeHash: await hashPairingCode(server.database, code),
      madeBy: mother.userId,
      isBySchool: false,
      madeAt: server.server.clock.now,
      expiresAt: new Date(server.server.clock.now.getTime() + 7 * 24 * 60 * 60_000),
    })
    return { person, target: person.phone, tries: 0, childId, madeBy: mother.userId, code }
  },
  held: [look, use],
  begin: async (stage) => {
    await signIn(stage, stage.data.person)
    await stage.page.goto('/profile')
    await button(stage.page, opener).click()
  },
  events: {
    'code.submit': async ({ page, data }) => {
      await pairingPage(page).field.fill(data.code)
      await page.keyboard.press('Enter')
    },
    'code.edit': ({ page }) => pairingPage(page).edit.click(),
    'pairing.confirm': ({ page }) => pairingPage(page).confirm.click(),
    'code.cancel': async ({ page }, { before }) => {
      await pairingPage(page).cancel.click()
      if (before.matches('entering') && before.context.code !== '') await codePage(page).discard.click()
    },
    'xstate.done.actor.lookAtCode': {
      'код для родителя': ({ server }) => server.proxy.pass(look),
      'код для самого ученика': unplayable('the same person has a role, which this code refuses'),
      'код уже использован': async (stage) => {
        await setUsed(stage, stage.server.server.clock.now)
        await stage.server.proxy.pass(look)
        await setUsed(stage, null)
      },
    },
    'xstate.error.actor.lookAtCode': {
      'код не подошёл': async (stage) => {
        await setOther(stage)
        await stage.server.proxy.pass(look)
        const codeHash = await hashPairingCode(stage.server.database, stage.data.code)
        await stage.server.database.update(pairingCodes).set({ codeHash }).where(isCode(stage))
      },
      'неверных кодов слишком много': (stage) => isLockedMeanwhile(stage, look),
      'нет связи с сервером': ({ server }) => server.proxy.cut(look),
      'запросов слишком много': tooOften(look),
    },
    'xstate.done.actor.useCode': ({ server }) => server.proxy.pass(use),
    'xstate.error.actor.useCode': {
      'нет связи с сервером': ({ server }) => server.proxy.cut(use),
      'неверных кодов слишком много': (stage) => isLockedMeanwhile(stage, use),
      'код не подошёл': unplayable('a code that was shown does not become another one'),
      'запросов слишком много': tooOften(use),
      'код использовал другой человек': async (stage) => {
        await setUsed(stage, stage.server.server.clock.now)
        await stage.server.proxy.pass(use)
      },
      'учётную запись связать нельзя': unplayable('a guardian joins no accounts'),
      'подтвердить, что это он, человек не захотел': declinesToConfirm(use),
    },
  },
  states: {
    entering: async ({ page }, { context }) => {
      await soon(pairingPage(page).field).toBeEditable()
      if (context.refusal !== null) await saysOnPage(page, context.refusal)
    },
    looking: ({ server }) => server.proxy.isHeld(look),
    reviewing: async (stage) => {
      await soon(pairingPage(stage.page).dialog).toContainText('Артём Белов')
      expect(await isGuardian(stage)).toBe(false)
    },
    pairing: ({ server }) => server.proxy.isHeld(use),
    refused: async (stage) => {
      await soon(pairingPage(stage.page).dialog).toContainText(pairingTexts.used)
      expect(await isGuardian(stage)).toBe(false)
    },
    locked: showsDeadEnd,
    paired: async (stage) => {
      await isClosed(stage, opener)
      await soon(toast(stage.page, pairingTexts.paired)).toBeVisible()
      expect(await isGuardian(stage)).toBe(true)
    },
    cancelled: async (stage) => {
      await isClosed(stage, opener)
      expect(await isGuardian(stage)).toBe(false)
    },
  },
}
