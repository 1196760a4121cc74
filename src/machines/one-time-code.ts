import type { ProblemType } from '#contract/problem.ts'
import { deaf } from './unprovided.ts'

/** Where a code goes. */
export type Channel = 'phone' | 'email'

/** Why a code was not sent or not taken: a problem of the server, or what kept us from hearing of one. */
export type CodeRefusal = {
  type: ProblemType | 'offline' | 'timeout' | 'unreadable' | 'unknown'
  /** How many tries a wrong code has left. */
  triesLeft: number | null
  /** Seconds until it may be tried again. */
  retryAfter: number | null
}

/** What the flows that ask for a one-time code know of it (D-26, D-35). */
export type CodeContext = {
  /** `over`: expired, replaced, or its tries are spent. */
  code: 'none' | 'alive' | 'over'
  refusal: CodeRefusal | null
  /** Seconds until another code may be asked for. */
  pause: number
  /** What is being checked, or was wrong: sent once more it would only cost a try. */
  tried: string | null
}

export type CodeEvent =
  | { type: 'code.submit'; code: string }
  | { type: 'code.resend' }
  | { type: 'code.cancel' }
  | PauseTick

/** The pause is counted outside, by a clock that nobody can change. */
export type PauseTick = { type: 'pause.ticked'; secondsLeft: number }

export const noCode: CodeContext = { code: 'none', refusal: null, pause: 0, tried: null }

export function codeSent({ noResendExpiresIn }: { noResendExpiresIn: number }): CodeContext {
  return { code: 'alive', refusal: null, pause: noResendExpiresIn, tried: null }
}

/** A new code was refused; one that is on its way already may be entered all the same. */
export function sendingRefused({ code, pause, tried }: CodeContext, { refusal }: Refused): CodeContext {
  const wasSent = refusal.type === 'code-too-soon' && code === 'none'
  return { code: wasSent ? 'alive' : code, refusal, pause: refusal.retryAfter ?? pause, tried }
}

export function codeRefused({ code, pause, tried }: CodeContext, { refusal }: Refused): CodeContext {
  const isWrong = refusal.type === 'code-wrong'
  return { code: refusal.type === 'code-over' ? 'over' : code, refusal, pause, tried: isWrong ? tried : null }
}

/** What guards and actions are handed of a refusal. */
export type Refused = { refusal: CodeRefusal }
export type Known = { context: CodeContext }
export type Typed = { code: string }

export const codeActors = { countPause: deaf<PauseTick, { seconds: number }>() }

export const codeGuards = {
  isLocked: (_: unknown, { refusal }: Refused) => refusal.type === 'factor-locked',
  isUnsent: ({ context }: Known, { refusal }: Refused) => context.code === 'none' && refusal.type !== 'code-too-soon',
  isOver: ({ context }: Known) => context.code === 'over',
  endsCode: (_: unknown, { refusal }: Refused) => refusal.type === 'code-over',
  mayResend: ({ context }: Known) => context.pause === 0,
  isUntried: ({ context }: Known, { code }: Typed) => code !== context.tried,
}
