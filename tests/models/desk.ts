import { accountVerificationInBrowser } from './account-verification.browser.ts'
import { type Desk, openDesk } from './browser/desk.ts'
import type { BrowserStage } from './browser/stage.ts'
import { endingEverywhere } from './browser/visits.ts'
import type { PlayWish } from './command-line.ts'
import { enrolmentInBrowser } from './enrolment.browser.ts'
import { idOf } from './ledger.ts'
import { machines } from './machines.ts'
import type { Level } from './model.ts'
import { notificationsInBrowser } from './notifications.browser.ts'
import { oauthResultInBrowser } from './oauth-result.browser.ts'
import { purchaseInBrowser } from './purchase.browser.ts'
import { recoveryInBrowser } from './recovery.browser.ts'
import { lineOf, type PathResult, type Plan, plan, play } from './runner.ts'
import { scheduleChangeInBrowser } from './schedule-change.browser.ts'
import { sessionInBrowser } from './session.browser.ts'
import { signOutInBrowser } from './sign-out.browser.ts'
import { ticketInBrowser } from './ticket.browser.ts'
import { twoFactorInBrowser } from './two-factor.browser.ts'

/** How the paths of each machine are played on the real app. */
const browsers: Record<string, (desk: Desk) => Level<BrowserStage>> = {
  session: sessionInBrowser,
  oauthResult: oauthResultInBrowser,
  signOut: signOutInBrowser,
  recovery: recoveryInBrowser,
  notifications: notificationsInBrowser,
  twoFactor: twoFactorInBrowser,
  accountVerification: accountVerificationInBrowser,
  ticket: ticketInBrowser,
  scheduleChange: scheduleChangeInBrowser,
  enrolment: enrolmentInBrowser,
  purchase: purchaseInBrowser,
}

export type LevelResults = { title: string; results: PathResult[]; seconds: number }
export type Played = { plan: Plan; levels: LevelResults[] }

/**
 * Plays what is wished and prints a line for each machine, with what went wrong: one machine, one path of it, or
 * everything; in the browser the cover alone, unless it is one path or `all`.
 */
export async function playAll({ machine, path, level, all, show }: PlayWish): Promise<Played[]> {
  const wanted = machines.filter(({ model }) => machine === undefined || model.machine.id === machine)
  const desk = await openDesk({ show })
  try {
    const played: Played[] = []
    for (const { model, onMachine } of wanted) {
      const whole = plan(model)
      const chosen = path === undefined ? whole : { ...whole, paths: whole.paths.filter((one) => idOf(one) === path) }
      const shown = path === undefined && !all ? { ...whole, paths: endingEverywhere(whole.cover) } : chosen
      const inBrowser = browsers[model.machine.id]?.(desk)
      const levels = [
        ...(level === 'browser' ? [] : [await timed('машина', () => play(chosen, onMachine))]),
        ...(inBrowser === undefined || level === 'machine'
          ? []
          : [await timed('браузер', () => play(shown, inBrowser, show ? 1 : 4))]),
      ]
      played.push({ plan: whole, levels })
      printMachine(whole, levels)
    }
    return played
  } finally {
    await desk.close()
  }
}

async function timed(title: string, run: () => Promise<PathResult[]>): Promise<LevelResults> {
  const started = performance.now()
  const results = await run()
  return { title, results, seconds: (performance.now() - started) / 1000 }
}

function printMachine({ model, paths, coverage }: Plan, levels: readonly LevelResults[]): void {
  const figures = levels.map(({ title, results, seconds }) => {
    const passed = results.filter(({ failure }) => failure === null).length
    return `${title} ${passed}/${results.length} (${seconds.toFixed(1)} с)`
  })
  const { states, transitions } = coverage
  console.log(`${model.machine.id}: ${paths.length} путей · ${figures.join(' · ')}`)
  console.log(`  состояний ${states.all.length}, unplayed: ${JSON.stringify(states.unplayed)}`)
  console.log(`  переходов ${transitions.all.length}, unplayed: ${JSON.stringify(transitions.unplayed)}`)
  for (const { title, results } of levels)
    for (const { path, failure } of results)
      if (failure !== null)
        console.log(
          `  ✗ ${title}, путь ${idOf(path)}: ${lineOf(model, path)}\n    шаг ${failure.step}: ${failure.message}`,
        )
}
