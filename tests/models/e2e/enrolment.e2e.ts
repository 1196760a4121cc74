import { eq } from 'drizzle-orm'
import { expect } from 'playwright/test'
import { campaigns, enrolments, opportunityGroups, studyGroups } from '#server/db/schema/programs.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { oneOf } from '#tests/model-runner/e2e/e2e-stage.ts'
import type { Path, Step } from '#tests/model-runner/paths/replay.ts'
import { groups, names, says, showsChoice, titled } from '#tests/models/enrolment.browser.ts'
import { purchase } from '#tests/models/enrolment.model.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { enrolmentPage } from '#tests/support/pages/enrolment-page.ts'
import { programme2035Ids } from '#tests/support/samples/programme-2035-samples.ts'
import { openProgramme2035 } from '#tests/support/schools/programme-2035.ts'
import type { Person } from '#tests/support/server/app.ts'
import { tooOften } from './fault-injection.ts'
import { newPerson, schoolOf } from './fixtures/school.ts'
import { type ProductLevel, type ProductStage, signIn, type TestServer } from './test-server.ts'

const enroll = 'POST /v1/schedule/group/enroll'

/** `real` maps ids of the model to the child and the group of the school. */
type EnrolmentData = {
  parent: Person
  token: string
  campaign: string
  opportunity: string
  real: Record<string, string>
  /** The school closes enrolment after the page was opened. */
  isClosed: boolean
  /** Changes by another tab of the same parent. */
  elsewhere: { student: string; group: string } | null
}
type Stage = ProductStage<EnrolmentData>

/** A parent of two children enrols one of them in a direction with two groups, each with one free place. */
export const enrolmentEndToEnd: ProductLevel<EnrolmentData> = {
  open: openEnrolment,
  held: [enroll],
  begin: async (stage) => {
    await signIn(stage, stage.data.parent)
    await stage.page.goto(`/2035?token=${stage.data.token}`)
    await enrolmentPage(stage.page).open('Беспилотные системы').click()
  },
  unplayableSteps: [
    {
      why: 'the page offers no place in a full group',
      is: (step, { steps }) =>
        step.event.type === 'group.choose' &&
        steps.slice(0, steps.indexOf(step)).some((earlier) => placeLostAt(earlier) === step.event.group),
    },
  ],
  events: {
    'student.choose': ({ page }, { event }) => enrolmentPage(page).choice(names[event.student]).check(),
    'group.choose': ({ page }, { event }) => enrolmentPage(page).choice(groups[event.group]).check(),
    'enrolment.next': async ({ page }, { taken }) => {
      if (taken.length > 0) await enrolmentPage(page).next.click()
      else await soon(enrolmentPage(page).next).toBeDisabled()
    },
    'enrolment.back': ({ page }) => enrolmentPage(page).back.click(),
    'enrolment.confirm': async (stage) => {
      if (stage.data.isClosed) await setDeadline(stage, '2026-10-31')
      await enrolmentPage(stage.page).confirm.click()
    },
    'purchase.open': async ({ page }, { taken }) => {
      if (taken.length > 0) await enrolmentPage(page).openPurchase.click()
      else await soon(enrolmentPage(page).openPurchase).toHaveCount(0)
    },
    'modal.close': async (stage, { before }) => {
      const { page } = stage
      await oneOf(stage, [
        () => page.keyboard.press('Escape'),
        () => page.getByRole('button', { name: 'Закрыть' }).click(),
        () => page.evaluate(() => void window.dispatchEvent(new CustomEvent('2035-modal-close'))),
      ])()
      if (!before.matches('enrolling')) return
      // The pending response still arrives and is announced.
      await stage.server.proxy.pass(enroll)
      await soon(toast(page, 'Вы записаны').first()).toBeVisible()
    },
    'xstate.done.actor.enrol': ({ server }) => server.proxy.pass(enroll),
    'xstate.error.actor.enrol': {
      'последнее место только что заняли': async (stage, { before }) => {
        await rivalEnrols(stage, before.context.group)
        await stage.server.proxy.pass(enroll)
      },
      'условия не выполнены': async (stage, { before, rest }) => {
        const choosesAnotherStudent = rest.some(({ event }) => event.type === 'enrolment.back')
        if (choosesAnotherStudent) await enrolsElsewhere(stage, before.context.student, before.context.group)
        else await setDeadline(stage, '2026-10-13')
        await stage.server.proxy.pass(enroll)
      },
      'запросов слишком много': tooOften(enroll),
      'нет связи с сервером': ({ server }) => server.proxy.cut(enroll),
    },
  },
  states: {
    choosing: async ({ page, data }, { context }) => {
      await titled(page, 'choosing')
      // Only a child who may still enrol is offered.
      const student = data.isClosed || data.elsewhere ? undefined : names[context.student]
      if (data.elsewhere) await soon(enrolmentPage(page).choice(names[otherThan(context.student, names)])).toBeEnabled()
      const chosen = [student, groups[context.group]].filter((name) => name !== undefined)
      await soon(enrolmentPage(page).chosen).toHaveCount(chosen.length)
      for (const name of chosen) await soon(enrolmentPage(page).choice(name)).toBeChecked()
      if (context.refusal !== null) await says(page, context.refusal)
    },
    confirming: async (stage, snapshot) => {
      await titled(stage.page, 'confirming')
      await showsChoice(stage, snapshot)
      if (snapshot.context.refusal !== null) await says(stage.page, snapshot.context.refusal)
      const { elsewhere } = stage.data
      expect(await enrolledIn(stage)).toEqual(elsewhere === null ? [] : [elsewhere])
    },
    enrolling: async ({ page, server }) => {
      await server.proxy.isHeld(enroll)
      await soon(enrolmentPage(page).confirm).toHaveAttribute('aria-busy', 'true')
      await soon(enrolmentPage(page).back).toBeDisabled()
    },
    enrolled: async (stage, snapshot) => {
      const { student, group } = snapshot.context
      expect(await enrolledIn(stage)).toEqual([{ student: stage.data.real[student], group: stage.data.real[group] }])
      const { pathname } = new URL(stage.page.url())
      if (pathname.startsWith('/catalog/')) return
      await titled(stage.page, 'enrolled')
      await showsChoice(stage, snapshot)
    },
    closed: async ({ page }) => {
      await soon(page.getByRole('dialog')).toHaveCount(0)
      await soon(page).toHaveURL(({ searchParams }) => !searchParams.has('enrol'))
    },
  },
}

