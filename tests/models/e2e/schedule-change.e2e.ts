import { and, eq } from 'drizzle-orm'
import { expect } from 'playwright/test'
import type { GroupTransfer } from '#contract/learning/schedule.ts'
import { studyGroups } from '#server/db/schema/programs.ts'
import { transfers, waitingListEntries } from '#server/db/schema/transfers.ts'
import { formatQueryString } from '#src/api/query-string.ts'
import type { ScheduleChangeLocation } from '#src/machines/locations/schedule-change-location.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { showsTransferStep } from '#tests/models/schedule-change.browser.ts'
import { transferPage } from '#tests/support/pages/transfer-page.ts'
import { ids } from '#tests/support/samples/transfer-samples.ts'
import { ids as schoolIds } from '#tests/support/schools/small-school.ts'
import { mytischi } from '#tests/support/schools/transfer-school.ts'
import type { Person } from '#tests/support/server/app.ts'
import { tooOften } from './fault-injection.ts'
import { flowSteps, goesBackIn } from './fixtures/flow-steps.ts'
import { newPerson, schoolOf } from './fixtures/school.ts'
import { type ProductLevel, type ProductStage, signIn, type TestServer } from './test-server.ts'

const calls = {
  change: 'POST /v1/parent/children/schedule/groups/change',
  join: 'POST /v1/schedule/group/waiting-list/join',
}

/**
 * `real` maps ids of the model to the contract, place and group of the school; `announced` is the day of the preview
 * that the parent has confirmed.
 */
type ChangeData = { parent: Person; home: string; real: Record<string, string>; announced: string | null }
type Stage = ProductStage<ChangeData>

const homeGroup = { subject: 'Физика', title: 'ФИЗ-1' }
const otherHomeGroup = { subject: 'Физика', title: 'ФИЗ-9' }
/** Dearer by 27 333 roubles for three weeks, of which one is ahead. */
const eveningGroup = { title: 'ФИЗ-2', placesTotal: 1, price: 93_333_00 }

const { shows, opens } = flowSteps<ChangeData, ScheduleChangeLocation>({
  showsStep: showsTransferStep,
  addressOf: ({ real }, location: ScheduleChangeLocation) => {
    const parts = Object.entries(location as Record<string, string>).map(([part, id]) => [part, real[id] ?? id])
    // A contract with a single place has this one instead of the other.
    if (location.contract === ids.otherContract && location.territory) parts[1] = ['territory', schoolIds.territory]
    return `/change-schedule${formatQueryString(Object.fromEntries(parts))}`
  },
})

