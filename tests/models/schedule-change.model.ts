import type { AnyMachineSnapshot } from 'xstate'
import type {
  ScheduleChangeError,
  ScheduleChangeLocation,
  ScheduleChangeValidation,
} from '#src/machines/locations/schedule-change-location.ts'
import { scheduleChangeMachine } from '#src/machines/schedule-change.ts'
import type { Case, Model } from '#tests/model-runner/model.ts'
import { ids } from '#tests/support/samples/transfer-samples.ts'
import { declaredProblems } from './app/declared-problems.ts'
import { scheduleChangeRules } from './rules/schedule-change.ts'
import { addressCases, refused, urlCase, urlModel } from './step-model.ts'

const contract = ids.contract
const territory = ids.sokol
const group = ids.evening

/** The URLs of a successful transfer in order, and one that is not available. */
const locations = {
  beginning: {},
  contract: { contract },
  territory: { contract, territory },
  group: { contract, territory, group },
  confirm: { contract, territory, group, step: 'confirm' },
  /** The link of a held place: its group without a territory. */
  held: { contract, group },
  done: { contract, step: 'done' },
  stranger: { contract: ids.stranger },
} satisfies Record<string, ScheduleChangeLocation>

export const scheduleChangeModel: Model = {
  machine: scheduleChangeMachine,
  rules: scheduleChangeRules,
  title: 'Смена группы',
  problems: declaredProblems({
    joinWaitingList: 'POST /v1/schedule/group/waiting-list/join',
    requestTransfer: 'POST /v1/parent/children/schedule/groups/change',
  }),
  impossibleProblems: {
    'joinWaitingList | invalid-values': 'приходят только номера, которые дал сам сервер',
    'requestTransfer | invalid-values': 'приходят только номера, которые дал сам сервер',
  },
  input: { location: locations.beginning },
  events: {
    'address.changed': addressCases({
      beginning: locations.beginning,
      away: urlCase('к чужому договору', locations.stranger),
      waiting: {
        state: 'transferring',
        own: urlCase('к подтверждению', locations.confirm),
        back: urlCase('к неделе', locations.group),
      },
      others: [
        urlCase('к выбору группы', locations.beginning),
        urlCase('к площадкам', locations.contract),
        urlCase('к новым группам', locations.territory),
        urlCase('к месту, которое держат', locations.held),
        urlCase('к сделанной смене', locations.done),
      ],
    }),
    'xstate.done.actor.validateLocation': validations,
    'contract.choose': [{ title: 'выбрана группа', with: { contract } }],
    'territory.choose': ({ value }) => [
      value === 'choosingGroup'
        ? { title: 'выбрана группа с единственной площадкой', with: { contract: ids.otherContract, territory } }
        : { title: 'выбрана площадка', with: { contract, territory } },
    ],
    'group.choose': [{ title: 'выбрана новая группа', with: { group } }],
    'waitingList.join': [{ title: 'нажато «Встать в очередь»', with: { group: ids.full } }],
    'preview.accept': [{ title: 'нажато «Подходит, дальше»' }],
    'transfer.confirm': [{ title: 'нажато «Сменить группу»' }],
    'step.back': [{ title: 'нажато «Назад»' }],
    'xstate.done.actor.joinWaitingList': [{ title: 'место в очереди дано' }],
    'xstate.error.actor.joinWaitingList': [
      refused('место тем временем появилось', 'state-conflict'),
      refused('запросов слишком много', 'too-many-requests'),
      refused('нет связи с сервером', 'offline'),
    ],
    'xstate.done.actor.requestTransfer': [{ title: 'группа сменена' }],
    'xstate.error.actor.requestTransfer': [
      refused('место заняли', 'no-place-left'),
      refused('правила не позволяют', 'transfer-refused'),
      refused('запросов слишком много', 'too-many-requests'),
      refused('нет связи с сервером', 'offline'),
    ],
  },
  ...urlModel,
  states: {
    validatingLocation: 'адрес проверяется',
    choosingGroup: 'выбирают группу, которую сменить',
    choosingTerritory: 'выбирают площадку',
    choosingNewGroup: 'выбирают новую группу',
    joiningWaitingList: 'встают в очередь',
    comparing: 'смотрят неделю до и после',
    confirming: 'подтверждают',
    transferring: 'группа меняется',
    done: 'группа сменена',
  },
  impossibleOutcomes: {
    'scheduleChange.validatingLocation | xstate.done.actor.validateLocation | 6 | false':
      'это последний из шагов: что не ведёт ни к одному другому, ведёт к нему',
  },
  // The last refusal is asserted at each step; it does not distinguish places.
  stateKey: ({ value, context }) => JSON.stringify([value, context.location]),
  // The rest is the same as for other contracts.
  endsAt: ({ context }) => context.location.contract === ids.otherContract,
  // The address of a transfer that is done needs no more than its contract.
  machinePaths: [
    [
      { type: 'address.changed', location: { contract, territory, group, step: 'done' } },
      { type: 'xstate.done.actor.validateLocation', output: validated(locations.done) },
    ],
  ],
}

/** An available step is shown; otherwise the last available step. */
function validations({ context }: AnyMachineSnapshot): Case[] {
  const { location } = context as { location: ScheduleChangeLocation }
  const sound: Case = { title: 'адрес годится', with: { output: validated(location) } }
  if (location.contract === ids.stranger)
    return [{ title: 'договор чужой', with: { output: validated(locations.beginning, 'not-found') } }]
  if (location.group !== undefined) {
    const before = location.territory === undefined ? locations.contract : locations.territory
    return [sound, { title: 'такой группы больше нет', with: { output: validated(before, 'not-found') } }]
  }
  return [sound]
}

function validated(
  location: ScheduleChangeLocation,
  refusal: ScheduleChangeError | null = null,
): ScheduleChangeValidation {
  return { location, refusal }
}
