import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

export default defineConfig({
  sourceLocale: 'ru',
  locales: ['ru', 'en'],
  // Screens with many messages that few people open load a catalog of their own; it has the name of the screen.
  catalogs: [
    { path: 'src/locales/{locale}/messages', include: ['src'], exclude: ['src/routes/-{admin,tax-deduction}/**'] },
    { path: 'src/locales/{locale}/admin', include: ['src/routes/-admin'] },
    { path: 'src/locales/{locale}/tax-deduction', include: ['src/routes/-tax-deduction'] },
  ],
  format: formatter({ lineNumbers: false }),
})
