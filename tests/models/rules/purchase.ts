import { purchaseStepOf } from '#contract/screen-search.ts'
import type { Observation } from '#tests/model-runner/observations.ts'
import { done, failed, requirement, requirementRules } from '#tests/model-runner/requirements.ts'
import type { Rule } from '#tests/model-runner/rule.ts'
import {
  addressRequirements,
  addressRules,
  isRefusedFor,
  known,
  type Location,
  locationOf,
  movesBy,
  refused,
  refusedTo,
  validates,
  withChosen,
  without,
} from './address-steps.ts'

const isFull = isRefusedFor('no-place-left')
const hasChanged = isRefusedFor(
  'price-changed',
  'contract-text-changed',
  'purchase-refused',
  'state-conflict',
  'not-found',
)
const isOther = (seen: Observation) => !isFull(seen) && !hasChanged(seen)
const toGroups = without('group', 'scheme', 'basket')
const toSchemes = without('scheme', 'basket')
const fills = (seen: Observation) => {
  const { child, group, scheme } = known(seen.after).location
  return { fillBasket: { child, group, scheme } }
}
const lacksBasket = (location: Location) =>
  purchaseStepOf(location as never) === 'reviewing' && location.basket === undefined
/** What was refused before stays said, unless the purchase is done. */
const arrived = ({ before, event: { output } }: Observation) => ({
  location: output.location,
  waitingList: null,
  refusal: output.refusal ?? (output.location.contract === undefined ? known(before).refusal : null),
})

export const purchaseRules: readonly Rule[] = [
  ...addressRules(purchaseStepOf, ['validatingLocation', 'joiningWaitingList', 'filling', 'making', 'givingUp']),
  ...requirementRules([
    ...addressRequirements({ choosing: 'choosingGroup', kept: 'making' }),
    requirement('Адрес ведёт на последний шаг, который возможен, и говорит почему', 'D-18', [
      {
        in: 'validatingLocation',
        on: done('validateLocation'),
        if: ({ event }) => !lacksBasket(event.output.location),
        to: ({ event }) => purchaseStepOf(event.output.location),
        sets: arrived,
        does: ({ event }) => [['showInstead', { location: event.output.location }]],
      },
      {
        in: 'validatingLocation',
        on: done('validateLocation'),
        if: ({ event }) => lacksBasket(event.output.location),
        to: 'filling',
        sets: arrived,
        does: ({ event }) => [['showInstead', { location: event.output.location }]],
        starts: fills,
      },
    ]),
    requirement('Ребёнок, группа, оплата: шаг за шагом', 'S3', [
      {
        in: 'choosingChild',
        on: 'child.choose',
        to: 'validatingLocation',
        ...movesBy('show', withChosen),
        starts: validates(withChosen),
      },
      { in: 'choosingGroup', on: 'group.choose', to: 'choosingScheme', ...movesBy('show', withChosen) },
      { in: 'reviewing', on: 'group.reconsider', to: 'choosingGroup', ...movesBy('show', toGroups) },
    ]),
    requirement('Заявка собирается из того, что выбрано', 'S3', [
      { in: 'choosingScheme', on: 'scheme.choose', to: 'filling', ...movesBy('show', withChosen), starts: fills },
      {
        in: 'filling',
        on: done('fillBasket'),
        to: 'reviewing',
        ...movesBy('showInstead', (seen) => ({ ...locationOf(seen), basket: seen.event.output })),
      },
      { in: 'unfilled', on: 'basket.refill', to: 'filling', sets: { refusal: null }, starts: fills },
    ]),
    requirement('«Назад» возвращает на шаг и ничего не просит у сервера', 'D-18', [
      { in: 'choosingGroup', on: 'step.back', to: 'choosingChild', ...movesBy('goBack', without('child')) },
      { in: 'choosingScheme', on: 'step.back', to: 'choosingGroup', ...movesBy('goBack', without('group')) },
      { in: ['unfilled', 'reviewing'], on: 'step.back', to: 'choosingScheme', ...movesBy('goBack', toSchemes) },
    ]),
    requirement('Договор оформляется только по нажатию и только из той заявки, что на экране', 'S3, D-36', [
      {
        in: 'reviewing',
        on: 'contract.make',
        to: 'making',
        sets: { refusal: null },
        starts: (seen) => {
          const { basket, child } = locationOf(seen)
          return { makeContract: { basket, child } }
        },
      },
      {
        in: 'making',
        on: done('makeContract'),
        to: 'done',
        ...movesBy('showInstead', (seen) => ({ course: locationOf(seen).course, contract: seen.event.output })),
      },
    ]),
    requirement(
      'Занятое место возвращает к выбору группы',
      'D-36',
      ['fillBasket', 'makeContract'].map((actor) => ({
        in: ['filling', 'making'],
        on: failed(actor),
        if: isFull,
        to: 'choosingGroup',
        ...refusedTo(toGroups),
      })),
    ),
    requirement('По изменившейся цене договора нет: её сначала видят', 'D-20', [
      {
        in: 'filling',
        on: failed('fillBasket'),
        if: hasChanged,
        to: 'validatingLocation',
        ...refusedTo(toSchemes),
        starts: validates(toSchemes),
      },
      {
        in: ['making', 'givingUp'],
        on: [failed('makeContract'), failed('dropBasket')],
        if: hasChanged,
        to: 'validatingLocation',
        sets: refused,
        starts: validates(locationOf),
      },
      {
        in: 'reviewing',
        on: 'basket.refill',
        to: 'filling',
        ...movesBy('showInstead', without('basket')),
        starts: fills,
      },
    ]),
    requirement('Отказ сказан там, куда он привёл', 'D-21', [
      { in: 'filling', on: failed('fillBasket'), if: isOther, to: 'unfilled', sets: refused },
      { in: 'making', on: failed('makeContract'), if: isOther, to: 'reviewing', sets: refused },
      { in: 'givingUp', on: failed('dropBasket'), if: (seen) => !hasChanged(seen), to: 'reviewing', sets: refused },
    ]),
    requirement('Отменяют ту заявку, что на экране, и отменённой больше нет в адресе', 'D-20', [
      {
        in: 'reviewing',
        on: 'basket.giveUp',
        to: 'givingUp',
        sets: { refusal: null },
        starts: (seen) => ({ dropBasket: locationOf(seen).basket }),
      },
      {
        in: 'givingUp',
        on: done('dropBasket'),
        to: 'validatingLocation',
        ...movesBy('showInstead', (seen) => ({ course: locationOf(seen).course })),
        starts: validates((seen) => ({ course: locationOf(seen).course })),
      },
    ]),
  ]),
]
