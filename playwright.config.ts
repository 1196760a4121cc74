import { defineConfig } from 'playwright/test'
import {
  browserEnvironment,
  chromiumArguments,
  findPackagedChromium,
  headlessPath,
  packagedArguments,
  quickArguments,
} from './tests/support/browser/chromium.ts'
import { findEngines } from './tests/support/engines/engines.ts'

const languages = [
  { language: 'ru', locale: 'ru-RU' },
  { language: 'en', locale: 'en-GB' },
] as const

const oldPath = findPackagedChromium('109.0.6')
const isAll = process.env.TEST_ALL !== undefined
const isBrowsers = process.env.TEST_BROWSERS !== undefined
// Workers have no arguments; they inherit the environment.
if (isAll || process.argv.some((one) => one.endsWith('models-all'))) process.env.TEST_ALL_MODELS = 'yes'
const isAllModels = process.env.TEST_ALL_MODELS !== undefined
const isModelsOnly = process.argv.some((one) => /^(--project=)?models(-all)?$/.test(one))

/** `--all` also plays stories with texts of the server: notifications, push notifications and news. */
const withServerTexts = ['learning/{notifications,push}.story.ts', 'account/school-news.story.ts']
const inEnglish = ['languages/*.story.ts', ...(isAll ? withServerTexts : [])]

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  snapshotPathTemplate: 'docs/pictures/{arg}{ext}',
  // The school of the stories.
  globalSetup: isModelsOnly ? [] : './tests/support/browser/story-setup.ts',
  fullyParallel: true,
  // A failed story runs again for its trace. One that passes then is flaky: it is named, and fails the nightly run.
  retries: 1,
  failOnFlakyTests: isAll,
  // Two more than the cores of the smallest machine: a browser waits for pages, timers and animations.
  workers: 4,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    // The nightly stories measure times.
    launchOptions: {
      executablePath: headlessPath(),
      args: isAll ? chromiumArguments : quickArguments,
      env: browserEnvironment,
    },
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Europe/Moscow',
    // Stories about the worker allow it: it would answer requests that others intercept.
    serviceWorkers: 'block',
    trace: { mode: 'on-first-retry', screenshots: false },
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    ...(isBrowsers ? [] : [models()]),
    // These take one worker each, beside which the others play.
    ...journeys(),
    ...(oldPath === null ? [] : [inOldChromium(oldPath)]),
    ...(isBrowsers ? [] : languages).map(({ language, locale }) => ({
      name: language,
      testMatch: language === 'ru' ? '**/*.story.ts' : inEnglish,
      testIgnore: 'engines/*.story.ts',
      grepInvert: isAll ? [] : leftOutIn(language),
      use: { language, locale, storageState: rememberedLanguage(language) },
    })),
  ],
})

/**
 * Every screen is seen in one language, long measurements are left to `npm test -- --all`, and stories that a browser's
 * age decides to the old one.
 */
function leftOutIn(language: 'ru' | 'en'): RegExp[] {
  return [/@nightly/, language === 'ru' ? /@en/ : /@ru/, ...(oldPath === null ? [] : [/@old/])]
}

function inOldChromium(executablePath: string) {
  return {
    name: 'old Chromium',
    workers: 1,
    testMatch: 'shell/{browsers,chunks}.story.ts',
    grep: /@old/,
    use: {
      language: 'ru',
      locale: 'ru-RU',
      storageState: rememberedLanguage('ru'),
      launchOptions: { executablePath, args: packagedArguments },
    },
  } as const
}

/** Model tests: `models` plays every transition, or every state in `npm test`; `models-all` all paths, faults and random walks. */
function models() {
  return {
    name: isAllModels ? 'models-all' : 'models',
    testDir: 'tests/models',
    testMatch: '*.spec.ts',
    use: {
      screenshot: 'only-on-failure' as const,
      launchOptions: { executablePath: headlessPath(), args: [...quickArguments, '--disable-site-isolation-trials'] },
    },
  }
}

/** Journeys in every installed browser; a usual run only reads: a screen of each kind in Firefox, a few in an old one. */
function journeys() {
  const isWhole = isAll || isBrowsers
  const usual = ['Chromium 109.0.6', 'Firefox']
  return findEngines()
    .filter(({ name }) => isWhole || usual.includes(name))
    .map(({ name }) => ({
      name,
      testMatch: 'engines/*.story.ts',
      grep: isWhole ? /./ : /@walk/,
      grepInvert: isWhole || name === 'Firefox' ? [] : /@every-kind/,
      use: { language: 'ru', locale: 'ru-RU', engine: name } as const,
    }))
}

function rememberedLanguage(language: string) {
  const cookie = { name: 'lang', value: language, domain: 'localhost', path: '/', expires: -1 }
  return { cookies: [{ ...cookie, httpOnly: false, secure: false, sameSite: 'Lax' as const }], origins: [] }
}
