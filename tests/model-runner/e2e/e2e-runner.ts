import type { Browser } from 'playwright'
import { type Model, nameOf } from '#tests/model-runner/model.ts'
import { coverOf } from '#tests/model-runner/paths/path-cover.ts'
import type { PathResult, Plan } from '#tests/model-runner/paths/play-paths.ts'
import type { Path, Step } from '#tests/model-runner/paths/replay.ts'
import { accountVerificationReally } from '#tests/models/e2e/account-verification.e2e.ts'
import { enrolmentReally } from '#tests/models/e2e/enrolment.e2e.ts'
import { purchaseReally } from '#tests/models/e2e/purchase.e2e.ts'
import { scheduleChangeReally } from '#tests/models/e2e/schedule-change.e2e.ts'
import { sessionReally } from '#tests/models/e2e/session.e2e.ts'
import { twoFactorReally } from '#tests/models/e2e/two-factor.e2e.ts'
import { type Reality, type Sorted, sortOut } from './e2e-level.ts'
import { openRealDesk, playReally, type RealDesk } from './e2e-stage.ts'

/** The machines that are played on the real server; the others run only with scripted responses. */
const realities: Record<string, ReturnType<typeof playerOf>> = {
  session: playerOf(sessionReally),
  twoFactor: playerOf(twoFactorReally),
  accountVerification: playerOf(accountVerificationReally),
  scheduleChange: playerOf(scheduleChangeReally),
  enrolment: playerOf(enrolmentReally),
  purchase: playerOf(purchaseReally),
}

/** The end-to-end level of the runner. It starts servers on demand. */
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
    /** One path, all paths, or the fewest that show every response of the server. */
    chosenOf: (playable: readonly Path[], { path, all }: { path: Path | undefined; all: boolean }): Path[] => {
      if (path !== undefined) return playable.filter((one) => one === path)
      return all ? [...playable] : coverOf(playable, byAnswer)
    },
    play: (model: Model, paths: readonly Path[], atOnce: number): Promise<PathResult[]> =>
      of(model).play(desk, { model, paths }, atOnce),
    close: () => desk.close(),
  }
}

/** This level tests the responses of the server; the scripted levels cover the rest. */
function byAnswer({ event: { type, error, output } }: Step): string[] {
  const kind = [output === null, typeof output?.location === 'string']
  return /^(xstate|call)\./.test(type) ? [JSON.stringify([type, error, ...kind])] : []
}

/** An end-to-end level without the type of its data. */
function playerOf<World>(reality: Reality<World>) {
  return {
    sortOut: (plan: Plan) => sortOut(plan, reality),
    play: (desk: RealDesk, chosen: { model: Model; paths: readonly Path[] }, atOnce: number) =>
      playReally(chosen, reality, desk, atOnce),
  }
}