/** A parent transfers a child to a distant group with one place left, or joins the waiting list of the full group. */
export const scheduleChangeEndToEnd: ProductLevel<ChangeData> = {
  open: openChange,
  held: Object.values(calls),
  begin: async (stage) => {
    await signIn(stage, stage.data.parent)
    await stage.page.goto('/change-schedule')
  },
  unplayableSteps: [
    {
      why: 'Back only leads to the previous step',
      is: ({ event, before }) =>
        event.type === 'address.changed' &&
        before.matches('transferring') &&
        JSON.stringify(event.location) !== JSON.stringify({ ...before.context.location, step: undefined }),
    },
  ],
  events: {
    'address.changed': async (stage, { event, before, rest }) => {
      if (before.matches('transferring')) return stage.page.goBack()
      if (event.location.step === 'confirm' && goesBackIn(rest, 'transferring')) return clickToConfirmation(stage)
      await settle(stage, event.location)
      const isGone = rest[0]?.event.output?.refusal === 'not-found' && event.location.group !== undefined
      const replacement = isGone ? await replaceGroup(stage) : null
      await opens(stage, event.location)
      if (replacement !== null) stage.data.real[ids.evening] = replacement
    },
    // The real server decides the outcome; the next step asserts it.
    'xstate.done.actor.validateLocation': () => undefined,
    'contract.choose': ({ page }) => transferPage(page).change(homeGroup).click(),
    'territory.choose': ({ page }, { event }) => {
      const { territory, change } = transferPage(page)
      return (event.contract === ids.contract ? territory('Мытищи') : change(otherHomeGroup)).click()
    },
    'group.choose': ({ page }) => transferPage(page).compare(eveningGroup.title).click(),
    'waitingList.join': ({ page }) => transferPage(page).join('ФИЗ-3').click(),
    'preview.accept': ({ page }) => transferPage(page).accept.click(),
    'transfer.confirm': async (stage) => {
      stage.data.announced = await announcedDay(stage)
      await transferPage(stage.page).confirm.click()
    },
    'step.back': ({ page }) => transferPage(page).back.click(),
    'xstate.done.actor.joinWaitingList': async (stage) => {
      await stage.server.proxy.pass(calls.join)
      await soon(transferPage(stage.page).placeInWaitingList('ФИЗ-3', '1 из 1')).toBeVisible()
      expect(await countWaitingListEntries(stage)).toBe(1)
    },
    'xstate.error.actor.joinWaitingList': {
      'место тем временем появилось': async (stage) => {
        await setPlaces(stage, ids.full, 2)
        await stage.server.proxy.pass(calls.join)
        expect(await countWaitingListEntries(stage)).toBe(0)
      },
      'запросов слишком много': tooOften(calls.join),
      'нет связи с сервером': ({ server }) => server.proxy.cut(calls.join),
    },
    'xstate.done.actor.requestTransfer': ({ server }) => server.proxy.pass(calls.change),
    'xstate.error.actor.requestTransfer': {
      'место заняли': async (stage) => {
        await transferRival(stage)
        await stage.server.proxy.pass(calls.change)
      },
      'правила не позволяют': async (stage) => {
        await requestTransfer(stage.data.parent, stage, ids.contract)
        await stage.server.proxy.pass(calls.change)
      },
      'запросов слишком много': tooOften(calls.change),
      'нет связи с сервером': ({ server }) => server.proxy.cut(calls.change),
    },
  },
  states: {
    // The real server responds too fast to observe the pending state.
    validatingLocation: () => undefined,
    choosingGroup: shows,
    choosingTerritory: shows,
    choosingNewGroup: shows,
    joiningWaitingList: async (stage, snapshot) => {
      await shows(stage, snapshot)
      await soon(transferPage(stage.page).join('ФИЗ-3')).toHaveAttribute('aria-busy', 'true')
      await stage.server.proxy.isHeld(calls.join)
    },
    comparing: shows,
    confirming: async (stage, snapshot) => {
      await shows(stage, snapshot)
      await soon(transferPage(stage.page).confirm).toBeEnabled()
      if (snapshot.context.refusal === null && snapshot.context.location.contract === ids.contract)
        await soon(stage.page.getByText(/75\s111\s₽ вместо 66\s000\s₽: на 9\s111\s₽ больше/)).toBeVisible()
      expect(await comingTo(stage)).toEqual([])
    },
    transferring: async (stage, snapshot) => {
      await shows(stage, snapshot)
      await soon(transferPage(stage.page).confirm).toHaveAttribute('aria-busy', 'true')
      await stage.server.proxy.isHeld(calls.change)
    },
    done: async (stage, snapshot) => {
      await shows(stage, snapshot)
      await soon(transferPage(stage.page).newWeek).toBeVisible()
      expect(await comingTo(stage)).toEqual([stage.data.real[ids.evening]])
      const { announced } = stage.data
      if (announced !== null) expect(await daysOfChange(stage)).toEqual([announced])
    },
  },
}

async function openChange(real: TestServer): Promise<ChangeData> {
  const school = await schoolOf(real)
  const parent = await newPerson(real, { confirmed: false })
  const child = await school.addChild('Артём', [parent])
  const { home: otherHome } = await school.begin()
  await real.database.update(studyGroups).set({ title: otherHomeGroup.title }).where(eq(studyGroups.id, otherHome))
  await school.addGroup({ title: 'ФИЗ-8', territoryId: schoolIds.territory })
  const otherContract = await school.addContract(child, { groupId: otherHome, customerId: parent.userId })
  const { home } = await school.begin()
  await school.addGroup({ title: 'ФИЗ-4', territoryId: schoolIds.territory })
  const evening = await school.addGroup(eveningGroup)
  for (const day of ['06', '13', '20']) await school.addLesson(home, new Date(`2026-10-${day}T09:00:00Z`))
  const full = await school.addGroup({ title: 'ФИЗ-3', placesTotal: 1, placesTaken: 1 })
  const contract = await school.addContract(child, { groupId: home, customerId: parent.userId })
  await school.addPayment(contract, { position: 1, amount: 66_000_00 })
  const stranger = await school.addFamily('Лев')
  return {
    parent,
    home,
    announced: null,
    real: {
      [ids.contract]: contract,
      [ids.otherContract]: otherContract,
      [ids.stranger]: await school.addContract(stranger.childId, { customerId: stranger.parent.userId }),
      [ids.sokol]: mytischi,
      [ids.evening]: evening,
      [ids.full]: full,
    },
  }
}

