import { expect, type Page } from 'playwright/test'
import { formatQueryString } from '#src/api/query-string.ts'
import type { ChangePlace } from '#src/machines/change-places.ts'
import { coverOf } from '#tests/models/cover.ts'
import { coverageOf } from '#tests/models/coverage.ts'
import type { Step } from '#tests/models/replay.ts'
import { lineOf, plan } from '#tests/models/runner.ts'
import { scheduleChangeModel as model } from '#tests/models/schedule-change.model.ts'
import { ids } from '#tests/support/move-samples.ts'
import { movesOf, territoryWithBoth } from '#tests/support/moves.ts'
import { changing } from '#tests/support/story.ts'

changing.use({ login: 'family' })

const headings: Record<string, string> = {
  choosingGroup: 'Какую группу сменить?',
  choosingTerritory: 'Где удобно заниматься?',
  choosingNewGroup: 'В какую группу перейти?',
  comparing: 'Неделя до и после',
  confirming: 'Сменить группу?',
  done: 'Группа сменена',
}

/** What the server answers by itself, without being made to: the rest of the paths is played on the desk, by script. */
const paths = coverOf(plan(model).paths.filter(({ steps }) => steps.every(isAnsweredSo)))

const onlyByScript = [
  'scheduleChange.arriving | xstate.done.actor.judge | 6',
  'scheduleChange.joiningQueue | xstate.error.actor.joinQueue | 1',
  'scheduleChange.moving | address.changed | 1',
  'scheduleChange.moving | xstate.error.actor.changeGroup | 1',
  'scheduleChange.moving | xstate.error.actor.changeGroup | 2',
  'scheduleChange.moving | xstate.error.actor.changeGroup | 3',
]

changing('the generated paths of a change of group go their way on the real server', async ({ page }) => {
  changing.setTimeout(300_000)
  const left = coverageOf(model.machine, paths)
  expect(left.states.unplayed).toEqual([])
  expect(left.transitions.unplayed).toEqual(onlyByScript)
  const moves = movesOf(page.request)
  const present = await moves.changeable(({ territories }) => territories.length > 1)
  const alone = await moves.changeable(({ territories }) => territories.length === 1)
  const { territory, free, full } = await territoryWithBoth(moves, present)
  const onServer: Record<string, string> = {
    [ids.contract]: present.contractUuid,
    [ids.otherContract]: alone.contractUuid,
    [ids.sokol]: territory.uuid,
    [ids.evening]: free.groupUuid,
    [ids.full]: full.groupUuid,
  }
  const addressOf = (place: ChangePlace) => {
    const entries: [string, string][] = Object.entries(place as Record<string, string>).map(([part, id]) => [
      part,
      onServer[id] ?? id,
    ])
    // A contract that has one territory has it instead of the one in the model.
    if (place.contract === ids.otherContract && place.territory)
      entries[1] = ['territory', alone.territories[0]?.uuid ?? '']
    return `/change-schedule${formatQueryString(Object.fromEntries(entries))}`
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const drivers: Record<string, (step: Step) => Promise<void> | void> = {
    'address.changed': ({ event }) => followLink(page, addressOf(event.place)),
    'contract.choose': () => button(`Сменить группу: ${present.subject}, ${present.title}`).click(),
    'territory.choose': ({ event }) =>
      event.contract === ids.contract
        ? page.getByRole('main').getByRole('listitem').getByRole('button', { name: territory.title }).click()
        : button(`Сменить группу: ${alone.subject}, ${alone.title}`).click(),
    'group.choose': () => button(`Посмотреть неделю с группой ${free.title}`).click(),
    'queue.join': () => button(`Встать в очередь в группу ${full.title}`).click(),
    'preview.accept': () => button('Подходит, дальше').click(),
    'move.confirm': () => button('Сменить группу').click(),
    'step.back': () => button('Назад').click(),
    'xstate.done.actor.joinQueue': () =>
      expect(page.getByText(`Очередь в группу «${full.title}»: ваше место`)).toBeVisible(),
  }
  for (const path of paths)
    await changing.step(lineOf(model, path), async () => {
      await page.goto('/change-schedule')
      for (const step of path.steps) {
        await drivers[step.event.type]?.(step)
        const heading = headings[String(step.after.value)]
        // Between a question and its answer the real server gives no time to look.
        if (heading === undefined) continue
        await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible()
        await expect(page).toHaveURL(addressOf(step.after.context.place))
        await expect(page.getByRole('main').getByRole('alert')).toHaveCount(step.after.context.refusal === null ? 0 : 1)
      }
      await moves.withdrawAll()
      await moves.leaveQueues(present)
    })
})

/** Refusals need a rival, silence a broken line, and nobody is quick enough to go back while a move is made. */
function isAnsweredSo({ event, before, after }: Step): boolean {
  if (event.type.startsWith('xstate.error.')) return false
  if (before.matches('moving') || before.matches('joiningQueue')) return event.type.startsWith('xstate.done.')
  if (event.type === 'address.changed') return event.place.step !== 'done'
  const isGone = after.context.refusal === 'not-found' && before.context.place.group !== undefined
  return !isGone
}

async function followLink(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const { __TSR_ROUTER__: router } = window as unknown as {
      __TSR_ROUTER__: { history: { push: (address: string) => void } }
    }
    router.history.push(to)
  }, address)
}
