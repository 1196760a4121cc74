import type { CodeContext, CodeError } from '#src/machines/one-time-code.ts'
import type { SentCode } from '#src/machines/two-factor.ts'
import type { Observation } from '#tests/model-runner/observations.ts'
import {
  type Actions,
  done,
  failed,
  type RequiredStep,
  type Requirement,
  requirement,
  taggedOnly,
} from '#tests/model-runner/requirements.ts'
import { implies, type Rule, rule, succeeded } from '#tests/model-runner/rule.ts'

export const codeOf = ({ before }: Observation) => before.context as CodeContext
export const errorOf = ({ event }: Observation) => event.error as CodeError
export const isRefusedFor =
  (...types: string[]) =>
  (seen: Observation) =>
    types.includes(errorOf(seen)?.type)

/** The code was right on an earlier load of the page. */
const isVerifiedBefore = ({ event }: Observation) => event.type === 'verified.recalled'

/** Rules of every flow with a code that no single step shows. */
export const codeRules: readonly Rule[] = [
  rule('Кто заблокирован, никогда не попадает дальше', 'D-35', ({ after }, past) =>
    implies(
      past.some((one) => isRefusedFor('factor-locked')(one) && one.after.matches('locked')),
      after.matches('locked') || after.matches('cancelled'),
    ),
  ),
  rule('Дальше пускает только верный код', 'D-26', (observation, past) =>
    implies(
      ['passed', 'saving', 'unsaved', 'saved', 'reviewing', 'joining', 'joined', 'signed'].some((state) =>
        observation.after.matches(state as never),
      ),
      [...past, observation].some((one) => succeeded(one, 'checkCode') || isVerifiedBefore(one)),
    ),
  ),
  taggedOnly('Пока код отправляется или проверяется, видно, что занято', 'S8', 'busy', [
    'sending',
    'awaiting.checking',
    'saving',
    'joining',
    'accepting',
  ]),
]

type Flow = {
  /** Where the code goes, as every call returns it. */
  address: (seen: Observation) => object
  /** What is known of a code that was sent. */
  sent: (output: Partial<SentCode>) => object
  /** Whether a refusal leaves no code to enter, and the step that follows. */
  isUnsent: (seen: Observation) => boolean
  unsent: readonly RequiredStep[]
  /** Whether a refusal of the check ends the awaiting, and the step that follows. */
  isUnchecked?: (seen: Observation) => boolean
  unchecked?: RequiredStep
  /** The step after a correct code. */
  right: RequiredStep
  /** Actions when a code begins to be awaited, with the seconds before the next one, and when it is of no more use. */
  onSent?: (seen: Observation, pause: number) => Actions
  onEnded?: (seen: Observation) => Actions
}

/** How codes are sent and checked in every flow. */
export function codeRequirements({
  address,
  sent,
  isUnsent,
  unsent,
  isUnchecked = () => false,
  unchecked,
  right,
  onSent = () => [],
  onEnded = () => [],
}: Flow): Requirement[] {
  const isLocked = isRefusedFor('factor-locked')
  const withWait = (seen: Observation) => errorOf(seen).retryAfter ?? codeOf(seen).pause
  const notSent = (seen: Observation) => ({ refusal: errorOf(seen), pause: withWait(seen) })
  const isNew = (seen: Observation) => seen.event.code !== codeOf(seen).tried
  const mayResend = (seen: Observation) => codeOf(seen).pause === 0
  const notAccepted = (seen: Observation) => ({
    refusal: errorOf(seen),
    tried: isRefusedFor('code-wrong')(seen) ? codeOf(seen).tried : null,
  })
  return [
    requirement('Отправленный код ждут, и до следующего идёт пауза', 'D-26', [
      {
        in: 'sending',
        on: done('sendCode'),
        to: 'awaiting.entering',
        sets: ({ event: { output } }) => ({
          code: 'alive',
          refusal: null,
          pause: output.noResendExpiresIn,
          tried: null,
          ...sent(output),
        }),
        does: (seen) => onSent(seen, seen.event.output.noResendExpiresIn),
        starts: ({ event }) => ({ countPause: { seconds: event.output.noResendExpiresIn } }),
      },
      { in: 'awaiting', on: 'pause.ticked', sets: ({ event }) => ({ pause: event.secondsLeft }) },
    ]),
    requirement('Новый код просят не раньше срока, и прежний до ответа в силе', 'D-26', [
      {
        in: ['awaiting.entering', 'awaiting.over'],
        on: 'code.resend',
        if: mayResend,
        to: 'sending',
        starts: (seen) => ({ sendCode: address(seen) }),
      },
      {
        in: 'sending',
        on: failed('sendCode'),
        if: (seen) => !isLocked(seen) && !isUnsent(seen),
        to: (seen) => (codeOf(seen).code === 'over' ? 'awaiting.over' : 'awaiting.entering'),
        sets: (seen) => ({ ...notSent(seen), code: codeOf(seen).code === 'over' ? 'over' : 'alive' }),
        does: (seen) => [...onSent(seen, withWait(seen)), ...(codeOf(seen).code === 'over' ? onEnded(seen) : [])],
        starts: (seen) => ({ countPause: { seconds: withWait(seen) } }),
      },
    ]),
    requirement(
      'Кода не отправить — сказано почему',
      'D-26',
      unsent.map((step) => ({
        sets: notSent,
        ...step,
        in: 'sending',
        on: failed('sendCode'),
        if: (seen) => !isLocked(seen) && isUnsent(seen) && (step.if?.(seen) ?? true),
      })),
    ),
    requirement('Один введённый код — одна проверка, и неверный второй раз не проверяют', 'D-35', [
      {
        in: 'awaiting.entering',
        on: 'code.submit',
        if: isNew,
        to: 'awaiting.checking',
        sets: ({ event }) => ({ tried: event.code }),
        starts: (seen) => ({ checkCode: { ...address(seen), code: seen.event.code } }),
      },
      {
        in: 'awaiting.checking',
        on: failed('checkCode'),
        if: (seen) => !isLocked(seen) && !isRefusedFor('code-expired')(seen) && !isUnchecked(seen),
        to: 'awaiting.entering',
        sets: notAccepted,
      },
    ]),
    ...(unchecked === undefined
      ? []
      : [
          requirement('Пока код вводили, всё изменилось: начинают снова', 'S8', {
            ...unchecked,
            in: 'awaiting.checking',
            on: failed('checkCode'),
            if: isUnchecked,
          }),
        ]),
    requirement('Код, который больше не действует, ввести нельзя', 'D-35', {
      in: 'awaiting.checking',
      on: failed('checkCode'),
      if: isRefusedFor('code-expired'),
      to: 'awaiting.over',
      sets: (seen) => ({ ...notAccepted(seen), code: 'over' }),
      does: onEnded,
    }),
    requirement('Слишком много неверных кодов закрывают вход по коду', 'D-35', [
      { in: 'sending', on: failed('sendCode'), if: isLocked, to: 'locked', sets: notSent, does: onEnded },
      {
        in: 'awaiting.checking',
        on: failed('checkCode'),
        if: isLocked,
        to: 'locked',
        sets: notAccepted,
        does: onEnded,
      },
    ]),
    requirement('Верный код ведёт дальше', 'D-26', { ...right, in: 'awaiting.checking', on: done('checkCode') }),
  ]
}
