import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import type { AnyMachineSnapshot } from 'xstate'
import { drones, offerOf, offerStudent, offerToken, programmeIds, vera } from '#tests/support/programme-samples.ts'
import { button, replyOf } from './browser/code-dialog.ts'
import { json } from './browser/network-edge.ts'
import { soon } from './browser/patience.ts'
import { type BrowserStage, type Desk, inBrowser } from './browser/stage.ts'
import { purchase } from './enrolment.model.ts'
import type { Level } from './model.ts'
import { anna } from './people.ts'

const enroll = 'POST /v1/schedule/group/enroll'
const names: Record<string, string> = { [programmeIds.artyom]: 'Артём', [programmeIds.vera]: 'Вера' }
const groups: Record<string, string> = { [programmeIds.tuesdays]: 'БАС-1', [programmeIds.fridays]: 'БАС-2' }

export function enrolmentInBrowser(desk: Desk): Level<BrowserStage> {
  const standing = {
    'GET /v1/profile': json(anna),
    [`GET /${offerToken}`]: json(offerOf()),
    [`GET /v1/schedule/offer/${offerToken}/student/list`]: json([offerStudent(), vera]),
  }
  const start = `/2035?token=${offerToken}&enrol=${drones.opportunityUuid}`
  return inBrowser(desk, { start, held: [enroll], standing }, { events, states })
}

const events: Level<BrowserStage>['events'] = {
  'student.choose': ({ page }, { event }) => choice(page, names[event.student]).check(),
  'group.choose': ({ page }, { event }) => choice(page, groups[event.group]).check(),
  'enrolment.next': async ({ page }, { before: { context } }) => {
    if (context.student !== null && context.group !== null) await button(page, 'Далее').click()
    else await soon(button(page, 'Далее')).toBeDisabled()
  },
  'enrolment.back': ({ page }) => button(page, 'Назад').click(),
  'enrolment.confirm': ({ page }) => button(page, 'Записаться').click(),
  'purchase.open': async ({ page }, { before: { context } }) => {
    if (context.location !== null) await button(page, 'Перейти к договору').click()
    else await soon(button(page, 'Перейти к договору')).toHaveCount(0)
  },
  'modal.close': ({ page }) => page.evaluate(() => void window.dispatchEvent(new CustomEvent('2035-modal-close'))),
  'xstate.done.actor.enrol': ({ edge }, { event }) =>
    edge.answer(enroll, json({ enrolmentUuid: programmeIds.enrolment, location: event.output.location })),
  'xstate.error.actor.enrol': ({ edge }, { event }) => edge.answer(enroll, replyOf(event.error)),
}

const states: Level<BrowserStage>['states'] = {
  choosing: async ({ page }, { context }) => {
    await titled(page, 'Выберите группу')
    const chosen = [names[context.student], groups[context.group]].filter((name) => name !== undefined)
    await soon(page.getByRole('radio', { checked: true })).toHaveCount(chosen.length)
    for (const name of chosen) await soon(choice(page, name)).toBeChecked()
    if (context.refusal !== null) await says(page, context.refusal)
  },
  confirming: async (stage, snapshot) => {
    await titled(stage.page, 'Проверьте запись')
    await showsChoice(stage, snapshot)
    if (snapshot.context.refusal !== null) await says(stage.page, snapshot.context.refusal)
  },
  enrolling: async ({ page, edge }, { context: { student, group } }) => {
    await edge.isHeld(enroll)
    expect((await edge.wasAsked(enroll)).body).toEqual({
      campaignUuid: programmeIds.campaign,
      opportunityUuid: programmeIds.drones,
      groupUuid: group,
      studentUuid: student,
    })
    await soon(button(page, 'Назад')).toBeDisabled()
  },
  enrolled: async (stage, snapshot) => {
    if (new URL(stage.page.url()).pathname + new URL(stage.page.url()).search === purchase) return
    await titled(stage.page, 'Место ваше')
    await showsChoice(stage, snapshot)
  },
  closed: async ({ page }) => {
    await soon(page.getByRole('dialog')).toHaveCount(0)
    await soon(page).toHaveURL(({ searchParams }) => !searchParams.has('enrol'))
  },
}

const words: Record<string, string> = {
  'no-place-left': 'Последнее место в этой группе только что заняли.',
  'enrolment-refused': 'Записаться на это направление сейчас нельзя.',
  'too-many-requests': 'Слишком много попыток.',
  offline: 'Нет связи с сервером.',
}
const says = (page: Page, refusal: string) => soon(page.getByRole('alert')).toContainText(words[refusal] ?? refusal)
const choice = (page: Page, name = '') => page.getByRole('radio', { name: new RegExp(`^${name}`) })
const titled = (page: Page, name: string) => soon(page.getByRole('dialog', { name })).toBeVisible()

async function showsChoice({ page }: BrowserStage, { context }: AnyMachineSnapshot): Promise<void> {
  const dialog = page.getByRole('dialog')
  await soon(dialog.getByText(names[context.student] ?? '', { exact: true })).toBeVisible()
  await soon(dialog.getByText(groups[context.group] ?? '', { exact: true })).toBeVisible()
}
