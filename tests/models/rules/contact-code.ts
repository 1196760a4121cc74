import { isDeepStrictEqual } from 'node:util'
import type { NewContact } from '#src/machines/account-verification.ts'
import type { CodeContext } from '#src/machines/one-time-code.ts'
import type { Observation } from '#tests/model-runner/observations.ts'
import { type Actions, type RequiredStep, type Requirement, requirement } from '#tests/model-runner/requirements.ts'
import { performs, type Rule, rule } from '#tests/model-runner/rule.ts'
import { codeOf, codeRequirements, codeRules, isRefusedFor } from './one-time-code.ts'

export const noCode: CodeContext = { code: 'none', refusal: null, pause: 0, tried: null }
export const contactOf = ({ before }: Observation): NewContact => {
  const { channel, value } = before.context as NewContact
  return { channel, value }
}
/** The contact that an event names; without a channel it is of the channel that the dialog is for. */
const named = (seen: Observation): NewContact => ({
  channel: seen.event.channel ?? contactOf(seen).channel,
  value: seen.event.value,
})

type Flow = {
  /** States in which another contact can be entered. */
  changeable: readonly string[]
  forgets: (seen: Observation) => Actions
  /** What is known after a refusal that leads back to the contact. */
  rejected: (seen: Observation) => object
  /** The step after a correct code, and the state that follows when it was entered on an earlier load of the page. */
  right: Pick<RequiredStep, 'to' | 'sets' | 'starts'>
  recalled: string
}

/** Requirements of the dialogs that prove a contact by a code. */
export function contactRequirements({ changeable, forgets, rejected, right, recalled }: Flow): Requirement[] {
  return [
    requirement('Указанный контакт получает код, другой контакт — другой код', 'D-27', [
      {
        in: 'editing',
        on: 'value.submit',
        to: 'sending',
        sets: (seen) => ({ ...noCode, ...named(seen) }),
        starts: (seen) => ({ sendCode: named(seen) }),
      },
      { in: changeable, on: 'value.edit', to: 'editing', sets: noCode, does: forgets },
    ]),
    ...codeRequirements({
      address: contactOf,
      sent: () => ({}),
      isUnsent: (seen) => codeOf(seen).code === 'none' && !isRefusedFor('code-too-soon')(seen),
      unsent: [{ on: '', to: 'editing', sets: rejected }],
      right: { on: '', ...right, does: (seen) => [['keepVerified', contactOf(seen)]] },
      onSent: (seen, pause) => [['keepSent', { ...contactOf(seen), pause }]],
      onEnded: forgets,
    }),
    requirement('Окно, открытое заново, ждёт кода, отправленного раньше, и второго не просит', 'D-27', {
      in: 'editing',
      on: 'sent.recalled',
      to: 'awaiting.entering',
      sets: (seen) => ({ ...noCode, code: 'alive', ...named(seen), pause: seen.event.pause }),
      does: (seen) => [['keepSent', { ...named(seen), pause: seen.event.pause }]],
      starts: ({ event: { pause } }) => ({ countPause: { seconds: pause } }),
    }),
    requirement('Окно, открытое заново после верного кода, продолжает, и кода не просит', 'D-27', {
      in: 'editing',
      on: 'verified.recalled',
      to: recalled,
      sets: (seen) => ({ ...noCode, ...named(seen) }),
    }),
    requirement('Передумавший закрывает окно откуда угодно и ничего больше не просит', 'D-26', {
      on: 'code.cancel',
      to: 'cancelled',
      does: (seen) => [...forgets(seen), ['close']],
    }),
  ]
}

/** Rules of these dialogs that no single step shows; `ended` is the state in which all is done. */
export function contactRules({ ended, recalls }: { ended: string; recalls: (context: NewContact) => unknown }): Rule[] {
  return [
    ...codeRules,
    {
      title: 'В начале контакт не введён и ничего не отправлено; вспоминают только то, что отправлено отсюда',
      source: 'D-27',
      holds: () => true,
      holdsAtStart: ({ after, begun }) =>
        after.matches('editing') &&
        codeOf({ before: after } as Observation).code === 'none' &&
        isDeepStrictEqual(begun, [{ id: 'recallSent', input: recalls(after.context) }]),
    },
    rule('Окно закрывается само, когда всё сделано или отменено, и только тогда', 'S9', (seen) => {
      const { before, after } = seen
      return (
        performs(seen, 'close') === (after.status === 'done' && before.status === 'active') &&
        (after.status === 'done') === [ended, 'cancelled'].some((state) => after.matches(state))
      )
    }),
  ]
}
