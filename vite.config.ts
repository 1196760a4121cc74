import { fileURLToPath } from 'node:url'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      quoteStyle: 'single',
      semicolons: false,
      addExtensions: true,
      // Pages are split by hand (src/lazy-page.ts), so that a chunk that fails has a name (S2, D-32).
      autoCodeSplitting: false,
    }),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    tailwindcss(),
  ],
  resolve: {
    alias: {
      // qs asks for a polyfilled WeakMap, 8 kB of it compressed; every browser of the target has one.
      'side-channel': fileURLToPath(new URL('./src/api/side-channel.cjs', import.meta.url)),
    },
  },
  build: {
    target: 'es2023',
    manifest: true,
    // What a screen may weigh is judged by `npm run size`.
    chunkSizeWarningLimit: 700,
    // No eager helper: pages have no own CSS, and the document itself preloads the route's chunk.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        hashCharacters: 'base36',
        // Enough to tell any two releases of a file apart; every page carries those of a hundred files.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // What every page needs is one file, not thirty: on a slow line each file costs its own round trip.
        codeSplitting: {
          groups: [
            {
              name: 'initial',
              tags: ['$initial'],
              test: (id) => !/\/(index\.html|src\/main\.tsx)$/.test(id),
              priority: 2,
            },
            // What several pages share is a file by what it is about, for the same reason: what most pages are made of;
            // what only some know of lessons, or of contracts; lists of any length, with their library; controls that a
            // few pages have. Layers over a page stay apart: they come with the late parts that draw them.
            {
              name: 'parts',
              test: /src\/(ui|routes\/-frame|i18n|api)\/(?!.*(dialog|drawer|overlay|form\.|typed|toast|notifications|role-words|virtual|contract|due|payment|catalog|places|queue|rows|select|show-more|tabs))|@tanstack\/.*[mM]utation/,
              minShareCount: 4,
              priority: 1,
            },
            {
              name: 'lessons',
              test: /src\/(school\/(calendar|changes|children|entries|kinds|lesson|when)|ui\/calendar\/items|routes\/-schedule\/(changed-time|write-button))/,
              minShareCount: 2,
              priority: 1,
            },
            {
              name: 'contracts',
              test: /src\/(school|i18n|routes\/-frame)\/(contract|payment|due|purchase)/,
              minShareCount: 2,
              priority: 1,
            },
            {
              name: 'long-lists',
              test: /@tanstack\/.*virtual|src\/ui\/(virtual|use-end)/,
              minShareCount: 2,
              priority: 1,
            },
            {
              name: 'controls',
              test: /src\/ui\/(tabs|checkbox|search-input|rows|select|show-more|no-value)/,
              minShareCount: 2,
            },
            // What the flows on a page of their own are made of, and groups to choose among.
            {
              name: 'flows',
              test: /src\/(routes\/-frame\/(flow|places|course-group|queue-length)|ui\/(fact|skeleton-tiles)|machines\/address|intentions)/,
              minShareCount: 2,
            },
            // What a grade book is reckoned with, on its page as in its dialogs.
            {
              name: 'journal',
              test: /src\/(school\/averages|routes\/-grade-book\/(use-(terms-)?journal|journal|numbers|entry-words|verdict))/,
              minShareCount: 2,
            },
            // What the page of users shares with their card, and with the profile.
            {
              name: 'users',
              test: /src\/(routes\/(-admin\/(links|labels|opened-user)|-frame\/(label-badge|user-link))|api\/admin|i18n\/role)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
})
