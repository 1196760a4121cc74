import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Subsets of Golos Text (SIL OFL), the typeface of the application, by their characters. */
const subsets = {
  cyrillic: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
  latin: 'U+00??,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+20??,U+2122,U+2191,U+2193,U+2212,U+2215',
}
const subsetNames = Object.keys(subsets) as (keyof typeof subsets)[]

const pathOf = (subset: string) => `/page-fonts/golos-text-${subset}.woff2`

/** The pages of the identity provider are on another origin than the application, so each origin serves the fonts. */
export const fontPaths = subsetNames.map(pathOf)

export const fontFaces = subsetNames
  .map(
    (subset) =>
      `@font-face{font-family:"Golos Text";font-weight:400 900;font-display:swap;src:url(${pathOf(subset)}) format("woff2");unicode-range:${subsets[subset]}}`,
  )
  .join('')

/** The file of a font; null for other paths. */
export async function readPageFont(path: string): Promise<Buffer | null> {
  const subset = subsetNames.find((name) => pathOf(name) === path)
  if (subset === undefined) return null
  const module = `@fontsource-variable/golos-text/files/golos-text-${subset}-wght-normal.woff2`
  return readFile(fileURLToPath(import.meta.resolve(module)))
}

export const fontHeaders = { 'content-type': 'font/woff2', 'cache-control': 'public, max-age=2592000' }
