import { assign, setup } from 'xstate'
import type { Model } from '#tests/model-runner/model.ts'

/** The contract that is transferred, in kopecks. What is paid is never returned. */
export const contractPayments = [
  { amount: 30_000_00, paid: 30_000_00 },
  { amount: 20_000_00, paid: 5_500_50 },
  { amount: 16_000_00, paid: 0 },
] as const
/** Weeks with lessons of the present group, and those that are left when the new group begins. */
export const weeks = { all: 5, left: 3 }
/** Prices of the present group and of those that can be chosen. */
export const presentPrice = 66_000_00
export const groupPrices: Record<string, number> = {
  'ФИЗ-2': 93_333_00,
  'ФИЗ-3': 66_000_00,
  'ФИЗ-4': 50_000_00,
  'ФИЗ-5': 1_000_00,
}

const transferMachine = setup({
  types: {
    context: {} as { group: string },
    events: {} as
      | { type: 'group.choose'; group: string }
      | { type: 'step.back' | 'preview.accept' | 'transfer.confirm' },
  },
  actions: { choose: assign((_, { group }: { group: string }) => ({ group })) },
}).createMachine({
  id: 'transferPage',
  context: { group: '' },
  initial: 'choosing',
  states: {
    choosing: {
      on: { 'group.choose': { target: 'comparing', actions: { type: 'choose', params: ({ event }) => event } } },
    },
    comparing: { on: { 'step.back': 'choosing', 'preview.accept': 'confirming' } },
    confirming: { on: { 'transfer.confirm': 'done' } },
    done: { type: 'final' },
  },
})

export const transferSumsModel: Model = {
  machine: transferMachine,
  title: 'Смена группы: суммы',
  rules: [],
  events: {
    'group.choose': [
      { title: 'выбрана группа за ту же цену', with: { group: 'ФИЗ-3' } },
      { title: 'выбрана группа дешевле', with: { group: 'ФИЗ-4' } },
      { title: 'выбрана группа, которая дешевле уже оплаченного', with: { group: 'ФИЗ-5' } },
      { title: 'выбрана группа дороже', with: { group: 'ФИЗ-2' } },
    ],
    'step.back': [{ title: 'нажато «Назад»' }],
    'preview.accept': [{ title: 'неделя подходит' }],
    'transfer.confirm': [{ title: 'смена подтверждена' }],
  },
  states: {
    choosing: 'показаны группы',
    comparing: 'показано, как изменится стоимость',
    confirming: 'показано ещё раз, как изменится стоимость',
    done: 'группа сменена',
  },
}
