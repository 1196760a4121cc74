import type { Locator } from 'playwright'
import type { AnyMachineSnapshot } from 'xstate'
import { type ProblemType, problemTypes } from '#contract/problem.ts'
import { formatQueryString } from '#src/api/query-string.ts'
import type { ChangePlace, ChangeRefusal, ChosenGroup } from '#src/machines/change-places.ts'
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
import type { Desk } from './browser/desk.ts'
import { person, type Screen, world } from './browser/doing.ts'
import { type BrowserLevel, inBrowser } from './browser/level.ts'
import { type ExpectedCall, json, problem, type Reply } from './browser/network-edge.ts'
import { soon } from './browser/patience.ts'
import type { BrowserStage } from './browser/stage.ts'
import { goesTo } from './browser/world.ts'
import type { Level } from './model.ts'
import { anna } from './people.ts'
import { scheduleChangeModel } from './schedule-change.model.ts'

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
  return inBrowser(desk, scheduleChangeModel, {
    start: '/change-schedule',
    profile: anna,
    standing,
    calls: {
      followAddress: null,
      // Whatever needs no preview is judged at once, by what the page knows already.
      judge: (place: ChangePlace) => (place.group === undefined ? null : previewOf(place)),
      joinQueue: (chosen: ChosenGroup) => ({ call: calls.join, body: bodyOf(chosen) }),
      changeGroup: (chosen: ChosenGroup) => ({ call: calls.change, body: bodyOf(chosen) }),
    },
    address: ({ value, context }) => (isJudgedAtOnce(value, context.place) ? null : addressOf(context.place)),
    events,
    states,
  })
}

const events: BrowserLevel['events'] = {
  'address.changed': goesTo(({ event }) => addressOf(event.place)),
  'xstate.done.actor.judge': world(async ({ edge }, { event, before }) => {
    if (before.context.place.group === undefined) return
    await edge.answer(calls.preview, event.output.refusal === null ? json(movePreview()) : problem('not-found'))
  }),
  'contract.choose': person(({ page, press }) => press(button(page, 'Сменить группу: Математика, М-7-А'))),
  'territory.choose': person(({ page, press }, { event }) =>
    press(button(page, event.contract === contract ? /^Сокол/ : 'Сменить группу: Физика, Ф-7')),
  ),
  'group.choose': person(({ page, press }) => press(button(page, 'Посмотреть неделю с группой М-7-Б')), {
    first: ({ edge }, { after }) => edge.expect(previewOf(after.context.place), { reply: json(movePreview()) }),
  }),
  'queue.join': person(({ page, press }) => press(joinButton(page))),
  'preview.accept': person(({ page, press }) => press(button(page, 'Подходит, дальше'))),
  'move.confirm': person(({ page, press }) => press(confirmButton(page))),
  'step.back': person(({ page, press }) => press(button(page, 'Назад'))),
  'xstate.done.actor.joinQueue': world(async ({ edge, page }) => {
    edge.always('GET /v1/schedule/group/queue/list', json([waiting]))
    await edge.answer(calls.join, json(waiting))
    await soon(page.getByText('Очередь в группу «М-7-В»: ваше место 3 из 3')).toBeVisible()
  }),
  'xstate.error.actor.joinQueue': world(({ edge }, { event }) => edge.answer(calls.join, replyOf(event.error.refusal))),
  'xstate.done.actor.changeGroup': world(({ edge }) =>
    edge.answer(calls.change, json({ contractUuid: contract, groupUuid: ids.evening, effectiveFrom: '2026-11-24' })),
  ),
  'xstate.error.actor.changeGroup': world(({ edge }, { event }) =>
    edge.answer(calls.change, replyOf(event.error.refusal)),
  ),
}

const states: BrowserLevel['states'] = {
  arriving: async ({ page }, { context }) => {
    if (context.place.group === undefined) return
    await soon(button(page, 'Назад')).toBeDisabled()
  },
  choosingGroup: (stage, snapshot) => shows(stage, snapshot, 'Какую группу сменить?'),
  choosingTerritory: (stage, snapshot) => shows(stage, snapshot, 'Где удобно заниматься?'),
  choosingNewGroup: (stage, snapshot) => shows(stage, snapshot, 'В какую группу перейти?'),
  joiningQueue: async (stage, snapshot) => {
    await shows(stage, snapshot, 'В какую группу перейти?')
    await soon(joinButton(stage.page)).toHaveAttribute('aria-busy', 'true')
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
  },
  done: async (stage, snapshot) => {
    await shows(stage, snapshot, 'Группа сменена')
    await soon(stage.page.getByRole('link', { name: 'Посмотреть новую неделю' })).toBeVisible()
  },
}

/** The step of that title, and why one is here when one wanted elsewhere. */
async function shows({ page }: BrowserStage, { context }: AnyMachineSnapshot, title: string): Promise<void> {
  const { refusal } = context as { refusal: ChangeRefusal | null }
  await soon(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
  const alert = page.getByRole('main').getByRole('alert')
  if (refusal === null) await soon(alert).toHaveCount(0)
  else await soon(alert).toContainText(words[refusal] ?? refusal)
}

/** What needs no preview is judged by what the page knows already: the address has moved on before anybody looks. */
function isJudgedAtOnce(value: unknown, { group }: ChangePlace): boolean {
  return value === 'arriving' && group === undefined
}

function previewOf(place: ChangePlace): ExpectedCall {
  const query = { contractUuid: place.contract, groupUuid: place.group }
  return { call: calls.preview, query, throughCache: true }
}

function bodyOf(chosen: ChosenGroup): object {
  return { contractUuid: chosen.contract, groupUuid: chosen.group }
}

function addressOf(place: ChangePlace): string {
  return `/change-schedule${formatQueryString(place)}`
}

function replyOf(refusal: ChangeRefusal): Reply {
  return refusal in problemTypes ? problem(refusal as ProblemType) : 'offline'
}

const button = (page: Screen, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true })
const joinButton = (page: Screen) => button(page, 'Встать в очередь в группу М-7-В')
const confirmButton = (page: Screen) => button(page, 'Сменить группу')
