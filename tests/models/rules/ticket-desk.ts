import type { Observation } from '#tests/model-runner/observations.ts'
import {
  beginsWith,
  done,
  failed,
  requirement,
  requirementRules,
  taggedOnly,
} from '#tests/model-runner/requirements.ts'
import { implies, type Rule, rule, starts } from '#tests/model-runner/rule.ts'
import { hasWords, refused } from './ticket-sending.ts'

type Known = { id: string; html: string; kind: string; version: number; sent: number } & Flags
type Flags = { hasUnread: boolean; mayBeStored: boolean }
const known = ({ context }: Observation['after']) => context as Known
const was = ({ before }: Observation) => known(before)
const isConflict = ({ event }: Observation) => event.error?.type === 'state-conflict'
const silent = [
  'offline',
  'timeout',
  'unreadable',
  'unknown',
  'internal-error',
  'provider-unreachable',
  'unavailable',
  'unauthenticated',
  'session-changed',
]
/** The error leaves open whether this try, or one before an ended session, was stored. */
const saysNothing = ({ event }: Observation) => silent.includes(event.error?.type)
const mayBeStored = (seen: Observation) => was(seen).mayBeStored
/** The screen shows more than the text was begun with. */
const isBegun = (seen: Observation) => hasWords(was(seen).html) && seen.event.version !== was(seen).version
const accepted = ({ event }: Observation) => ({ version: event.output.version, hasUnread: false, refusal: null })

