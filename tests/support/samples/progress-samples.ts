import type {
  Progress,
  ProgressItem,
  ProgressSums,
  ProgressTotals,
  ProgressTrend,
} from '#contract/learning/progress.ts'

export const artem = '11111111-1111-4111-8111-000000000001'
export const maria = '11111111-1111-4111-8111-000000000002'
export const physics = '22222222-2222-4222-8222-000000000001'
export const chess = '22222222-2222-4222-8222-000000000002'
export const data = '22222222-2222-4222-8222-000000000003'

const named = { lastName: 'Соколов', patronym: null, avatar: null, grade: 8 }
export const children = [
  { uuid: artem, firstName: 'Артём', ...named },
  { uuid: maria, firstName: 'Мария', ...named },
]
export const groups = [
  { groupId: physics, studentUuid: artem, title: 'Физика в опытах, ФИЗ-1', subject: 'Физика' },
  { groupId: chess, studentUuid: artem, title: 'Шахматы, ШАХ-2', subject: 'Шахматы' },
  { groupId: data, studentUuid: maria, title: 'Анализ данных, АД-1', subject: 'Анализ данных' },
]

export function totals(part: Partial<ProgressTotals> = {}): ProgressTotals {
  return { attended: 0, held: 0, homeworkScore: 0, homeworkMax: 0, testScore: 0, testMax: 0, ...part }
}

export function sums(part: Partial<ProgressSums> = {}): ProgressSums {
  return { summary: totals(), recent: totals(), months: [], ...part }
}

/** Held on 18 November 2026, with default values that the test can override. */
export function lesson(part: Partial<ProgressItem> = {}): ProgressItem {
  return {
    uuid: '33333333-3333-4333-8333-000000000001',
    date: '2026-11-18',
    topic: 'Закон Ома',
    format: 'offline',
    attendance: 'present',
    homework: null,
    test: null,
    comment: null,
    ...part,
  }
}

/** The results of one child in one group. */
export const ofPhysics: Progress = {
  summary: totals({ attended: 18, held: 20, homeworkScore: 62.5, homeworkMax: 70, testScore: 60, testMax: 80 }),
  items: [
    lesson({
      uuid: '33333333-3333-4333-8333-000000000009',
      date: '2026-11-25',
      topic: 'Мощность тока',
      attendance: 'planned',
    }),
    lesson({
      test: { score: 9, max: 20 },
      homework: { score: null, max: 10, state: 'overdue' },
      comment: 'Повторите тему.',
    }),
    lesson({
      uuid: '33333333-3333-4333-8333-000000000002',
      date: '2026-10-07',
      topic: 'Сила тока',
      attendance: 'absent',
      homework: { score: 7.5, max: 10, state: 'checked' },
      test: { score: null, max: 20 },
    }),
    lesson({
      uuid: '33333333-3333-4333-8333-000000000003',
      date: '2026-09-09',
      topic: 'Заряд',
      test: { score: 18, max: 20 },
    }),
  ],
}

/** The same for its three months. */
export const trendOfPhysics: ProgressTrend = {
  recent: totals({ attended: 8, held: 8, testScore: 9, testMax: 20 }),
  months: [
    {
      month: '2026-09',
      ...totals({ attended: 6, held: 8, homeworkScore: 35, homeworkMax: 40, testScore: 34, testMax: 40 }),
    },
    {
      month: '2026-10',
      ...totals({ attended: 4, held: 4, homeworkScore: 27.5, homeworkMax: 30, testScore: 17, testMax: 20 }),
    },
    { month: '2026-11', ...totals({ attended: 8, held: 8, testScore: 9, testMax: 20 }) },
  ],
}
