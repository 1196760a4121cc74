import type { Locator } from 'playwright'
import type { AnyMachineSnapshot } from 'xstate'
import { type ProblemType, problemTypes } from '#contract/problem.ts'
import { formatQueryString } from '#src/api/query-string.ts'
import type {
  ChosenGroup,
  ScheduleChangeError,
  ScheduleChangeLocation,
} from '#src/machines/schedule-change-location.ts'
import { type BrowserLevel, inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { Desk } from '#tests/model-runner/browser/browser-pool.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { person, type Screen, world } from '#tests/model-runner/browser/drivers.ts'
import { goesTo } from '#tests/model-runner/browser/outside-events.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { type ExpectedCall, json, problem, type Reply } from '#tests/model-runner/browser/scripted-network.ts'
import type { Level } from '#tests/model-runner/model.ts'
import {
  fullGroup,
  groupQueue,
  groupToChange,
  groupTransfer,
  ids,
  physics,
  sokol,
  studyGroup,
  transferPreview,
} from '#tests/support/samples/transfer-samples.ts'
import { anna } from './sample-users.ts'
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
  'GET /v1/schedule/group/move/list': json([groupTransfer()]),
  'GET /v1/schedule/group/queue/list': json([groupQueue()]),
}
const words: Partial<Record<ScheduleChangeError, string>> = {
  'not-found': 'Такой записи нет или она вам не принадлежит.',
  'no-place-left': 'Последнее место в этой группе только что заняли.',
  'move-refused': 'Сейчас эту группу сменить нельзя.',
  'state-conflict': 'За это время данные изменились.',
  'too-many-requests': 'Слишком много попыток.',
  offline: 'Нет связи с сервером.',
}

/** The page requests a preview when it opens one; the path answers the request. */
export function scheduleChangeInBrowser(desk: Desk): Level<BrowserStage> {
  return inBrowser(desk, scheduleChangeModel, {
    start: '/change-schedule',
    profile: anna,
    standing,
    calls: {
      followAddress: null,
      // A step without a preview is validated at once, from data of the page.
      judge: (place: ScheduleChangeLocation) => (place.group === undefined ? null : previewOf(place)),
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
    await edge.answer(calls.preview, event.output.refusal === null ? json(transferPreview()) : problem('not-found'))
  }),
  'contract.choose': person(({ page, press }) => press(button(page, 'Сменить группу: Математика, М-7-А'))),
  'territory.choose': person(({ page, press }, { event }) =>
    press(button(page, event.contract === contract ? /^Сокол/ : 'Сменить группу: Физика, Ф-7')),
  ),
  'group.choose': person(({ page, press }) => press(button(page, 'Посмотреть неделю с группой М-7-Б')), {
    first: ({ edge }, { after }) => edge.expect(previewOf(after.context.place), { reply: json(transferPreview()) }),
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

/** Asserts the title of the step, and the message if the requested step is not available. */
async function shows({ page }: BrowserStage, { context }: AnyMachineSnapshot, title: string): Promise<void> {
  const { refusal } = context as { refusal: ScheduleChangeError | null }
  await soon(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
  const alert = page.getByRole('main').getByRole('alert')
  if (refusal === null) await soon(alert).toHaveCount(0)
  else await soon(alert).toContainText(words[refusal] ?? refusal)
}

/** A step without a preview is validated from data of the page: the URL has changed before an assertion can run. */
function isJudgedAtOnce(value: unknown, { group }: ScheduleChangeLocation): boolean {
  return value === 'arriving' && group === undefined
}

function previewOf(place: ScheduleChangeLocation): ExpectedCall {
  const query = { contractUuid: place.contract, groupUuid: place.group }
  return { call: calls.preview, query, throughCache: true }
}

function bodyOf(chosen: ChosenGroup): object {
  return { contractUuid: chosen.contract, groupUuid: chosen.group }
}

function addressOf(place: ScheduleChangeLocation): string {
  return `/change-schedule${formatQueryString(place)}`
}

function replyOf(refusal: ScheduleChangeError): Reply {
  return refusal in problemTypes ? problem(refusal as ProblemType) : 'offline'
}

const button = (page: Screen, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true })
const joinButton = (page: Screen) => button(page, 'Встать в очередь в группу М-7-В')
const confirmButton = (page: Screen) => button(page, 'Сменить группу')
