import { readdirSync } from 'node:fs'
import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

const screens = readdirSync('src/routes').filter((name) => name.startsWith('-') && name !== '-frame')

/** The words of a screen live in its folder and travel with its code; the rest is what every page needs. */
export default defineConfig({
  sourceLocale: 'ru',
  locales: ['ru', 'en'],
  catalogs: [
    {
      path: 'src/locales/{locale}/messages',
      include: ['src'],
      exclude: screens.map((name) => `src/routes/${name}/**`),
    },
    ...screens.map((name) => ({ path: `src/routes/${name}/words.{locale}`, include: [`src/routes/${name}`] })),
  ],
  format: formatter({ lineNumbers: false }),
})
