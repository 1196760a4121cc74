import { eq, sql } from 'drizzle-orm'
import type { ContractSigning } from '#contract/enrolment/signing.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { studyGroups } from '#server/db/schema/programs.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { showsDeadEnd, showsNoCode } from '#tests/models/one-time-code-dialog.ts'
import { signingPage, signingTexts } from '#tests/support/pages/contract-signing-page.ts'
import { codePage } from '#tests/support/pages/one-time-code-page.ts'
import { purchaseCalls } from '#tests/support/schools/purchase-calls.ts'
import { tooOften } from './fault-injection.ts'
import { newPerson, schoolOf } from './fixtures/school.ts'
import { type CodeData, codeEndToEnd, says } from './one-time-code.ts'
import { type ProductLevel, type ProductStage, signIn, type TestServer } from './test-server.ts'

const agree = 'POST /v1/profile/contract/{contractId}/signing/agree'
/** The code is valid for five minutes. */
const codeSeconds = 300

type SigningData = CodeData & { contractId: string; groupId: string; textHash: string; version: number }
type Stage = ProductStage<SigningData>

const code = codeEndToEnd({
  purpose: 'signature',
  calls: {
    send: 'POST /v1/profile/contract/{contractId}/signing/send',
    check: 'POST /v1/profile/contract/{contractId}/signing/sign',
  },
  address: (data) => ({ textHash: (data as SigningData).textHash }),
  opener: signingTexts.opener,
  title: 'Подписание договора',
})

/** A parent signs the contract of a child; the school may change contract and agreement meanwhile. */
export const contractSigningEndToEnd: ProductLevel<SigningData> = {
  open: openContract,
  held: [agree, ...Object.values(code.calls)],
  begin: async (stage) => {
    await signIn(stage, stage.data.person)
    await stage.page.goto(`/contracts-and-payments/${stage.data.contractId}`)
    await signingPage(stage.page).open.click()
    await soon(signingPage(stage.page).read).toBeEnabled()
  },
  events: {
    ...code.events,
    'text.confirm': async (stage, { event }) => {
      const { page, data } = stage
      await setStatus(stage, 'Open')
      if (event.isAgreed) {
        const { hash } = (await readText(data)).agreement
        await data.person.call(agree, { body: { hash } })
      } else changeAgreement(stage)
      data.textHash = (await readText(data)).text.hash
      await page.reload()
      await signingPage(page).read.click()
    },
    'text.reread': ({ page }) => signingPage(page).reread.click(),
    'agreement.accept': ({ page }) => signingPage(page).accept.click(),
    'xstate.done.actor.acceptAgreement': ({ server }) => server.proxy.pass(agree).then(() => undefined),
    'xstate.error.actor.acceptAgreement': {
      'у школы новая редакция соглашения': async (stage) => {
        changeAgreement(stage)
        await stage.server.proxy.pass(agree)
      },
      'нет связи с сервером': ({ server }) => server.proxy.cut(agree),
      'запросов слишком много': tooOften(agree),
    },
    'code.resend': async (stage, turn) => {
      if (turn.before.matches('unsent')) await codePage(stage.page).sendAgain.click()
      else await code.events['code.resend'](stage, turn)
    },
    'code.cancel': ({ page }) => page.keyboard.press('Escape'),
    'xstate.error.actor.sendCode': {
      ...code.events['xstate.error.actor.sendCode'],
      'код отправить некуда': code.after(async ({ server, data }) => {
        await server.database.update(users).set({ phone: null }).where(eq(users.id, data.person.userId))
      }, code.send),
      'договор изменился': code.after((stage) => changeContract(stage as Stage), code.send),
      'договор уже подписан или закончился': code.after((stage) => setStatus(stage as Stage, 'Frozen'), code.send),
    },
    'xstate.error.actor.checkCode': {
      ...code.events['xstate.error.actor.checkCode'],
      // A code that is used elsewhere has signed the contract.
      'код больше не действует': code.after(({ server }) => server.passTime(codeSeconds), code.check),
      'договор изменился': code.after((stage) => changeContract(stage as Stage), code.check),
      'договор закончился': code.after((stage) => setStatus(stage as Stage, 'Frozen'), code.check),
    },
  },
  states: {
    ...code.states,
    reading: async (stage, { context }) => {
      await soon(signingPage(stage.page).read).toBeEnabled()
      if (context.refusal !== null) await says(stage, context.refusal)
    },
    agreeing: async (stage, { context }) => {
      await soon(signingPage(stage.page).accept).toBeEnabled()
      if (context.refusal !== null) await says(stage, context.refusal)
    },
    accepting: ({ server }) => server.proxy.isHeld(agree),
    'awaiting.entering': async (stage, snapshot) => {
      await code.states['awaiting.entering'](stage, snapshot)
      const where = snapshot.context.target ? signingTexts.whereSent : signingTexts.sentElsewhere
      await soon(code.dialog(stage)).toContainText(where)
    },
    unsent: (stage, { context }) => showsNoCode(stage, context),
    hopeless: showsDeadEnd,
    signed: ({ page }) => soon(page.getByRole('dialog')).toContainText('Осталась подпись школы'),
    cancelled: ({ page }) => soon(page.getByRole('dialog')).toHaveCount(0),
  },
}

async function openContract(server: TestServer): Promise<SigningData> {
  const school = await schoolOf(server)
  const { filled, buy } = purchaseCalls()
  const parent = await newPerson(server, { confirmed: false })
  const childId = await school.addChild('Артём', [parent])
  const { home } = await school.begin()
  offerSigning(server, 1, { school: {} })
  const basket = await filled(parent, { groupUuid: home, studentUuid: childId })
  const { contractUuid: contractId } = (await buy(parent, basket)).json<{ contractUuid: string }>()
  // Other paths of this server buy without signatures.
  offerSigning(server, 1, {})
  const person: CodeData['person'] = {
    ...parent,
    call: (address, asking) => parent.call(address.replace('{contractId}', contractId), asking),
  }
  return { person, target: parent.phone, tries: 0, contractId, groupId: home, textHash: '', version: 1 }
}

function offerSigning({ server }: TestServer, version: number, branches: { school?: object }): void {
  const agreement = { version: String(version), paragraphs: ['Код из сообщения стороны признают подписью.'] }
  server.env.SCHOOL.signing = { agreement, branches }
}

async function readText({ person }: SigningData): Promise<ContractSigning> {
  return (await person.call('GET /v1/profile/contract/{contractId}/signing')).json<ContractSigning>()
}

function changeAgreement({ server, data }: Stage): void {
  data.version += 1
  offerSigning(server, data.version, {})
}

/** The course lasts a day longer. */
async function changeContract({ server: { database }, data: { groupId } }: Stage): Promise<void> {
  const isIt = eq(studyGroups.id, groupId)
  await database
    .update(studyGroups)
    .set({ endsOn: sql`${studyGroups.endsOn} + 1` })
    .where(isIt)
}

async function setStatus({ server: { database }, data }: Stage, status: 'Open' | 'Frozen'): Promise<void> {
  await database.update(contracts).set({ status }).where(eq(contracts.id, data.contractId))
}
