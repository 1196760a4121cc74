import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import legacy from '@vitejs/plugin-legacy'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { keepDashes } from './lingui.config.ts'
import settings from './package.json' with { type: 'json' }
import { fillDocumentMessages } from './src/app/document-messages.ts'

const sharedModules = /\/src\/(?!ui\/overlay|machines|routes\/(-admin|-flow\/(documents|forms|steps))\/|.*dialog\.tsx)/
const contractModules =
  /\/src\/(domain\/contract-status|i18n\/(contract-labels|payment-title)|routes\/-query\/labels\/(badges|contract-number|termination-state))\./

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      quoteStyle: 'single',
      semicolons: false,
      addExtensions: true,
      // Pages are split by hand (src/app/lazy-page.ts), so that a chunk that fails has a name.
      autoCodeSplitting: false,
    }),
    lingui(),
    keepDashes,
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    tailwindcss(),
    { name: 'document-messages', transformIndexHtml: { order: 'pre', handler: fillDocumentMessages } },
    replacePreloadHelper(),
    replaceSideChannel(),
    writeOfflineDocument(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      manifest: false,
      injectRegister: false,
      injectManifest: {
        // What the screens that work without a connection need; other files come from the network.
        globPatterns: ['offline.html', 'favicon.svg', 'assets/*.{js,css,woff2}'],
        maximumFileSizeToCacheInBytes: 3_000_000,
      },
    }),
    legacy({
      renderLegacyChunks: false,
      modernPolyfills: true,
      modernTargets: settings.browserslist,
      additionalModernPolyfills: [fileURLToPath(new URL('./src/app/polyfills.ts', import.meta.url))],
    }),
    loadPolyfillsOnDemand(),
  ],
  build: {
    manifest: true,
    // What a screen may weigh is judged by `npm run size`.
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    // The policy of the server allows no fonts in stylesheets; other small files keep the default.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    // The helper of imports fetches scripts only (src/app/load-chunk.ts).
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Each file costs a slow line a round trip: what every page needs is one file, what several need another.
            // The entry stays apart: its top-level `await` would wait for late chunks that import the same file.
            {
              name: 'initial',
              tags: ['$initial'],
              test: (id) => !/index\.html|src\/app\/main\.tsx/.test(id),
              priority: 2,
            },
            // Dialogs and forms open after the first render: their libraries stay out of what every page loads.
            {
              name: 'shared',
              test: (id) => sharedModules.test(id) && !contractModules.test(id),
              minShareCount: 8,
              priority: 1,
            },
            // The same for the panel of administrators alone.
            { name: 'panel', test: /\/src\/routes\/-admin\/(?!.*dialog\.tsx)/, minShareCount: 8, priority: 1 },
            // What screens with contracts and courses need, and others do not.
            { name: 'contracts', test: contractModules, minShareCount: 8 },
            // The views of the schedule are chunks of their own; what several of them need is one file.
            {
              name: 'calendar',
              test: /\/src\/(ui\/calendar\/(?!calendar-items|week-comparison)|routes\/-schedule\/)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
})

/**
 * Only browsers without ES2025 load the polyfills. A script that the parser meets runs before the modules that follow.
 */
function loadPolyfillsOnDemand(): Plugin {
  const tag = /<script type="module"[^>]* src="(?<src>[^"]*\/polyfills-[^"]*)"><\/script>/
  const load = (_: string, src: string) =>
    `<script>'Iterator' in window && 'try' in Promise && 'escape' in RegExp || document.write('<script type="module" src="${src}"><\\/script>')</script>`
  return {
    name: 'load-polyfills-on-demand',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: { order: 'post', handler: (html) => html.replace(tag, load) },
  }
}

/** The document that the worker shows without a connection; the server sends the one with the brand of the school. */
function writeOfflineDocument(): Plugin {
  return {
    name: 'write-offline-document',
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    writeBundle({ dir = 'dist' }) {
      const html = readFileSync(`${dir}/index.html`, 'utf8')
      writeFileSync(`${dir}/offline.html`, html.replace('<html ', '<html data-offline="" '))
    },
  }
}

/** The package by which qs remembers objects brings 30 kB for browsers without `WeakMap`, which has the same methods. */
function replaceSideChannel(): Plugin {
  return {
    name: 'replace-side-channel',
    enforce: 'pre',
    load: (id) => (/\/node_modules\/side-channel\/index\.js/.test(id) ? 'module.exports = () => new WeakMap()' : null),
  }
}

/** Vite has no option for it: docs/decisions/064-chunks-are-fetched-before-import.md. */
function replacePreloadHelper(): Plugin {
  const helper = fileURLToPath(new URL('./src/app/load-chunk.ts', import.meta.url))
  return {
    name: 'replace-preload-helper',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js'
        ? `export { fetchBeforeImport as __vitePreload } from ${JSON.stringify(helper)}`
        : null,
    // What the document preloads must not be kept either, should it fail.
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replaceAll('rel="modulepreload"', 'rel="preload" as="script"'),
    },
  }
}
