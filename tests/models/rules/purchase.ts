import { isDeepStrictEqual } from 'node:util'
import type { PurchaseSearch } from '#contract/screen-search.ts'
import { purchaseStepOf } from '#contract/screen-search.ts'
import { implies, inputOf, type Rule, starts, succeeded } from '#tests/model-runner/rule.ts'
import { addressRules, known, staysWhile } from './address-steps.ts'

/** If several children share it, the child that the page shows. */
const basketIn = ({ basket, child }: PurchaseSearch) => ({ basket, child })

export const purchaseRules: readonly Rule[] = [
  ...addressRules(purchaseStepOf),
  {
    title: 'Договор оформляется только по нажатию и только из той заявки, что на экране',
    source: 'S3, D-36',
    holds: (observation) =>
      implies(
        starts(observation, 'makeContract'),
        observation.event.type === 'contract.make' &&
          observation.before.matches('reviewing') &&
          isDeepStrictEqual(inputOf(observation, 'makeContract'), basketIn(known(observation.before).place)),
      ),
  },
  {
    title: 'Заявка собирается из того, что выбрано',
    source: 'S3',
    holds: (observation) => {
      const { child, group, scheme } = known(observation.after).place
      return implies(
        starts(observation, 'fillBasket'),
        isDeepStrictEqual(inputOf(observation, 'fillBasket'), { child, group, scheme }),
      )
    },
  },
  {
    title: 'По изменившейся цене договора нет: её сначала видят',
    source: 'D-20',
    holds: ({ event, before, after }) =>
      implies(before.matches('making') && event.error?.refusal === 'price-changed', after.matches('arriving')),
  },
  {
    title: 'Занятое место возвращает к выбору группы',
    source: 'D-36',
    holds: ({ event, before, after }) =>
      implies(
        (before.matches('making') || before.matches('filling')) && event.error?.refusal === 'no-place-left',
        after.matches('choosingGroup') && known(after).place.group === undefined,
      ),
  },
  staysWhile('making', 'Пока договор оформляется, с места не уйти'),
  {
    title: 'Отменяют ту заявку, что на экране, и отменённой больше нет в адресе',
    source: 'D-20',
    holds: (observation) =>
      implies(
        starts(observation, 'dropBasket'),
        inputOf(observation, 'dropBasket') === known(observation.before).place.basket,
      ) && implies(succeeded(observation, 'dropBasket'), known(observation.after).place.basket === undefined),
  },
  {
    title: 'В конце стоит договор, который дал сервер',
    source: 'S3',
    holds: (observation) =>
      implies(
        succeeded(observation, 'makeContract'),
        known(observation.after).place.contract === observation.event.output,
      ) && implies(observation.after.matches('done'), known(observation.after).place.contract !== undefined),
  },
  {
    title: 'Новая попытка начинается без прежнего отказа',
    source: 'D-21',
    holds: (observation) =>
      implies(
        starts(observation, 'makeContract') || starts(observation, 'dropBasket'),
        known(observation.after).refusal === null,
      ),
  },
]
