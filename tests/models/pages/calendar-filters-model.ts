import { assign, setup } from 'xstate'
import type { Model } from '#tests/model-runner/model.ts'

export const children = ['Артём', 'Вера'] as const
type Child = (typeof children)[number]
type Format = 'online' | 'offline'

/** Lessons of one month, each at a time of its own. */
export const filteredLessons: readonly { child: Child; format: Format; day: string; time: string }[] = [
  { child: 'Артём', format: 'online', day: '2026-10-12', time: '11:35' },
  { child: 'Артём', format: 'offline', day: '2026-10-14', time: '12:30' },
  { child: 'Вера', format: 'online', day: '2026-10-19', time: '15:05' },
  { child: 'Вера', format: 'offline', day: '2026-10-21', time: '16:10' },
]

type Filter = { child: Child | null; formats: readonly Format[] }

/** The parent chooses a child and what is shown. */
const calendarFiltersMachine = setup({
  types: {
    context: {} as Filter,
    events: {} as { type: 'child.choose'; child: Child | null } | { type: 'format.toggle'; format: Format },
  },
  actions: {
    choose: assign((_, { child }: { child: Child | null }) => ({ child })),
    toggle: assign(({ context: { formats } }, { format }: { format: Format }) => ({
      formats: formats.includes(format) ? formats.filter((one) => one !== format) : [...formats, format].sort(),
    })),
  },
}).createMachine({
  id: 'calendarFilters',
  context: { child: null, formats: [] },
  initial: 'shown',
  states: {
    shown: {
      on: {
        'child.choose': { actions: { type: 'choose', params: ({ event }) => event } },
        'format.toggle': { actions: { type: 'toggle', params: ({ event }) => event } },
      },
    },
  },
})

export const calendarFiltersModel: Model = {
  machine: calendarFiltersMachine,
  title: 'Календарь: фильтры',
  rules: [],
  events: {
    'child.choose': ({ context }) =>
      [
        { title: 'выбран Артём', with: { child: 'Артём' } },
        { title: 'выбрана Вера', with: { child: 'Вера' } },
        { title: 'выбраны все дети', with: { child: null } },
      ].filter((one) => one.with.child !== context.child),
    'format.toggle': [
      { title: 'нажато «Онлайн»', with: { format: 'online' } },
      { title: 'нажато «Очно»', with: { format: 'offline' } },
    ],
  },
  states: { shown: 'показано то, что выбрано' },
}

/** The times of the lessons that the filter lets through. */
export function timesOf({ child, formats }: Filter): string[] {
  return filteredLessons
    .filter((one) => child === null || one.child === child)
    .filter((one) => formats.length === 0 || formats.includes(one.format))
    .map(({ time }) => time)
}