/** Creates what the URL requires: in another tab the transfer was made or cancelled. */
async function settle(stage: Stage, location: ScheduleChangeLocation): Promise<void> {
  const { parent } = stage.data
  const transfers = (await parent.call('GET /v1/schedule/group/transfer/list')).json<GroupTransfer[]>()
  const coming = transfers.find(({ state }) => state === 'coming')
  if (location.step === 'done') {
    if (coming === undefined) await requestTransfer(parent, stage, ids.contract)
  } else if (coming !== undefined) await parent.call(`DELETE /v1/schedule/group/transfer/${coming.uuid}`)
}

async function requestTransfer(who: Person, { data }: Stage, contract: string): Promise<void> {
  const body = { contractUuid: data.real[contract] ?? contract, groupUuid: data.real[ids.evening] }
  const { statusCode, body: text } = await who.call(calls.change, {
    body,
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  if (statusCode !== 200) throw new Error(`another tab could not change the group: ${text}`)
}

/** Another family takes the place first. */
async function transferRival(stage: Stage): Promise<void> {
  const school = await schoolOf(stage.server)
  const rival = await newPerson(stage.server, { confirmed: false })
  const child = await school.addChild('Лев', [rival])
  const contract = await school.addContract(child, { groupId: stage.data.home, customerId: rival.userId })
  await requestTransfer(rival, stage, contract)
}

/** The school assigns the group to another programme and opens a new one of the same name. */
async function replaceGroup({ server, data }: Stage): Promise<string> {
  const isEvening = eq(studyGroups.id, data.real[ids.evening] ?? '')
  const { programId, campaignId } = studyGroups
  const [former] = await server.database.select({ programId, campaignId }).from(studyGroups).where(isEvening)
  const elsewhere = { programId: schoolIds.program, title: 'ФИЗ-2, прежняя' }
  await server.database.update(studyGroups).set(elsewhere).where(isEvening)
  return (await schoolOf(server)).addGroup({ ...eveningGroup, ...former })
}

async function setPlaces({ server, data }: Stage, group: string, placesTotal: number): Promise<void> {
  await server.database
    .update(studyGroups)
    .set({ placesTotal })
    .where(eq(studyGroups.id, data.real[group] ?? ''))
}

async function comingTo({ server, data }: Stage): Promise<string[]> {
  const isComing = and(eq(transfers.contractId, data.real[ids.contract] ?? ''), eq(transfers.state, 'coming'))
  const rows = await server.database.select({ to: transfers.toGroupId }).from(transfers).where(isComing)
  return rows.map(({ to }) => to)
}

/** The day from which the preview shows the new group. */
async function announcedDay({ data: { parent, real } }: Stage): Promise<string> {
  const chosen = formatQueryString({ contractUuid: real[ids.contract], groupUuid: real[ids.evening] })
  const answer = await parent.call(`GET /v1/schedule/group/preview${chosen}`)
  return answer.json<{ effectiveFrom: string }>().effectiveFrom
}

/** The days on which the stored transfers of the contract take effect. */
async function daysOfChange({ server, data }: Stage): Promise<string[]> {
  const isComing = and(eq(transfers.contractId, data.real[ids.contract] ?? ''), eq(transfers.state, 'coming'))
  const rows = await server.database.select({ day: transfers.effectiveFrom }).from(transfers).where(isComing)
  return rows.map(({ day }) => day)
}

const countWaitingListEntries = ({ server, data }: Stage) =>
  server.database.$count(waitingListEntries, eq(waitingListEntries.contractId, data.real[ids.contract] ?? ''))

/** Uses the controls of the page, so that the previous step is one history entry back. */
async function clickToConfirmation({ page }: Stage): Promise<void> {
  for (const [, control] of transferPage(page).steps(homeGroup, 'Мытищи', eveningGroup.title)) await control.click()
}
