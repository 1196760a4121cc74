import { fromCallback } from 'xstate'
import { type ApiErrorType, isDefinitive, isSessionError, type Result } from '#src/api/api-error.ts'
import type { FlowDependencies } from './flow-dependencies.ts'

/** What actors of flows whose step is their URL share (decision 023). */

type History = FlowDependencies['history']

/** Sends the location of the page to its machine, at once and after each change. `read` is null on other pages. */
export function addressFollower<Location>(history: History, read: () => Location | null) {
  return fromCallback<{ type: 'address.changed'; location: Location }>(({ sendBack }) => {
    const notify = () => {
      const location = read()
      if (location !== null) sendBack({ type: 'address.changed', location })
    }
    notify()
    return history().subscribe(notify)
  })
}

type AddressActions<Target> = {
  addressOf: (to: Target) => string
  /** Whether Back leads from there to the present step. */
  isNext?: (to: Target) => boolean
  /** Whether the address is another one of the present step, so that Back leads where it led. */
  isSameStep: (to: Target) => boolean
}

const mark = { openedHere: true } as const

/** Actions that change the address. A step that was opened from the one before it is marked, so that `goBack` may use Back. */
export function addressActions<Target>(
  history: History,
  { addressOf, isNext = () => true, isSameStep }: AddressActions<Target>,
) {
  const openedHere = () => (history().location.state.openedHere ? mark : undefined)
  return {
    show: (_: unknown, to: Target) => history().push(addressOf(to), isNext(to) ? mark : undefined),
    showInstead: (_: unknown, to: Target) =>
      history().replace(addressOf(to), isSameStep(to) ? openedHere() : undefined),
    goBack: (_: unknown, to: Target) => (openedHere() ? history().back() : history().replace(addressOf(to))),
  }
}

type Outcome = Pick<FlowDependencies, 'report'> & {
  /** Refreshes what is on the screen after success (null) and after a refusal. */
  refresh: (refusal: ApiErrorType | null) => Promise<unknown>
}

/** Resolves after the screen is refreshed; a refusal is thrown for the machine. */
export async function waitForOutcome<Answer>(
  made: Promise<Result<Answer>>,
  { refresh, report }: Outcome,
): Promise<Answer> {
  const { answer, error } = await made
  if (error === null || isDefinitive(error)) await refresh(error?.type ?? null)
  if (error === null) return answer
  if (isSessionError(error)) report(error)
  throw { refusal: error.type }
}
