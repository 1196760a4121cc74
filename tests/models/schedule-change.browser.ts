import type { Locator, Page } from 'playwright'
import { expect } from 'playwright/test'
import type { AnyMachineSnapshot } from 'xstate'
import { type ProblemType, problemTypes } from '#contract/problem.ts'
import { formatQueryString } from '#src/api/query-string.ts'
import type { ChangePlace, ChangeRefusal } from '#src/machines/change-places.ts'
import {
  fullGroup,
  groupMove,
  groupQueue,
  groupToChange,
  ids,
  movePreview,
  physics,
  sokol,
  studyGroup,
} from '#tests/support/move-samples.ts'
import { json, problem, type Reply } from './browser/network-edge.ts'
import { eventually, soon } from './browser/patience.ts'
import { type BrowserStage, type Desk, followLink, inBrowser } from './browser/stage.ts'
import type { Level } from './model.ts'
import { anna } from './people.ts'

const calls = {
  change: 'POST /v1/parent/children/schedule/groups/change',
  join: 'POST /v1/schedule/group/queue/join',
  preview: 'GET /v1/schedule/group/preview',
}
const contract = ids.contract
const waiting = groupQueue({
  length: 3,
  own: { uuid: ids.place, position: 3, joinedAt: '2026-11-20T09:00:00.000Z', heldUntil: null },
})
const standing = {
  'GET /v1/profile': json(anna),
  'GET /v1/parent/children/schedule/groups/list': json([
    studyGroup(),
    { ...physics, canChange: true, reason: null, territories: [sokol] },
  ]),
  'GET /v1/parent/children/schedule/groups/to-change': json([groupToChange(), fullGroup]),
  'GET /v1/schedule/group/move/list': json([groupMove()]),
  'GET /v1/schedule/group/queue/list': json([groupQueue()]),
}
const words: Partial<Record<ChangeRefusal, string>> = {
  'not-found': 'Такой записи нет или она вам не принадлежит.',
  'no-place-left': 'Последнее место в этой группе только что заняли.',
  'move-refused': 'Сейчас эту группу сменить нельзя.',
  'state-conflict': 'За это время данные изменились.',
  'too-many-requests': 'Слишком много попыток.',
  offline: 'Нет связи с сервером.',
}

/** The page asks for a preview whenever it arrives at one, and waits for the path to answer. */
export function scheduleChangeInBrowser(desk: Desk): Level<BrowserStage> {
  return inBrowser(desk, { start: '/change-schedule', held: Object.values(calls), standing }, { events, states })
}

const events: Level<BrowserStage>['events'] = {
  'address.changed': (stage, { event }) => followLink(stage, `/change-schedule${formatQueryString(event.place)}`),
  'xstate.done.actor.judge': async ({ edge }, { event, before }) => {
    if (before.context.place.group === undefined) return
    await edge.answer(calls.preview, event.output.refusal === null ? json(movePreview()) : problem('not-found'))
  },
  'contract.choose': ({ page }) => button(page, 'Сменить группу: Математика, М-7-А').click(),
  'territory.choose': ({ page }, { event }) =>
    button(page, event.contract === contract ? /^Сокол/ : 'Сменить группу: Физика, Ф-7').click(),
  'group.choose': async ({ page, edge }) => {
    await button(page, 'Посмотреть неделю с группой М-7-Б').click()
    await edge.answer(calls.preview, json(movePreview()))
  },
  'queue.join': ({ page }) => joinButton(page).click(),
  'preview.accept': ({ page }) => button(page, 'Подходит, дальше').click(),
  'move.confirm': ({ page }) => confirmButton(page).click(),
  'step.back': ({ page }) => button(page, 'Назад').click(),
  'xstate.done.actor.joinQueue': async ({ edge, page }) => {
    edge.always('GET /v1/schedule/group/queue/list', json([waiting]))
    await edge.answer(calls.join, json(waiting))
    await soon(page.getByText('Очередь в группу «М-7-В»: ваше место 3 из 3')).toBeVisible()
  },
  'xstate.error.actor.joinQueue': ({ edge }, { event }) => edge.answer(calls.join, replyOf(event.error.refusal)),
  'xstate.done.actor.changeGroup': ({ edge }) =>
    edge.answer(calls.change, json({ contractUuid: contract, groupUuid: ids.evening, effectiveFrom: '2026-11-24' })),
  'xstate.error.actor.changeGroup': ({ edge }, { event }) => edge.answer(calls.change, replyOf(event.error.refusal)),
}

const states: Level<BrowserStage>['states'] = {
  arriving: async ({ edge, page }, { context }) => {
    // Whatever needs no preview is judged at once, by what the page knows already.
    if (context.place.group === undefined) return
    await edge.isHeld(calls.preview)
    await soon(button(page, 'Назад')).toBeDisabled()
  },
  choosingGroup: (stage, snapshot) => shows(stage, snapshot, 'Какую группу сменить?'),
  choosingTerritory: (stage, snapshot) => shows(stage, snapshot, 'Где удобно заниматься?'),
  choosingNewGroup: (stage, snapshot) => shows(stage, snapshot, 'В какую группу перейти?'),
  joiningQueue: async (stage, snapshot) => {
    await shows(stage, snapshot, 'В какую группу перейти?')
    await soon(joinButton(stage.page)).toHaveAttribute('aria-busy', 'true')
    await isSent(stage, calls.join, ids.full)
  },
  comparing: async (stage, snapshot) => {
    await shows(stage, snapshot, 'Неделя до и после')
    await soon(stage.page.getByRole('region', { name: /^Неделя 23.29 ноября 2026/ })).toBeVisible()
  },
  confirming: async (stage, snapshot) => {
    await shows(stage, snapshot, 'Сменить группу?')
    await soon(confirmButton(stage.page)).toBeEnabled()
  },
  moving: async (stage, snapshot) => {
    await shows(stage, snapshot, 'Сменить группу?')
    await soon(confirmButton(stage.page)).toHaveAttribute('aria-busy', 'true')
    await isSent(stage, calls.change, ids.evening)
  },
  done: async (stage, snapshot) => {
    await shows(stage, snapshot, 'Группа сменена')
    await soon(stage.page.getByRole('link', { name: 'Посмотреть новую неделю' })).toBeVisible()
  },
}

/** The step of that title, with the address that names it, and why one is here when one wanted elsewhere. */
async function shows({ page }: BrowserStage, { context }: AnyMachineSnapshot, title: string): Promise<void> {
  const { place, refusal } = context as { place: ChangePlace; refusal: ChangeRefusal | null }
  await soon(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
  await eventually(() => page.url()).toMatch(new RegExp(`/change-schedule${escaped(formatQueryString(place))}$`))
  const alert = page.getByRole('main').getByRole('alert')
  if (refusal === null) await soon(alert).toHaveCount(0)
  else await soon(alert).toContainText(words[refusal] ?? refusal)
}

async function isSent({ edge }: BrowserStage, call: string, groupUuid: string): Promise<void> {
  await edge.isHeld(call)
  expect((await edge.wasAsked(call)).body).toEqual({ contractUuid: contract, groupUuid })
}

function replyOf(refusal: ChangeRefusal): Reply {
  return refusal in problemTypes ? problem(refusal as ProblemType) : 'offline'
}

const escaped = (text: string) => text.replace(/[?]/g, '\\$&')
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true })
const joinButton = (page: Page) => button(page, 'Встать в очередь в группу М-7-В')
const confirmButton = (page: Page) => button(page, 'Сменить группу')
