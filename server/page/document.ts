import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Boot } from '#contract/boot.ts'
import type { Locale, RouteName } from '#contract/enumerations.ts'
import { type Manifest, preloadsOf } from './preloads.ts'

export type PageDocument = {
  /** CSP sources of its inline scripts. */
  scriptHashes: string[]
  render(filling: { boot: Boot; language: Locale; screen: RouteName }): string
}

/** The built index.html, to be filled in per request. Null where nothing is built. */
export function readDocument(dist: string): PageDocument | null {
  const path = join(dist, 'index.html')
  if (!existsSync(path)) return null
  const template = readFileSync(path, 'utf8')
  const manifest = readManifest(dist)
  return {
    scriptHashes: inlineScripts(template).map(hashSource),
    render: ({ boot, language, screen }) =>
      template
        .replace(/<html lang="\w*"/, `<html lang="${language}"`)
        .replace('<!--preload-->', () => preloadsOf(manifest, { screen, language }).map(preloadLink).join(''))
        .replace('<!--boot-->', () => `<script type="application/json" id="boot">${jsonForScript(boot)}</script>`),
  }
}

function readManifest(dist: string): Manifest {
  const path = join(dist, '.vite/manifest.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : {}
}

function inlineScripts(html: string): string[] {
  const scripts = html.matchAll(/<script(?<attributes>[^>]*)>(?<code>[\s\S]*?)<\/script>/g)
  return [...scripts].flatMap(({ groups }) => {
    const { attributes = '', code = '' } = groups ?? {}
    return /\ssrc=|type="application\/json"/.test(attributes) ? [] : [code]
  })
}

function hashSource(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

function preloadLink(file: string): string {
  return `<link rel="modulepreload" crossorigin href="/${file}">`
}

/** `<` could end the script element or open a comment; the two separators end a line in older JavaScript. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