export const ticketDeskRules: readonly Rule[] = [
  ...requirementRules([
    requirement(
      'Ответ сохраняется на устройстве при каждой правке и относится к тому, что было видно в её начале',
      'S3',
      [
        {
          in: ['writing', 'changing', 'conflicted'],
          on: 'message.type',
          sets: (seen) => {
            const isContinued = hasWords(was(seen).html) && hasWords(seen.event.html)
            return {
              html: seen.event.html,
              refusal: null,
              version: isContinued || seen.before.matches('conflicted') ? was(seen).version : seen.event.version,
              hasUnread: isContinued && was(seen).hasUnread,
              mayBeStored: isContinued && was(seen).mayBeStored,
            }
          },
          does: (seen) => [['keepDraft', { id: was(seen).id, html: seen.event.html, kind: was(seen).kind }]],
        },
      ],
    ),
    requirement('Ответом или заметкой сообщение делает сам администратор', 'S3', {
      in: 'writing',
      on: 'kind.choose',
      sets: ({ event }) => ({ kind: event.kind }),
      does: (seen) => [['keepDraft', { id: was(seen).id, html: was(seen).html, kind: seen.event.kind }]],
    }),
    requirement('Отправляется написанное, и не пустое', 'S3', {
      in: 'writing',
      on: 'message.send',
      if: (seen) => hasWords(was(seen).html),
      to: 'sending',
      starts: (seen) => {
        const { id, html, kind, version } = was(seen)
        return { sendMessage: { id, html, kind, version } }
      },
    }),
    requirement('После отправки начинают новое сообщение', 'S3', {
      in: 'sending',
      on: done('sendMessage'),
      to: 'writing',
      sets: (seen) => ({ ...accepted(seen), html: '', kind: 'answer', sent: was(seen).sent + 1, mayBeStored: false }),
    }),
    requirement('Переписку меняют такой, какой она показана; написанное остаётся', 'S3', [
      {
        in: ['writing', 'conflicted'],
        on: 'ticket.change',
        to: 'changing',
        sets: (seen) => ({ hasUnread: isBegun(seen) }),
        starts: ({ before, event: { change, version } }) => ({
          changeTicket: { id: known(before).id, change, version },
        }),
      },
      {
        in: 'changing',
        on: done('changeTicket'),
        if: (seen) => !was(seen).hasUnread && !mayBeStored(seen),
        to: 'writing',
        sets: accepted,
      },
    ]),
    requirement('Новое в переписке показано сразу; начатый ответ не уходит, пока его не прочли', 'D-21', [
      { in: 'writing', on: 'ticket.changed', if: (seen) => isBegun(seen) && !mayBeStored(seen), to: 'conflicted' },
      {
        in: 'writing',
        on: 'ticket.changed',
        if: (seen) => !isBegun(seen) && !mayBeStored(seen),
        sets: ({ event }) => ({ version: event.version }),
      },
      {
        in: 'changing',
        on: done('changeTicket'),
        if: (seen) => was(seen).hasUnread && !mayBeStored(seen),
        to: 'conflicted',
        sets: { refusal: null },
      },
    ]),
    requirement('Ответ, о котором сервер промолчал, повторяют тем же запросом, что бы ни прочли за это время', 'D-25', [
      {
        in: 'sending',
        on: failed('sendMessage'),
        if: saysNothing,
        to: 'writing',
        sets: (seen) => ({ ...refused(seen), mayBeStored: true }),
      },
      { in: 'writing', on: 'ticket.changed', if: mayBeStored, sets: (seen) => ({ hasUnread: isBegun(seen) }) },
      {
        in: 'changing',
        on: done('changeTicket'),
        if: mayBeStored,
        to: 'writing',
        sets: (seen) => ({ refusal: null, hasUnread: seen.event.output.version !== was(seen).version }),
      },
      {
        in: 'changing',
        on: failed('changeTicket'),
        if: mayBeStored,
        to: 'writing',
        sets: (seen) => ({ ...refused(seen), hasUnread: isConflict(seen) || was(seen).hasUnread }),
      },
    ]),
    requirement('Отказ ничего не теряет; чужое изменение сначала читают', 'D-21', [
      {
        in: 'sending',
        on: failed('sendMessage'),
        if: (seen) => !saysNothing(seen) && (isConflict(seen) || was(seen).hasUnread),
        to: 'conflicted',
        sets: (seen) => ({ ...refused(seen), mayBeStored: false }),
      },
      {
        in: 'sending',
        on: failed('sendMessage'),
        if: (seen) => !saysNothing(seen) && !isConflict(seen) && !was(seen).hasUnread,
        to: 'writing',
        sets: (seen) => ({ ...refused(seen), mayBeStored: false }),
      },
      {
        in: 'changing',
        on: failed('changeTicket'),
        if: (seen) => !mayBeStored(seen) && (isConflict(seen) || was(seen).hasUnread),
        to: 'conflicted',
        sets: refused,
      },
      {
        in: 'changing',
        on: failed('changeTicket'),
        if: (seen) => !mayBeStored(seen) && !isConflict(seen) && !was(seen).hasUnread,
        to: 'writing',
        sets: refused,
      },
      {
        in: 'conflicted',
        on: 'conflict.read',
        to: 'writing',
        sets: ({ event }) => ({ version: event.version, hasUnread: false, refusal: null }),
      },
    ]),
  ]),
  beginsWith('Начинают с черновика ответа автору, и ничего не отправлено', 'S3', {
    state: 'writing',
    starts: { watchTicket: 'f0c3a526-f43f-4f0e-8d3f-0a1f4a6f1b01' },
    context: {
      id: 'f0c3a526-f43f-4f0e-8d3f-0a1f4a6f1b01',
      version: 3,
      html: '',
      kind: 'answer',
      hasUnread: false,
      mayBeStored: false,
      sent: 0,
      refusal: null,
    },
  }),
  taggedOnly('Пока идёт отправка, видно, что занято', 'S8', 'busy', ['sending', 'changing']),
  rule('Пока неизвестно, принят ли ответ, он относится к тому, к чему относился', 'D-25', (seen) =>
    implies(
      mayBeStored(seen) && known(seen.after).mayBeStored,
      known(seen.after).version === was(seen).version && !seen.after.matches('conflicted'),
    ),
  ),
  rule('После чужого изменения ответ не отправляется, пока его не прочли', 'D-21', (seen) =>
    implies(seen.before.matches('conflicted'), !starts(seen, 'sendMessage')),
  ),
]
