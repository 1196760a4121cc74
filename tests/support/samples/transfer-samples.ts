import type {
  AvailableGroup,
  GroupTransfer,
  GroupWaitingList,
  StudyGroup,
  TransferPreview,
} from '#contract/learning/schedule.ts'
import { scheduleItem } from './schedule-samples.ts'

const id = (kind: string, number: number) => `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export const ids = {
  contract: id('c', 1),
  otherContract: id('c', 2),
  artem: id('a', 1),
  maria: id('a', 2),
  present: id('b', 1),
  evening: id('b', 2),
  full: id('b', 3),
  sokol: id('e', 1),
  mitino: id('e', 2),
  transfer: id('d', 1),
  place: id('f', 1),
  stranger: id('c', 9),
}
export const sokol = { uuid: ids.sokol, title: 'Сокол' }
const mitino = { uuid: ids.mitino, title: 'Митино' }

export function studyGroup(own: Partial<StudyGroup> = {}): StudyGroup {
  return {
    contractUuid: ids.contract,
    studentUuid: ids.artem,
    groupUuid: ids.present,
    title: 'М-7-А',
    subject: 'Математика',
    teacher: 'Белова Ирина Сергеевна',
    territory: sokol,
    territories: [sokol, mitino],
    slots: [
      { weekday: 1, from: '17:00', to: '18:30' },
      { weekday: 3, from: '17:00', to: '18:30' },
    ],
    canChange: true,
    reason: null,
    ...own,
  }
}

/** The same child's physics, which conflicts with an evening group of mathematics. */
export const physics = studyGroup({
  contractUuid: ids.otherContract,
  groupUuid: id('b', 9),
  title: 'Ф-7',
  subject: 'Физика',
  slots: [{ weekday: 2, from: '18:00', to: '19:30' }],
  canChange: false,
  reason: 'terminating',
})

const physicsConflict: AvailableGroup['conflicts'][number] = {
  kind: 'overlap',
  slot: { weekday: 2, from: '18:30', to: '20:00' },
  other: {
    studentUuid: ids.artem,
    title: 'Физика',
    slot: { weekday: 2, from: '18:00', to: '19:30' },
    place: 'Митино',
    calendarGap: null,
  },
  minutesBetween: -60,
  day: null,
}

export function groupToChange(own: Partial<AvailableGroup> = {}): AvailableGroup {
  return {
    groupUuid: ids.evening,
    title: 'М-7-Б',
    teacher: 'Орлов Пётр Ильич',
    territory: sokol,
    slots: [{ weekday: 2, from: '18:30', to: '20:00' }],
    startsOn: '2026-09-01',
    placesLeft: 1,
    placesTotal: 12,
    conflicts: [physicsConflict],
    ...own,
  }
}

export const fullGroup = groupToChange({
  groupUuid: ids.full,
  title: 'М-7-В',
  slots: [{ weekday: 4, from: '16:00', to: '17:30' }],
  placesLeft: 0,
  conflicts: [],
})

export function groupWaitingListSample(own: Partial<GroupWaitingList> = {}): GroupWaitingList {
  return {
    groupUuid: ids.full,
    groupTitle: 'М-7-В',
    contractUuid: ids.contract,
    studentUuid: ids.artem,
    length: 2,
    own: null,
    ...own,
  }
}

export function groupTransfer(own: Partial<GroupTransfer> = {}): GroupTransfer {
  return {
    uuid: ids.transfer,
    contractUuid: ids.contract,
    studentUuid: ids.artem,
    from: { groupUuid: ids.present, title: 'М-7-А' },
    to: { groupUuid: ids.evening, title: 'М-7-Б' },
    requestedAt: '2026-11-20T09:00:00.000Z',
    effectiveFrom: '2026-11-24',
    firstLessonAt: '2026-11-24T14:00:00.000Z',
    state: 'coming',
    withdrawnAt: null,
    ...own,
  }
}

const item = (own: Partial<TransferPreview['items'][number]>): TransferPreview['items'][number] => ({
  ...scheduleItem(),
  studentUuid: ids.artem,
  side: 'stays',
  territory: sokol,
  ...own,
})

/** A week in which the old lessons are removed, a new one is added, and the physics of the same evening stays. */
export function transferPreview(own: Partial<TransferPreview> = {}): TransferPreview {
  const old = { groupUuid: ids.present, groupTitle: 'М-7-А', side: 'leaves' } as const
  return {
    groupUuid: ids.evening,
    effectiveFrom: '2026-11-24',
    week: { from: '2026-11-23', to: '2026-11-29' },
    items: [
      item({ ...old, uuid: id('1', 1), startsAt: '2026-11-23T14:00:00.000Z', endsAt: '2026-11-23T15:30:00.000Z' }),
      item({ ...old, uuid: id('1', 2), startsAt: '2026-11-25T14:00:00.000Z', endsAt: '2026-11-25T15:30:00.000Z' }),
      item({
        uuid: id('1', 3),
        groupUuid: ids.evening,
        groupTitle: 'М-7-Б',
        teacher: 'Орлов Пётр Ильич',
        side: 'comes',
        startsAt: '2026-11-24T15:30:00.000Z',
        endsAt: '2026-11-24T17:00:00.000Z',
      }),
      item({
        uuid: id('1', 4),
        subject: 'Физика',
        territory: mitino,
        startsAt: '2026-11-24T15:00:00.000Z',
        endsAt: '2026-11-24T16:30:00.000Z',
      }),
    ],
    conflicts: [physicsConflict],
    conflictingItems: [id('1', 3), id('1', 4)],
    price: { now: 90_000_00, after: 93_500_00 },
    ...own,
  }
}