async function openEnrolment(real: TestServer, path: Path): Promise<EnrolmentData> {
  const { server, database } = real
  const school = await schoolOf(real)
  const parent = await newPerson(real, { confirmed: false })
  const [artyom, vera] = [await school.addChild('Артём', [parent]), await school.addChild('Вера', [parent])]
  const programme = await openProgramme2035(server)
  const isPaid = path.steps.some(({ event }) => event.output?.location === purchase)
  const opportunity = await programme.addOpportunity({ places: 1, price: isPaid ? 66_000_00 : 0 })
  const { groupUuid: tuesdays, opportunityUuid } = opportunity
  const [first] = await database
    .update(studyGroups)
    .set({ title: 'БАС-1' })
    .where(eq(studyGroups.id, tuesdays))
    .returning()
  if (first === undefined) throw new Error('The opportunity has no group')
  const fridays = crypto.randomUUID()
  await database.insert(studyGroups).values({ ...first, id: fridays, title: 'БАС-2' })
  await database.insert(opportunityGroups).values({ opportunityId: opportunityUuid, groupId: fridays })
  return {
    parent,
    token: programme.token,
    campaign: programme.campaignUuid,
    opportunity: opportunityUuid,
    real: {
      [programme2035Ids.artyom]: artyom,
      [programme2035Ids.vera]: vera,
      [programme2035Ids.tuesdays]: tuesdays,
      [programme2035Ids.fridays]: fridays,
    },
    isClosed: false,
    elsewhere: null,
  }
}

/** Changes the last day of enrolment: yesterday, or the end of the month. */
async function setDeadline({ server, data }: Stage, enrolUntil: string): Promise<void> {
  data.isClosed = enrolUntil < '2026-10-14'
  await server.database.update(campaigns).set({ enrolUntil }).where(eq(campaigns.id, data.campaign))
}

/** In another tab the parent enrols the child in the other group. */
async function enrolsElsewhere({ data }: Stage, student: string, group: string): Promise<void> {
  const { real, parent } = data
  data.elsewhere = { student: real[student] ?? '', group: real[otherThan(group, groups)] ?? '' }
  await enrols(parent, data, data.elsewhere)
}

/** Another family takes the place first. */
async function rivalEnrols({ server: real, data }: Stage, group: string): Promise<void> {
  const rival = await newPerson(real, { confirmed: false })
  const student = await (await schoolOf(real)).addChild('Лев', [rival])
  await enrols(rival, data, { student, group: data.real[group] ?? '' })
}

async function enrols(
  who: Person,
  { campaign: campaignUuid, opportunity: opportunityUuid }: EnrolmentData,
  { student: studentUuid, group: groupUuid }: { student: string; group: string },
): Promise<void> {
  const { statusCode, body } = await who.call(enroll, {
    body: { campaignUuid, opportunityUuid, studentUuid, groupUuid },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  if (statusCode !== 200) throw new Error(`enrolment beside the page was refused: ${body}`)
}

/** The places of this family in the database. */
async function enrolledIn({ server, data }: Stage): Promise<{ student: string; group: string }[]> {
  const isHere = eq(enrolments.campaignId, data.campaign)
  const rows = await server.database
    .select({ student: enrolments.studentId, group: enrolments.groupId })
    .from(enrolments)
    .where(isHere)
  return rows.filter(({ student }) => Object.values(data.real).includes(student))
}

/** The group that lost its last place at this step. */
function placeLostAt({ event, before }: Step): string | null {
  return event.error?.type === 'no-place-left' ? before.context.group : null
}

const otherThan = (id: string, among: object) => Object.keys(among).find((one) => one !== id) ?? ''
