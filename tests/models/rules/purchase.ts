import { isDeepStrictEqual } from 'node:util'
import { type PurchaseSearch, purchaseStepOf } from '#contract/screen-search.ts'
import { begins, cameDone, givenTo, implies, type Rule } from '#tests/model-runner/rule.ts'
import { addressRules, known, staysWhile } from './address-steps.ts'

/** If several children share it, the child that the page shows. */
const basketIn = ({ basket, child }: PurchaseSearch) => ({ basket, child })

export const purchaseRules: readonly Rule[] = [
  ...addressRules(purchaseStepOf),
  {
    says: 'Договор оформляется только по нажатию и только из той заявки, что на экране',
    source: 'S3, D-36',
    holds: (moment) =>
      implies(
        begins(moment, 'makeContract'),
        moment.event.type === 'contract.make' &&
          moment.before.matches('reviewing') &&
          isDeepStrictEqual(givenTo(moment, 'makeContract'), basketIn(known(moment.before).place)),
      ),
  },
  {
    says: 'Заявка собирается из того, что выбрано',
    source: 'S3',
    holds: (moment) => {
      const { child, group, scheme } = known(moment.after).place
      return implies(
        begins(moment, 'fillBasket'),
        isDeepStrictEqual(givenTo(moment, 'fillBasket'), { child, group, scheme }),
      )
    },
  },
  {
    says: 'По изменившейся цене договора нет: её сначала видят',
    source: 'D-20',
    holds: ({ event, before, after }) =>
      implies(before.matches('making') && event.error?.refusal === 'price-changed', after.matches('arriving')),
  },
  {
    says: 'Занятое место возвращает к выбору группы',
    source: 'D-36',
    holds: ({ event, before, after }) =>
      implies(
        (before.matches('making') || before.matches('filling')) && event.error?.refusal === 'no-place-left',
        after.matches('choosingGroup') && known(after).place.group === undefined,
      ),
  },
  staysWhile('making', 'Пока договор оформляется, с места не уйти'),
  {
    says: 'Отменяют ту заявку, что на экране, и отменённой больше нет в адресе',
    source: 'D-20',
    holds: (moment) =>
      implies(begins(moment, 'dropBasket'), givenTo(moment, 'dropBasket') === known(moment.before).place.basket) &&
      implies(cameDone(moment, 'dropBasket'), known(moment.after).place.basket === undefined),
  },
  {
    says: 'В конце стоит договор, который дал сервер',
    source: 'S3',
    holds: (moment) =>
      implies(cameDone(moment, 'makeContract'), known(moment.after).place.contract === moment.event.output) &&
      implies(moment.after.matches('done'), known(moment.after).place.contract !== undefined),
  },
  {
    says: 'Новая попытка начинается без прежнего отказа',
    source: 'D-21',
    holds: (moment) =>
      implies(begins(moment, 'makeContract') || begins(moment, 'dropBasket'), known(moment.after).refusal === null),
  },
]
