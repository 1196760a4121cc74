import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

const screens = readdirSync('src/routes').filter((name) => name.startsWith('-') && name !== '-frame')

/** Words that some screens share: each of these has them in its own catalog, so that the others do not pay for them. */
const shared = globSync([
  'src/i18n/{contract,course,due,lesson,move,payment,purchase,role}-words.{ts,tsx}',
  'src/routes/-frame/{bill-button,contract-status-badge,course-group-facts,flow-progress,flow-step,leave-queue-dialog,places-badge,queue-length,without-role}.tsx',
])

/** What comes with the words of the profile: the dialogs that ask for a code fetch them, whatever page they come over. */
const ofAccount = globSync(['src/routes/-frame/one-time-code/*.tsx', 'src/i18n/account-toasts.ts'])

/** Which of them a screen draws, also through what it imports. */
function sharedIn(screen: string): string[] {
  const seen = new Set(globSync(`src/routes/${screen}/**/*.{ts,tsx}`))
  for (const path of seen) for (const imported of importsOf(path)) seen.add(imported)
  return shared.filter((path) => seen.has(path))
}

function importsOf(path: string): string[] {
  const found = readFileSync(path, 'utf8').matchAll(/(?:from|import\() ?'(#src\/|\.\/)([^']+\.tsx?)'/g)
  return [...found].map(([, root, rest = '']) => (root === './' ? join(dirname(path), rest) : `src/${rest}`))
}

/** The words of a screen live in its folder and travel with its code; the rest is what every page needs. */
export default defineConfig({
  sourceLocale: 'ru',
  locales: ['ru', 'en'],
  catalogs: [
    {
      path: 'src/locales/{locale}/messages',
      include: ['src'],
      exclude: [...screens.map((name) => `src/routes/${name}/**`), ...shared, ...ofAccount],
    },
    ...screens.map((name) => ({
      path: `src/routes/${name}/words.{locale}`,
      include: [`src/routes/${name}`, ...sharedIn(name), ...(name === '-profile' ? ofAccount : [])],
    })),
  ],
  format: formatter({ lineNumbers: false }),
})
