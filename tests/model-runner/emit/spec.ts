import type { Page } from 'playwright'
import type { Reply } from '#tests/model-runner/browser/app-under-test.ts'
import type { BrowserPool } from '#tests/model-runner/browser/browser-pool.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import type { RunnerConfig } from '#tests/model-runner/config.ts'
import type { InBrowser } from '#tests/model-runner/discover-models.ts'
import { idOf } from '#tests/model-runner/ledger.ts'
import type { Language } from '#tests/model-runner/ledger-changes.ts'
import { type Model, nameOf, titleOf } from '#tests/model-runner/model.ts'
import { lineOf, look } from '#tests/model-runner/paths/play-paths.ts'
import type { Path } from '#tests/model-runner/paths/replay.ts'
import { bilingual } from '#tests/model-runner/report/words.ts'
import { type Recorder, recordActions } from './recorded-actions.ts'

/** A response with the number of the step that it waits for. */
type Answer = { call: string; step: number; reply: Reply }
type RecordedStep = { title: string; lines: string[] }

/**
 * Plays one path in the browser and writes what happened as a Playwright spec: clicks and keys, visible texts, and the
 * responses of the scripted network. Throws if the path needs something outside of its page.
 */
export async function specOf(
  { app, texts }: RunnerConfig,
  { model, inBrowser, pool }: { model: Model; inBrowser: InBrowser; pool: BrowserPool },
  { path, language }: { path: Path; language: Language },
): Promise<string> {
  const level = inBrowser(pool)
  const recording = Promise.withResolvers<Recorder>()
  const stage = await level.open((begun) => recording.resolve(recordActions(begun, app)))
  const recorder = await recording.promise
  const steps: RecordedStep[] = []
  const answers: Answer[] = []
  const unanswered: string[] = []
  let shown: string[] = []
  const note = async (title: string, step: number) => {
    answers.push(...stage.network.answers.splice(0).map((answer) => ({ ...answer, step })))
    const seen = await visibleTexts(stage.page)
    // What the page still shows was asserted before.
    steps.push({ title, lines: [...recorder.lines.splice(0), ...seen.filter((line) => !shown.includes(line))] })
    shown = seen
  }
  try {
    await look(stage, level, path.start)
    await note(language === 'ru' ? 'начало' : 'start', 0)
    for (const [index, step] of path.steps.entries()) {
      await level.events[step.event.type]?.(stage, step)
      await look(stage, level, step.after)
      await note(bilingual(texts, titleOf(model, step))[language], index + 1)
      refuseUnsupported(stage, recorder.unsupported, titleOf(model, step))
    }
    unanswered.push(...stage.network.pendingCalls())
  } finally {
    recorder.stop()
    await level.close(stage)
  }
  const title = `${nameOf(model)} ${idOf(path)}: ${path.steps.map((step) => bilingual(texts, titleOf(model, step))[language]).join(' → ') || lineOf(model, path)}`
  return written({ title, steps, answers, unanswered, start: level.manual?.start ?? '/', app })
}

function refuseUnsupported({ network }: BrowserStage, unsupported: readonly string[], title: string): void {
  const reasons = [...new Set(unsupported), ...(network.documents.length > 0 ? ['a page that is replaced'] : [])]
  if (reasons.length > 0) throw new Error(`«${title}» cannot be written as a spec: ${reasons.join(', ')}`)
}

/** Assertions of the headings, dialogs and messages that the page shows. */
async function visibleTexts(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot()
  const named = [...tree.matchAll(/^ *- '?(heading|dialog|alertdialog) "((?:[^"\\]|\\.)*)"/gm)]
  const lines = named.map(([, role, name = '']) => {
    const options = `{ name: ${JSON.stringify(name.replaceAll('\\"', '"'))}, exact: true }`
    return `await expect(page.getByRole('${role}', ${options}).first()).toBeVisible()`
  })
  const alerts = await page.getByRole('alert').allInnerTexts()
  const messages = alerts
    .map((text) => text.trim().split('\n')[0] ?? '')
    .filter((text) => text !== '')
    .map(
      (text) =>
        `await expect(page.getByRole('alert').filter({ hasText: ${JSON.stringify(text)} }).first()).toBeVisible()`,
    )
  return [...new Set([...lines, ...messages])]
}

type Written = {
  title: string
  steps: RecordedStep[]
  answers: Answer[]
  unanswered: string[]
  start: string
  app: RunnerConfig['app']
}

function written({ title, steps, answers, unanswered, start, app }: Written): string {
  const body = steps.map((step, index) =>
    [
      `  await test.step(${JSON.stringify(step.title)}, async () => {`,
      ...(index === 0
        ? [`    await page.goto(host.origin + ${JSON.stringify(start)})`]
        : [`    network.reach(${index})`]),
      ...step.lines.map((line) => `    ${line}`),
      '  })',
    ].join('\n'),
  )
  const context = JSON.stringify(app.context)
  return `import { expect, type Page, test } from 'playwright/test'
import { hostPages } from '#tests/model-runner/browser/static-host.ts'
import { chromiumArguments, headlessPath } from '#tests/support/browser/chromium.ts'

// Written by npm run qa -- … --emit spec. It plays the build in ${app.pages} with the recorded responses.

test.use({ ...${context}, launchOptions: { executablePath: headlessPath(), args: chromiumArguments } })

test(${JSON.stringify(title)}, async ({ page }) => {
  const host = await hostPages('${app.pages}')
  await page.clock.install({ time: ${JSON.stringify(app.startTime.toISOString())} })
  const network = await answerCalls(page)
${body.join('\n')}
  await host.close()
})

type Reply = { status: number; type: string; body: string } | 'offline'

/** The responses in order; each waits until the test has reached its step. The last one of a call is repeated. */
const answers: { call: string; step: number; reply: Reply }[] = [
${answers.map((answer) => `  ${JSON.stringify(answer)},`).join('\n')}
]

/** Calls that still wait at the end. */
const unanswered: string[] = ${JSON.stringify(unanswered)}

async function answerCalls(page: Page): Promise<{ reach: (step: number) => void }> {
  let reached = 0
  let wake = () => {}
  let woken = new Promise<void>((done) => (wake = done))
  const left = [...answers]
  const last = new Map<string, Reply>()
  const isCall = ({ pathname }: URL) => pathname.startsWith('${app.api}/') || ${JSON.stringify(app.otherCalls)}.includes(pathname)
  await page.route(isCall, async (route) => {
    const { pathname } = new URL(route.request().url())
    const call = \`\${route.request().method()} \${pathname.startsWith('${app.api}/') ? pathname.slice(${app.api.length}) : pathname}\`
    const found = left.findIndex((answer) => answer.call === call)
    const [answer] = found === -1 ? [] : left.splice(found, 1)
    while (answer !== undefined && reached < answer.step) await woken
    if (answer === undefined && unanswered.includes(call)) return
    // A call that came too late to be recorded.
    const reply = answer?.reply ?? last.get(call) ?? { status: 404, type: 'application/json', body: '{}' }
    last.set(call, reply)
    if (reply === 'offline') await route.abort('connectionfailed')
    else await route.fulfill({ status: reply.status, contentType: reply.type, body: reply.body })
  })
  return {
    reach: (step) => {
      reached = step
      wake()
      woken = new Promise<void>((done) => (wake = done))
    },
  }
}
`
}
