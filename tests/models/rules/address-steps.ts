import { isDeepStrictEqual } from 'node:util'
import type { AnyMachineSnapshot } from 'xstate'
import { implies, paramsOf, type Rule } from '#tests/model-runner/rule.ts'

type Place = Record<string, string | undefined>
type Known = { place: Place; queue: string | null; refusal: string | null }
export const known = ({ context }: AnyMachineSnapshot) => context as Known

/** The step cannot change while the request is pending: the response belongs to this step. */
export function staysWhile(state: string, title: string): Rule {
  return {
    title,
    source: 'D-36',
    holds: ({ before, after, event }) =>
      implies(before.matches(state) && !event.type.startsWith('xstate.'), after.matches(state)),
  }
}

/** Rules of every flow with its step in the URL (D-18); `stepOf` maps a URL to a step. */
export function addressRules(stepOf: (place: never) => string): readonly Rule[] {
  return [
    {
      title: 'Шаг и адрес всегда говорят одно',
      source: 'D-18',
      holds: ({ after }) =>
        after.hasTag('busy') || after.matches('unfilled') || stepOf(known(after).place as never) === after.value,
    },
    {
      title: 'Куда встали, то и стоит в адресе',
      source: 'D-18',
      holds: (observation) => {
        const shown = ['show', 'showInstead', 'goBack'].map(
          (how) => paramsOf<{ place: Place }>(observation, how)?.place,
        )
        return shown.every((place) => place === undefined || isDeepStrictEqual(place, known(observation.after).place))
      },
    },
    {
      title: '«Назад» возвращает на шаг и ничего не просит у сервера',
      source: 'D-18',
      holds: (observation) =>
        implies(
          observation.event.type === 'step.back' &&
            !isDeepStrictEqual(observation.before.value, observation.after.value),
          paramsOf(observation, 'goBack') !== undefined && observation.begun.length === 0,
        ),
    },
    {
      title: 'Одно нажатие — одна просьба: пока занято, второй нет',
      source: 'D-36',
      holds: (observation) =>
        implies(
          observation.before.hasTag('busy') &&
            !observation.event.type.startsWith('xstate.') &&
            observation.event.type !== 'address.changed',
          observation.begun.length === 0,
        ),
    },
    {
      title: 'Отказ сказан там, куда он привёл',
      source: 'D-21',
      holds: ({ event, after }) =>
        implies(event.type.startsWith('xstate.error.actor.'), known(after).refusal === event.error?.refusal),
    },
    {
      title: 'Ждут места в той группе, о которой просили',
      source: 'D-40',
      holds: ({ event, after }) =>
        implies(event.type === 'queue.join' && after.matches('joiningQueue'), known(after).queue === event.group),
    },
  ]
}
