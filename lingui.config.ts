import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import type { Plugin } from 'vite'

export default defineConfig({
  sourceLocale: 'ru',
  locales: ['ru', 'en'],
  // Screens with many messages load a catalog of their own; it has the name of the screen, or of the tab.
  // Two of them have the texts of joined accounts.
  catalogs: [
    {
      path: 'src/locales/{locale}/messages',
      include: ['src'],
      exclude: [
        'src/routes/-{2035,admin,catalog,catalog-course,contracts-and-payments,contracts-and-payments-detail}/**',
        'src/routes/-{grade-book,group-comparison,not-me,parent-home-page,payment,profile,progress,purchase}/**',
        'src/routes/-{schedule,schedule-change,tax-deduction}/**',
        'src/routes/-flow/account/joins/**',
        'src/ssr/list-files/**',
      ],
    },
    {
      path: 'src/locales/{locale}/admin',
      include: ['src/routes/-admin', 'src/routes/-flow/account/joins'],
      exclude: ['src/routes/-admin/{audit-log,imports,integrations,news,overview,tickets}/**'],
    },
    { path: 'src/locales/{locale}/audit', include: ['src/routes/-admin/audit-log'] },
    { path: 'src/locales/{locale}/imports', include: ['src/routes/-admin/imports'] },
    { path: 'src/locales/{locale}/admin-news', include: ['src/routes/-admin/news'] },
    { path: 'src/locales/{locale}/integrations', include: ['src/routes/-admin/integrations'] },
    { path: 'src/locales/{locale}/admin-overview', include: ['src/routes/-admin/overview'] },
    { path: 'src/locales/{locale}/admin-tickets', include: ['src/routes/-admin/tickets'] },
    // Only the server loads it.
    { path: 'src/locales/{locale}/list-files', include: ['src/ssr/list-files'] },
    { path: 'src/locales/{locale}/payment', include: ['src/routes/-payment'] },
    { path: 'src/locales/{locale}/profile', include: ['src/routes/-profile', 'src/routes/-flow/account/joins'] },
    { path: 'src/locales/{locale}/2035', include: ['src/routes/-2035'] },
    { path: 'src/locales/{locale}/catalog', include: ['src/routes/-catalog'] },
    { path: 'src/locales/{locale}/catalog-course', include: ['src/routes/-catalog-course'] },
    { path: 'src/locales/{locale}/contracts-and-payments', include: ['src/routes/-contracts-and-payments'] },
    {
      path: 'src/locales/{locale}/contracts-and-payments-detail',
      include: ['src/routes/-contracts-and-payments-detail'],
    },
    { path: 'src/locales/{locale}/grade-book', include: ['src/routes/-grade-book'] },
    { path: 'src/locales/{locale}/group-comparison', include: ['src/routes/-group-comparison'] },
    { path: 'src/locales/{locale}/not-me', include: ['src/routes/-not-me'] },
    { path: 'src/locales/{locale}/parent-home-page', include: ['src/routes/-parent-home-page'] },
    { path: 'src/locales/{locale}/progress', include: ['src/routes/-progress'] },
    { path: 'src/locales/{locale}/purchase', include: ['src/routes/-purchase'] },
    { path: 'src/locales/{locale}/schedule', include: ['src/routes/-schedule'] },
    { path: 'src/locales/{locale}/schedule-change', include: ['src/routes/-schedule-change'] },
    { path: 'src/locales/{locale}/tax-deduction', include: ['src/routes/-tax-deduction'] },
  ],
  format: formatter({ lineNumbers: false }),
})

/** Keeps a dash on the line of the word before it, as Russian typography asks. */
export const keepDashes: Plugin = {
  name: 'keep-dashes',
  transform: {
    filter: { id: /\/locales\/ru\/[^/]+\.po$/ },
    handler: (code) => ({ code: code.replaceAll(' — ', '\u00a0— '), map: null }),
  },
}
