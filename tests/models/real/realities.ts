import type { Browser } from 'playwright'
import { coverOf } from '#tests/models/cover.ts'
import { type Model, nameOf } from '#tests/models/model.ts'
import type { Path, Step } from '#tests/models/replay.ts'
import type { PathResult, Plan } from '#tests/models/runner.ts'
import { accountVerificationReally } from './account-verification.real.ts'
import { enrolmentReally } from './enrolment.real.ts'
import { purchaseReally } from './purchase.real.ts'
import { type Reality, type Sorted, sortOut } from './reality.ts'
import { scheduleChangeReally } from './schedule-change.real.ts'
import { sessionReally } from './session.real.ts'
import { openRealDesk, playReally, type RealDesk } from './stage.ts'
import { twoFactorReally } from './two-factor.real.ts'

/** Which machines are played on the real server; the others are played by script alone. */
const realities: Record<string, ReturnType<typeof playerOf>> = {
  session: playerOf(sessionReally),
  twoFactor: playerOf(twoFactorReally),
  accountVerification: playerOf(accountVerificationReally),
  scheduleChange: playerOf(scheduleChangeReally),
  enrolment: playerOf(enrolmentReally),
  purchase: playerOf(purchaseReally),
}

/** The level of the desk on which people meet real servers, which it starts as it needs them. */
export function openReality(browser: Browser) {
  const desk = openRealDesk(browser)
  const of = (model: Model) => {
    const player = realities[nameOf(model)]
    if (player === undefined) throw new Error(`${nameOf(model)} is not played on the real server`)
    return player
  }
  return {
    knows: (model: Model) => nameOf(model) in realities,
    sortOut: (plan: Plan): Sorted => of(plan.model).sortOut(plan),
    /** One path, all of them, or those that show every answer of the server. */
    chosenOf: (playable: readonly Path[], { path, all }: { path: Path | undefined; all: boolean }): Path[] => {
      if (path !== undefined) return playable.filter((one) => one === path)
      return all ? [...playable] : coverOf(playable, byAnswer)
    },
    play: (model: Model, paths: readonly Path[], atOnce: number): Promise<PathResult[]> =>
      of(model).play(desk, { model, paths }, atOnce),
    close: () => desk.close(),
  }
}

/** What the server answers, to the flow or to any call, is what this level is for: the rest is played by script too. */
function byAnswer({ event: { type, error, output } }: Step): string[] {
  const kind = [output === null, typeof output?.location === 'string']
  return /^(xstate|call)\./.test(type) ? [JSON.stringify([type, error, ...kind])] : []
}

/** A reality without the type of its world. */
function playerOf<World>(reality: Reality<World>) {
  return {
    sortOut: (plan: Plan) => sortOut(plan, reality),
    play: (desk: RealDesk, chosen: { model: Model; paths: readonly Path[] }, atOnce: number) =>
      playReally(chosen, reality, desk, atOnce),
  }
}
