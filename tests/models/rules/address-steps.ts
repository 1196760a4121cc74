import { isDeepStrictEqual } from 'node:util'
import type { AnyMachineSnapshot } from 'xstate'
import type { Observation } from '#tests/model-runner/observations.ts'
import {
  done,
  failed,
  type RequiredStep,
  type Requirement,
  requirement,
  taggedOnly,
} from '#tests/model-runner/requirements.ts'
import { implies, type Rule, rule } from '#tests/model-runner/rule.ts'

export type Location = Record<string, string | undefined>
type Known = { location: Location; waitingList: string | null; refusal: string | null }
export const known = ({ context }: AnyMachineSnapshot) => context as Known
export const locationOf = ({ before }: Observation) => known(before).location
export const isRefusedFor =
  (...refusals: string[]) =>
  (seen: Observation) =>
    refusals.includes(seen.event.error?.refusal)

/** The location without some of its parts, or with what the event chose. */
export const without =
  (...parts: string[]) =>
  (seen: Observation) =>
    Object.fromEntries(Object.entries(locationOf(seen)).filter(([part]) => !parts.includes(part)))
export const withChosen = (seen: Observation): Location => {
  const { type: _, ...chosen } = seen.event
  return { ...locationOf(seen), ...chosen }
}
export const refused = (seen: Observation) => ({ refusal: seen.event.error.refusal })

/** The location changes in the machine and in the address; a former refusal is forgotten. */
export function movesBy(
  how: 'show' | 'showInstead' | 'goBack',
  change: (seen: Observation) => Location,
): Pick<RequiredStep, 'sets' | 'does'> {
  return {
    sets: (seen) => ({ location: change(seen), waitingList: null, refusal: null }),
    does: (seen) => [[how, { location: change(seen) }]],
  }
}

/** The same with a refusal, which is shown at the step that it leads to. */
export function refusedTo(change: (seen: Observation) => Location): Pick<RequiredStep, 'sets' | 'does'> {
  const { does } = movesBy('showInstead', change)
  return { ...(does && { does }), sets: (seen) => ({ location: change(seen), waitingList: null, ...refused(seen) }) }
}

export const validates = (change: (seen: Observation) => Location) => (seen: Observation) => ({
  validateLocation: change(seen),
})

const isElsewhere = (seen: Observation) =>
  !isDeepStrictEqual(JSON.parse(JSON.stringify(seen.event.location)), JSON.parse(JSON.stringify(locationOf(seen))))

/** What every flow with its step in the URL must do; while `kept`, its location stays. */
export function addressRequirements({ choosing, kept }: { choosing: string; kept: string }): Requirement[] {
  return [
    requirement('Другой адрес проверяется заново, тот же — нет', 'D-18', {
      on: 'address.changed',
      if: (seen) => !seen.before.matches(kept) && isElsewhere(seen),
      to: 'validatingLocation',
      sets: ({ event }) => ({ location: event.location, waitingList: null, refusal: null }),
      starts: ({ event }) => ({ validateLocation: event.location }),
    }),
    requirement('Пока ответа ждут, с места не уйти', 'D-36', {
      in: kept,
      on: 'address.changed',
      if: isElsewhere,
      does: (seen) => [['show', { location: locationOf(seen) }]],
    }),
    requirement('Ждут места в той группе, о которой просили', 'D-40', [
      {
        in: choosing,
        on: 'waitingList.join',
        to: 'joiningWaitingList',
        sets: ({ event }) => ({ waitingList: event.group, refusal: null }),
        starts: (seen) => {
          const { child, contract } = locationOf(seen)
          return { joinWaitingList: { ...(child ? { child } : { contract }), group: seen.event.group } }
        },
      },
      { in: 'joiningWaitingList', on: done('joinWaitingList'), to: choosing },
      { in: 'joiningWaitingList', on: failed('joinWaitingList'), to: choosing, sets: refused },
    ]),
  ]
}

/** Rules of every such flow that no single step shows; `stepOf` maps a URL to a step. */
export function addressRules(stepOf: (location: never) => string, busy: readonly string[]): readonly Rule[] {
  return [
    {
      title: 'Шаг и адрес всегда говорят одно',
      source: 'D-18',
      holds: ({ after }) =>
        after.hasTag('busy') || after.matches('unfilled') || stepOf(known(after).location as never) === after.value,
      holdsAtStart: ({ after, begun, effects }) =>
        isDeepStrictEqual(
          [after.value, begun.map(({ id, input }) => [id, input]), effects.length, known(after).refusal],
          [
            'validatingLocation',
            [
              ['followAddress', undefined],
              ['validateLocation', known(after).location],
            ],
            0,
            null,
          ],
        ),
    },
    rule('Одно нажатие — одна просьба: пока занято, второй нет', 'D-36', (observation) =>
      implies(
        observation.before.hasTag('busy') &&
          !observation.event.type.startsWith('xstate.') &&
          observation.event.type !== 'address.changed',
        observation.begun.length === 0,
      ),
    ),
    taggedOnly('Пока ждут ответа, видно, что занято', 'S8', 'busy', busy),
  ]
}
