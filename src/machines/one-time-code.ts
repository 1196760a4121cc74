import { assign, type EventObject } from 'xstate'
import type { ProblemType } from '#contract/problem.ts'
import { noopCallback } from './not-provided.ts'

/** Channel of a code. */
export type Channel = 'phone' | 'email'

/** Why a code was not sent or not accepted: a problem of the server or a transport error. */
export type CodeError = {
  type: ProblemType | 'offline' | 'timeout' | 'unreadable' | 'unknown'
  /** Tries left after a wrong code. */
  triesLeft: number | null
  /** Seconds until a retry is allowed. */
  retryAfter: number | null
}

/** Context of the flows that ask for a one-time code. */
export type CodeContext = {
  /** `over`: expired, replaced, or its tries are spent. */
  code: 'none' | 'alive' | 'over'
  refusal: CodeError | null
  /** Seconds until a new code may be requested. */
  pause: number
  /** The code being checked, or the last wrong one: sending it again would only cost a try. */
  tried: string | null
}

export type CodeEvent =
  | { type: 'code.submit'; code: string }
  | { type: 'code.resend' }
  | { type: 'code.cancel' }
  | PauseTick

/** The pause is counted by an actor with a monotonic clock. */
export type PauseTick = { type: 'pause.ticked'; secondsLeft: number }

export const noCode: CodeContext = { code: 'none', refusal: null, pause: 0, tried: null }

export function codeSent({ noResendExpiresIn }: { noResendExpiresIn: number }): CodeContext {
  return { code: 'alive', refusal: null, pause: noResendExpiresIn, tried: null }
}

/** The new code was refused; the previous code may still be entered. */
function sendingRefused({ code, pause, tried }: CodeContext, { refusal }: CodeErrorParams): CodeContext {
  const wasSent = refusal.type === 'code-too-soon' && code === 'none'
  return { code: wasSent ? 'alive' : code, refusal, pause: refusal.retryAfter ?? pause, tried }
}

function codeRefused({ code, pause, tried }: CodeContext, { refusal }: CodeErrorParams): CodeContext {
  const isWrong = refusal.type === 'code-wrong'
  return { code: refusal.type === 'code-expired' ? 'over' : code, refusal, pause, tried: isWrong ? tried : null }
}

/** Parameter of guards and actions that handle an error. */
export type CodeErrorParams = { refusal: CodeError }
export type CodeArgs = { context: CodeContext }
export type EnteredCode = { code: string }

type CodeAction<Params> = (known: CodeArgs, params: Params) => void

/** Assigns what `change` returns. Typed as a plain action, because contexts and events of the flows differ. */
function assignCode<Params extends object>(
  change: (context: CodeContext, params: Params) => Partial<CodeContext>,
): CodeAction<Params> {
  const assigned = assign<CodeContext, EventObject, Params, EventObject, never>(({ context }, params) =>
    change(context, params),
  )
  return assigned as CodeAction<Params>
}

export const codeActions = {
  refuseSending: assignCode(sendingRefused),
  refuseCode: assignCode(codeRefused),
  takeTick: assignCode((_, { secondsLeft }: PauseTick) => ({ pause: secondsLeft })),
  takeCode: assignCode((_, { code }: EnteredCode) => ({ tried: code })),
}

export const codeActors = { countPause: noopCallback<PauseTick, { seconds: number }>() }

export const codeGuards = {
  isLocked: (_: unknown, { refusal }: CodeErrorParams) => refusal.type === 'factor-locked',
  isUnsent: ({ context }: CodeArgs, { refusal }: CodeErrorParams) =>
    context.code === 'none' && refusal.type !== 'code-too-soon',
  isOver: ({ context }: CodeArgs) => context.code === 'over',
  endsCode: (_: unknown, { refusal }: CodeErrorParams) => refusal.type === 'code-expired',
  mayResend: ({ context }: CodeArgs) => context.pause === 0,
  isUntried: ({ context }: CodeArgs, { code }: EnteredCode) => code !== context.tried,
}

/** Guard of flows whose codes go where the server knows: there is nowhere to send one to, or too many were sent. */
export function isHopeless({ context }: CodeArgs, { refusal }: CodeErrorParams): boolean {
  const isLimited = refusal.type === 'code-limit-reached' || refusal.type === 'too-many-requests'
  return refusal.type === 'no-second-factor' || (context.code === 'none' && isLimited)
}
