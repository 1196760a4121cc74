import type { Desk } from './browser/desk.ts'
import { person, type Screen, world } from './browser/doing.ts'
import { inBrowser } from './browser/level.ts'
import { passTime } from './browser/long-timers.ts'
import { problem } from './browser/network-edge.ts'
import { soon } from './browser/patience.ts'
import type { BrowserStage } from './browser/stage.ts'
import type { Level } from './model.ts'
import { lifetime, notificationsModel, pauseBefore } from './notifications.model.ts'
import { boris } from './people.ts'

const call = 'POST /v1/admin/auth/logout-as'

/** When each notification of a stage appeared, and what time it is there. */
type Times = { now: number; appeared: Map<number, number> }
const times = new WeakMap<BrowserStage, Times>()

/** The only notification so far: the end of an impersonation that failed (S4). */
export function notificationsInBrowser(desk: Desk): Level<BrowserStage> {
  return inBrowser(desk, notificationsModel, {
    start: '/events',
    profile: boris,
    calls: {},
    address: () => '/events',
    events: {
      'notification.show': person(({ page, press }) => press(endButton(page)), {
        first: async (stage, { before }) => {
          await pass(stage, pauseBefore(before.context.nextId))
          stage.edge.expect({ call })
        },
        afterwards: async (stage, { before }) => {
          await stage.edge.answer(call, problem('internal-error'))
          timesOf(stage).appeared.set(before.context.nextId, timesOf(stage).now)
        },
      }),
      'notification.close': person(async ({ page, press }, { event, before }) => {
        const place = before.context.shown.findIndex(({ id }: { id: number }) => id === event.id)
        await press(page.getByRole('button', { name: 'Закрыть уведомление' }).nth(place))
      }),
      'notification.expired': world(async (stage, { event, before }) => {
        const { now, appeared } = timesOf(stage)
        await pass(stage, (appeared.get(event.id) ?? 0) + lifetime - 1 - now)
        await soon(toasts(stage)).toHaveCount(before.context.shown.length)
        await pass(stage, 1)
      }),
    },
    states: { notifications: (stage, { context }) => soon(toasts(stage)).toHaveCount(context.shown.length) },
  })
}

const endButton = (page: Screen) => page.getByRole('button', { name: 'Выйти из-под пользователя' })

function toasts({ page }: BrowserStage) {
  return page.getByRole('alert').getByText('Не удалось выйти из-под пользователя')
}

async function pass(stage: BrowserStage, milliseconds: number): Promise<void> {
  timesOf(stage).now += milliseconds
  await passTime(stage.page, milliseconds)
}

function timesOf(stage: BrowserStage): Times {
  const known = times.get(stage) ?? { now: 0, appeared: new Map() }
  times.set(stage, known)
  return known
}
