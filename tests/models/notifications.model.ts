import { deepEqual } from 'node:assert/strict'
import type { AnyMachineSnapshot } from 'xstate'
import { type Notification, notificationsMachine } from '#src/machines/notifications.ts'
import { type MachineLevel, type MachineStage, onMachine } from '#tests/model-runner/machine-level.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { notificationsRules } from './rules/notifications.ts'

type Context = { shown: Notification[]; nextId: number }

export const lifetime = 10_000
/** Pauses before the notifications after the first one. They decrease, so that no notification ends when another appears. */
export const pauseBefore = (id: number) => (id > 1 ? Math.floor(4000 / (id - 1)) : 0)

export const notificationsModel: Model = {
  machine: notificationsMachine,
  rules: notificationsRules,
  title: 'Уведомления',
  events: {
    'notification.show': [{ title: 'показано уведомление', with: { kind: 'endImpersonationFailed', tone: 'error' } }],
    'notification.close': (snapshot) =>
      shownIn(snapshot).map(({ id }) => ({ title: `закрыто уведомление ${id}`, with: { id } })),
    // All have the same lifetime: the oldest one disappears first.
    'notification.expired': (snapshot) =>
      shownIn(snapshot)
        .slice(0, 1)
        .map(({ id }) => ({ title: `вышло время уведомления ${id}`, with: { id } })),
  },
  states: { notifications: 'уведомления на экране' },
  stateKey: (snapshot) =>
    shownIn(snapshot)
      .map(({ id }) => id)
      .join(),
  // Two notifications are enough: a third one behaves like the second.
  endsAt: ({ context }) => (context as Context).nextId > 3,
}

/** The times at which notifications of a stage appeared. */
const appearances = new WeakMap<MachineStage, Map<number, number>>()

export const notificationsOnMachine: MachineLevel = onMachine(notificationsModel, {
  events: {
    'notification.show': (stage, { event, before }) => {
      const { nextId } = before.context as Context
      stage.clock.increment(pauseBefore(nextId))
      appearances.set(stage, (appearances.get(stage) ?? new Map()).set(nextId, stage.clock.now()))
      stage.actor.send(event)
    },
    'notification.close': (stage, { event }) => stage.actor.send(event),
    'notification.expired': (stage, { event }) => {
      const end = (appearances.get(stage)?.get(event.id) ?? 0) + lifetime
      stage.clock.increment(end - 1 - stage.clock.now())
      deepEqual(
        shownIn(stage.actor.getSnapshot()).some(({ id }) => id === event.id),
        true,
      )
      stage.clock.increment(1)
    },
  },
  states: {
    notifications: ({ actor }, snapshot) => deepEqual(shownIn(actor.getSnapshot()), shownIn(snapshot)),
  },
})

function shownIn(snapshot: AnyMachineSnapshot): Notification[] {
  return (snapshot.context as Context).shown
}
