import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import type { PurchaseError, PurchaseLocation, PurchaseValidation } from '#src/machines/locations/purchase-location.ts'
import { purchaseMachine } from '#src/machines/purchase.ts'
import type { Case, Model } from '#tests/model-runner/model.ts'
import { ids } from '#tests/support/samples/purchase-samples.ts'
import { declaredProblems } from './app/declared-problems.ts'
import { purchaseRules } from './rules/purchase.ts'
import { addressCases, refused, urlCase, urlModel } from './step-model.ts'

const { course, artem: child, free: group, basket, contract } = ids
const scheme = 'StepByStep'

const tooMany = refused('запросов слишком много', 'too-many-requests')
const offline = refused('нет связи с сервером', 'offline')

/** The URLs of a successful purchase in order, and some that are not available. */
const locations = {
  beginning: { course },
  child: { course, child },
  group: { course, child, group },
  scheme: { course, child, group, scheme },
  basket: { course, child, group, scheme, basket },
  contract: { course, contract },
  preselected: { course, group },
  sister: { course, child: ids.maria },
  full: { course, child, group: ids.full },
} satisfies Record<string, PurchaseLocation>

export const purchaseModel: Model = {
  machine: purchaseMachine,
  rules: purchaseRules,
  title: 'Запись на курс',
  problems: declaredProblems({
    joinWaitingList: 'POST /v1/catalog/waiting-list/join',
    fillBasket: 'POST /v1/catalog/basket',
    dropBasket: 'DELETE /v1/catalog/basket/{id}',
    makeContract: 'POST /v1/profile/contract/create-by-grocery-basket',
  }),
  impossibleProblems: Object.fromEntries(
    ['joinWaitingList', 'fillBasket', 'makeContract'].map((actor) => [
      `${actor} | invalid-values`,
      'приходят только номера, которые дал сам сервер',
    ]),
  ),
  input: { location: locations.beginning },
  events: {
    'address.changed': addressCases({
      beginning: locations.beginning,
      away: urlCase('к ребёнку, который уже учится', locations.sister),
      waiting: {
        state: 'making',
        own: urlCase('к заявке', locations.basket),
        back: urlCase('к оплате', locations.group),
      },
      others: [
        urlCase('к выбору ребёнка', locations.beginning),
        urlCase('к выбранной на странице курса группе', locations.preselected),
        urlCase('к группам', locations.child),
        urlCase('к проверке без заявки', locations.scheme),
        urlCase('к договору', locations.contract),
        urlCase('к полной группе', locations.full),
      ],
    }),
    'xstate.done.actor.validateLocation': validations,
    'child.choose': [{ title: 'выбран ребёнок', with: { child } }],
    'group.choose': [{ title: 'выбрана группа', with: { group } }],
    'group.reconsider': [{ title: 'нажато «Выбрать другую группу»' }],
    'waitingList.join': [{ title: 'нажато «Встать в очередь»', with: { group: ids.full } }],
    'scheme.choose': [{ title: 'выбрана оплата', with: { scheme } }],
    'basket.refill': [{ title: 'заявка собирается снова' }],
    'basket.giveUp': [{ title: 'нажато «Отказаться от записи»' }],
    'contract.make': [{ title: 'нажато «Оформить договор»' }],
    'step.back': [{ title: 'нажато «Назад»' }],
    'xstate.done.actor.joinWaitingList': [{ title: 'место в очереди дано' }],
    'xstate.error.actor.joinWaitingList': [refused('место тем временем появилось', 'state-conflict'), offline, tooMany],
    'xstate.done.actor.fillBasket': [{ title: 'заявка собрана', with: { output: basket } }],
    'xstate.error.actor.fillBasket': [
      refused('место заняли', 'no-place-left'),
      refused('записаться нельзя', 'purchase-refused'),
      offline,
      tooMany,
    ],
    'xstate.done.actor.dropBasket': [{ title: 'заявки больше нет' }],
    'xstate.error.actor.dropBasket': [refused('договор уже есть', 'state-conflict'), offline, tooMany],
    'xstate.done.actor.makeContract': [{ title: 'договор оформлен', with: { output: contract } }],
    'xstate.error.actor.makeContract': [
      refused('место заняли', 'no-place-left'),
      refused('цена изменилась', 'price-changed'),
      refused('условия договора изменились', 'contract-text-changed'),
      refused('записаться нельзя', 'purchase-refused'),
      offline,
      tooMany,
    ],
  },
  ...urlModel,
  states: {
    validatingLocation: 'адрес проверяется',
    choosingChild: 'выбирают ребёнка',
    choosingGroup: 'выбирают группу',
    joiningWaitingList: 'встают в очередь',
    choosingScheme: 'выбирают оплату',
    filling: 'собирается заявка',
    unfilled: 'заявку собрать не удалось',
    reviewing: 'проверяют',
    making: 'оформляется договор',
    givingUp: 'заявку отменяют',
    done: 'договор оформлен',
  },
  impossibleOutcomes: {
    'purchase.validatingLocation | xstate.done.actor.validateLocation | 6 | false':
      'это последний из шагов: что не ведёт ни к одному другому, ведёт к нему',
  },
  // The last refusal is asserted at each step; it stays visible if the URL is validated again.
  stateKey: ({ value, context }) =>
    JSON.stringify([value, context.location, value === 'validatingLocation' && context.refusal]),
  extraPaths: [
    ...['contract.make', 'basket.giveUp'].map((type) => [
      ...at(locations.basket),
      { type: 'contract.make' },
      { type: 'xstate.error.actor.makeContract', error: { refusal: 'offline' } },
      { type },
    ]),
    // Back from a step that was opened here, not by its address.
    [...at(locations.child), { type: 'group.choose', group }, { type: 'step.back' }],
  ],
  // The only child is chosen by itself; a basket says whose it is.
  machinePaths: [at({ course, group, scheme }, locations.scheme), at({ course, basket }, locations.basket)],
}

/** The address of a step is opened, and the step is available; what the address lacks is added. */
function at(location: PurchaseLocation, completed = location): AnyEventObject[] {
  return [
    { type: 'address.changed', location },
    { type: 'xstate.done.actor.validateLocation', output: { location: completed, refusal: null } },
  ]
}

/** An available step is shown; otherwise the last available step. */
function validations({ context }: AnyMachineSnapshot): Case[] {
  const { location, refusal } = context as { location: PurchaseLocation; refusal: PurchaseError | null }
  const sound = validated('адрес годится', location)
  if (location.child === ids.maria) return [validated('ребёнок уже учится', locations.beginning, 'already-there')]
  if (location.group === ids.full) return [validated('в группе нет мест', locations.child, 'full')]
  if (location.basket === undefined) return [sound]
  const bought = validated('договор уже оформлен в другой вкладке', locations.contract)
  if (refusal === 'state-conflict') return [bought]
  return [sound, bought, validated('заявки больше нет', locations.group, 'not-found')]
}

function validated(title: string, location: PurchaseLocation, refusal: PurchaseError | null = null): Case {
  return { title, with: { output: { location, refusal } satisfies PurchaseValidation } }
}
