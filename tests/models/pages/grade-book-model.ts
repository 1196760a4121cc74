import { assign, setup } from 'xstate'
import type { Model } from '#tests/model-runner/model.ts'

/** A mark and the type of work that it was given for. */
export type Mark = { value: number; code: 'classwork' | 'homework' | 'test' | 'control' }
type Marks = { given: readonly Mark[]; whatIf: readonly Mark[] }

export const firstMarks: readonly Mark[] = [
  { value: 5, code: 'classwork' },
  { value: 4, code: 'test' },
]
/** The weights that the school has set; each type has one. */
const weights: Record<Mark['code'], number> = { classwork: 1, homework: 1, test: 2, control: 3 }

/** The student looks at the average, the teacher gives marks, and the student adds what-if marks. */
const gradeBookMachine = setup({
  types: {
    context: {} as Marks,
    events: {} as
      | { type: 'mark.give'; mark: Mark }
      | { type: 'whatIf.open' }
      | { type: 'mark.imagine'; mark: Mark }
      | { type: 'whatIf.close' },
  },
  actions: {
    give: assign(({ context }, { mark }: { mark: Mark }) => ({ given: [...context.given, mark] })),
    addWhatIf: assign(({ context }, { mark }: { mark: Mark }) => ({ whatIf: [...context.whatIf, mark] })),
    forget: assign({ whatIf: [] }),
  },
}).createMachine({
  id: 'gradeBookPage',
  context: { given: firstMarks, whatIf: [] },
  initial: 'shown',
  states: {
    shown: {
      on: { 'mark.give': { actions: { type: 'give', params: ({ event }) => event } }, 'whatIf.open': 'imagining' },
    },
    imagining: {
      on: {
        'mark.imagine': { actions: { type: 'addWhatIf', params: ({ event }) => event } },
        'whatIf.close': { target: 'shown', actions: 'forget' },
      },
    },
  },
})

const of = (marks: readonly Mark[]) => (one: { with: { mark: Mark } }) =>
  marks.every(({ value, code }) => value !== one.with.mark.value || code !== one.with.mark.code)

export const gradeBookModel: Model = {
  machine: gradeBookMachine,
  title: 'Журнал оценок: средний балл',
  rules: [],
  events: {
    'mark.give': ({ context }) =>
      [
        { title: 'поставлена тройка за контрольную', with: { mark: { value: 3, code: 'control' } as const } },
        { title: 'поставлена четвёрка за домашнюю', with: { mark: { value: 4, code: 'homework' } as const } },
      ].filter(of(context.given)),
    'whatIf.open': [{ title: 'открыто «Что если…»' }],
    'mark.imagine': ({ context }) =>
      [
        { title: 'представлена пятёрка за контрольную', with: { mark: { value: 5, code: 'control' } as const } },
        { title: 'представлена двойка за домашнюю', with: { mark: { value: 2, code: 'homework' } as const } },
      ].filter(of(context.whatIf)),
    'whatIf.close': [{ title: '«Что если…» закрыто' }],
  },
  states: { shown: 'показан средний балл', imagining: 'показано, каким он стал бы' },
}

/** The average now and with the what-if marks, as the page writes them. */
export function averagesOf({ given, whatIf }: Marks): { now: string; withWhatIf: string } {
  return { now: average(given), withWhatIf: average([...given, ...whatIf]) }
}

function average(marks: readonly Mark[]): string {
  const weight = marks.reduce((total, { code }) => total + weights[code], 0)
  const sum = marks.reduce((total, { value, code }) => total + value * weights[code], 0)
  return (sum / weight).toFixed(2).replace('.', ',')
}
