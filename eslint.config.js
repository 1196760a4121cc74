import parser from '@babel/eslint-parser'
import baseline from 'eslint-plugin-baseline-js'
import compat from 'eslint-plugin-compat'

// Compares the code of the browser with the oldest browsers (decision 092). Everything else is the matter of Biome.

const polyfilled = [
  // core-js has these for browsers that lack them.
  'array-group',
  'promise-withresolvers',
  'url-canparse',
  // src/app/polyfills.ts has it.
  'abortsignal-any',
]

/** Every supported browser has these; they are newer than the year by another browser or by a detail. */
const oldEnough = ['abortsignal-timeout', 'createimagebitmap', 'offscreen-canvas', 'top-level-await']

/** The rule takes a parameter with the name `caller` for a property of functions. */
const mistaken = ['functions-caller-arguments']

const parserOptions = (...plugins) => ({
  requireConfigFile: false,
  babelOptions: { configFile: false, babelrc: false, parserOpts: { plugins } },
})

export default [
  { ignores: ['src/routeTree.gen.ts', 'src/locales/**'] },
  { files: ['**/*.ts'], languageOptions: { parser, parserOptions: parserOptions('typescript') } },
  { files: ['**/*.tsx'], languageOptions: { parser, parserOptions: parserOptions('typescript', 'jsx') } },
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { baseline, compat },
    // Versions of browsers: `browserslist` in package.json.
    settings: { polyfills: ['Array.toSorted', 'Array.toReversed', 'Array.toSpliced', 'Array.with'] },
    rules: {
      'compat/compat': 'error',
      'baseline/use-baseline': [
        'error',
        {
          available: 2022,
          includeWebApis: { preset: 'auto' },
          includeJsBuiltins: { preset: 'auto' },
          ignoreFeatures: [...polyfilled, ...oldEnough, ...mistaken],
        },
      ],
    },
  },
]
