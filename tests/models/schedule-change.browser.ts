import { formatQueryString } from '#src/api/query-string.ts'
import type { ChosenGroup, ScheduleChangeLocation } from '#src/machines/locations/schedule-change-location.ts'
import { json } from '#tests/model-runner/browser/app-under-test.ts'
import { type BrowserLevel, inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserPool } from '#tests/model-runner/browser/browser-pool.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { byEnvironment, byUser } from '#tests/model-runner/browser/drivers.ts'
import type { ExpectedCall } from '#tests/model-runner/browser/expected-call.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { Level } from '#tests/model-runner/model.ts'
import { transferPage, transferTexts } from '#tests/support/pages/transfer-page.ts'
import {
  fullGroup,
  groupToChange,
  groupTransfer,
  groupWaitingListSample,
  ids,
  physics,
  sokol,
  studyGroup,
  transferPreview,
} from '#tests/support/samples/transfer-samples.ts'
import { navigatesTo } from './app/outside-events.ts'
import { problem, refuses } from './app/problems.ts'
import { profileState } from './app/profile-state.ts'
import { anna } from './sample-users.ts'
import { scheduleChangeModel } from './schedule-change.model.ts'
import { stepAssertion } from './step-assertion.ts'

const calls = {
  change: 'POST /v1/parent/children/schedule/groups/change',
  join: 'POST /v1/schedule/group/waiting-list/join',
  preview: 'GET /v1/schedule/group/preview',
}
const contract = ids.contract
const waiting = groupWaitingListSample({
  length: 5,
  own: { uuid: ids.place, position: 2, joinedAt: '2026-11-20T09:00:00.000Z', heldUntil: null },
})
const defaultResponses = {
  'GET /v1/parent/children/schedule/groups/list': json([
    studyGroup(),
    { ...physics, canChange: true, reason: null, territories: [sokol] },
  ]),
  'GET /v1/parent/children/schedule/groups/to-change': json([groupToChange(), fullGroup]),
  'GET /v1/schedule/group/transfer/list': json([groupTransfer()]),
  'GET /v1/schedule/group/waiting-list/list': json([groupWaitingListSample()]),
}
export const showsTransferStep = stepAssertion(transferTexts)

/** The page requests a preview when it opens one; the path answers the request. */
export function scheduleChangeInBrowser(pool: BrowserPool): Level<BrowserStage> {
  return inBrowser(pool, scheduleChangeModel, {
    start: '/change-schedule',
    state: () => profileState(anna),
    responses: defaultResponses,
    calls: {
      followAddress: null,
      // A step without a preview is validated at once, from data of the page.
      validateLocation: (location: ScheduleChangeLocation) =>
        location.group === undefined ? null : previewOf(location),
      joinWaitingList: (chosen: ChosenGroup) => ({ call: calls.join, body: bodyOf(chosen) }),
      requestTransfer: (chosen: ChosenGroup) => ({ call: calls.change, body: bodyOf(chosen) }),
    },
    outputAfterError: { validateLocation: (location) => ({ location, refusal: null }) },
    address: ({ value, context }) => (isValidatedAtOnce(value, context.location) ? null : addressOf(context.location)),
    events,
    states,
  })
}

const events: BrowserLevel['events'] = {
  'address.changed': navigatesTo(({ event }) => addressOf(event.location)),
  'xstate.done.actor.validateLocation': byEnvironment(async ({ network }, { event, before }) => {
    if (before.context.location.group === undefined) return
    await network.answer(calls.preview, event.output.refusal === null ? json(transferPreview()) : problem('not-found'))
  }),
  'contract.choose': byUser(({ page, press }) => press(transferPage(page).change(studyGroup()))),
  'territory.choose': byUser(({ page, press }, { event }) =>
    press(event.contract === contract ? transferPage(page).territory('Сокол') : transferPage(page).change(physics)),
  ),
  'group.choose': byUser(({ page, press }) => press(transferPage(page).compare('М-7-Б')), {
    first: ({ network }, { after }) =>
      network.expect(previewOf(after.context.location), { reply: json(transferPreview()) }),
  }),
  'waitingList.join': byUser(({ page, press }) => press(transferPage(page).join('М-7-В'))),
  'preview.accept': byUser(({ page, press }) => press(transferPage(page).accept)),
  'transfer.confirm': byUser(({ page, press }) => press(transferPage(page).confirm)),
  'step.back': byUser(({ page, press }) => press(transferPage(page).back)),
  'xstate.done.actor.joinWaitingList': byEnvironment(async ({ network, page }) => {
    network.always('GET /v1/schedule/group/waiting-list/list', json([waiting]))
    await network.answer(calls.join, json(waiting))
    await soon(transferPage(page).placeInWaitingList('М-7-В', '2 из 5')).toBeVisible()
  }),
  'xstate.error.actor.joinWaitingList': refuses(calls.join),
  'xstate.done.actor.requestTransfer': byEnvironment(({ network }) =>
    network.answer(calls.change, json({ contractUuid: contract, groupUuid: ids.evening, effectiveFrom: '2026-11-24' })),
  ),
  'xstate.error.actor.requestTransfer': refuses(calls.change),
}

const states: BrowserLevel['states'] = {
  validatingLocation: async ({ page }, { context }) => {
    if (context.location.group === undefined) return
    await soon(transferPage(page).back).toBeDisabled()
  },
  choosingGroup: showsTransferStep,
  choosingTerritory: showsTransferStep,
  choosingNewGroup: showsTransferStep,
  joiningWaitingList: async (stage, snapshot) => {
    await showsTransferStep(stage, snapshot)
    await soon(transferPage(stage.page).join('М-7-В')).toHaveAttribute('aria-busy', 'true')
  },
  comparing: async (stage, snapshot) => {
    await showsTransferStep(stage, snapshot)
    await soon(stage.page.getByRole('region', { name: /^Неделя 23\D+29\sноября\s2026/ })).toBeVisible()
  },
  confirming: async (stage, snapshot) => {
    await showsTransferStep(stage, snapshot)
    await soon(transferPage(stage.page).confirm).toBeEnabled()
  },
  transferring: async (stage, snapshot) => {
    await showsTransferStep(stage, snapshot)
    await soon(transferPage(stage.page).confirm).toHaveAttribute('aria-busy', 'true')
    await soon(transferPage(stage.page).alert).toHaveCount(0)
  },
  done: async (stage, snapshot) => {
    await showsTransferStep(stage, snapshot)
    await soon(transferPage(stage.page).newWeek).toBeVisible()
  },
}

/** A step without a preview is validated from data of the page: the URL has changed before an assertion can run. */
function isValidatedAtOnce(value: unknown, { group }: ScheduleChangeLocation): boolean {
  return value === 'validatingLocation' && group === undefined
}

function previewOf(location: ScheduleChangeLocation): ExpectedCall {
  const query = { contractUuid: location.contract, groupUuid: location.group }
  return { call: calls.preview, query, throughCache: true }
}

function bodyOf(chosen: ChosenGroup): object {
  return { contractUuid: chosen.contract, groupUuid: chosen.group }
}

function addressOf(location: ScheduleChangeLocation): string {
  return `/change-schedule${formatQueryString(location)}`
}
