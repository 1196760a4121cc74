import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Locale, type RouteName, type Theme, themeColors } from '#contract/enumerations.ts'
import { shownScreenOf } from '#contract/route-access.ts'
import { brandStyles } from '#server/environment/brand-colors.ts'
import type { School } from '#server/environment/read-school.ts'

type DocumentData = {
  /** JSON already. */
  initialState: string
  language: Locale
  screen: RouteName
  /** Of the address that shows the screen. */
  search: object
  theme: Theme
  /** The side menu shows only icons. */
  isMenuCollapsed: boolean
}

export type HtmlDocument = {
  /** CSP sources of its inline scripts. */
  scriptHashes: string[]
  /** With the shell, which is shown until the code of the page has loaded. */
  shell(filling: DocumentData): string
  /** The shell that the worker shows without a connection: the app then reads what it has kept. */
  offline(language: Locale): string
  /** With the rendered page. */
  rendered(filling: DocumentData & { title: string; markup: string }): string
}

/** The built index.html as a template, with the brand and the telephone of the school. Null without a build. */
export function readHtmlDocument(dist: string, school: School = {}, phone?: string): HtmlDocument | null {
  const path = join(dist, 'index.html')
  if (!existsSync(path)) return null
  const template = withPhone(inBrand(readFileSync(path, 'utf8'), school), phone)
  const manifest = readManifest(dist)
  const pageTemplate = pageTemplateOf(template, dist)
  const filled = (html: string, { initialState, language, screen, search, theme, isMenuCollapsed }: DocumentData) =>
    withMenu(inTheme(html, theme), isMenuCollapsed)
      .replace(/ lang="\w*"/, ` lang="${language}"`)
      .replace('<!--preload-->', () => preloadsOf(manifest, { screen, search, language }).map(preloadLink).join(''))
      .replace(
        '<!--initial-state-->',
        () => `<script type="application/json" id="initial-state">${escapedForScript(initialState)}</script>`,
      )
  return {
    scriptHashes: inlineScripts(template).map(hashSource),
    shell: (filling) => filled(template, filling).replace(productName, () => nameOf(school, filling.language)),
    offline: (language) =>
      template
        .replace('<html ', '<html data-offline="" ')
        .replace(/ lang="\w*"/, ` lang="${language}"`)
        .replace(productName, () => nameOf(school, language)),
    rendered({ title, markup, ...filling }) {
      // React puts preloads of images before the markup; in the head they start sooner.
      const [links = ''] = /^(?:<link [^>]*>)*/.exec(markup) ?? []
      return filled(pageTemplate, filling)
        .replace(/<title>.*?<\/title>/, () => `<title>${escapedForHtml(title)}</title>${links}`)
        .replace(
          '<div id="root"></div>',
          () =>
            `${noscript(filling.language, phone)}<div id="root" data-rendered="${filling.screen}">${markup.slice(links.length)}</div>`,
        )
    },
  }
}

const productName = '<span>Личный кабинет</span>'

function nameOf({ name }: School, language: Locale): string {
  return name ? `<span>${escapedForHtml(name[language])}</span>` : productName
}

/** Icon, logo of the shell and colours. The styles come after those of the build, which they replace. */
function inBrand(html: string, { logo, color }: School): string {
  const withLogo = logo
    ? html
        .replace(/<link rel="icon"[^>]*>/, `<link rel="icon" href="${logo.url}" type="${logo.type}">`)
        .replace(
          /(<div class="shell-bar">\s*)<svg[\s\S]*?<\/svg>/,
          `$1<img src="${logo.url}" alt="" width="32" height="32">`,
        )
    : html
  return color ? withLogo.replace('</head>', () => `<style>${brandStyles(color)}</style></head>`) : withLogo
}

/** A chosen theme is in the document, so that no paint has the other one. */
function inTheme(html: string, theme: Theme): string {
  if (theme === 'system') return html
  return html
    .replace('<html ', `<html data-theme="${theme}" `)
    .replaceAll(/(<meta name="theme-color" content=")[^"]*/g, `$1${themeColors[theme]}`)
}

/** The document also says that the menu is collapsed, so that no paint has the wide one. */
function withMenu(html: string, isCollapsed: boolean): string {
  return isCollapsed ? html.replace('<html ', '<html data-menu="collapsed" ') : html
}

/**
 * The document without its shell. Styles are inlined, so that the first paint needs one response. Fonts and scripts
 * come last: on a slow line fonts in the head delay the first paint by a third (decision 066).
 */
function pageTemplateOf(template: string, dist: string): string {
  const late: string[] = []
  const toTheEnd = (tag: string) => {
    late.push(tag)
    return ''
  }
  return template
    .replaceAll(/<!--shell-->[\s\S]*?<!--\/shell-->/g, '')
    .replace(/<div id="root">\s*<\/div>/, '<div id="root"></div>')
    .replaceAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (_, file: string) => {
      return `<style>${readFileSync(join(dist, file), 'utf8').trim()}</style>`
    })
    .replaceAll(
      /<link rel="preload" as="(?:font|script)"[^>]*>|<!--preload-->|<script type="module"[^>]*><\/script>/g,
      toTheEnd,
    )
    .replace('</body>', () => `${late.join('')}</body>`)
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

/** For the `fetch()` before each import (src/app/load-chunk.ts). */
function preloadLink(file: string): string {
  return `<link rel="preload" as="fetch" crossorigin href="/${file}">`
}

/** `<` could end the script element or open a comment; the two separators end a line in older JavaScript. */
export function escapedForScript(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

function escapedForHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** Vite's manifest: chunks by source. */
export type Manifest = Record<string, { file: string; imports?: string[] }>

const entry = 'index.html'

type Shown = Pick<DocumentData, 'screen' | 'search' | 'language'>

/** Files of a screen's page and catalogs that the document does not load anyway. */
function preloadsOf(manifest: Manifest, { screen, search, language }: Shown): string[] {
  const loaded = filesOf(manifest, entry)
  const shown = shownScreenOf(screen, search)
  const catalogs = ['messages', shown].map((name) => `src/locales/${language}/${name}.po`)
  const page = shown === screen ? `-${screen}/page.tsx` : `-${shown}/today/page.tsx`
  const wanted = [...catalogs, `src/routes/${page}`]
  const files = new Set(wanted.flatMap((source) => filesOf(manifest, source)))
  return [...files].filter((file) => !loaded.includes(file))
}

/** The file built from a source, and its imports. */
export function filesOf(manifest: Manifest, source: string, found = new Set<string>()): string[] {
  const chunk = manifest[source]
  if (!chunk || found.has(chunk.file)) return [...found]
  found.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, found)
  return [...found]
}

const texts: Record<Locale, { note: string; home: string; profile: string; phone: string }> = {
  ru: {
    note: 'Без JavaScript страницы можно только читать.',
    home: 'Главная',
    profile: 'Профиль',
    phone: 'Телефон школы:',
  },
  en: { note: 'Without JavaScript pages can only be read.', home: 'Home', profile: 'Profile', phone: 'School phone:' },
}

/** The telephone at the end of the messages for browsers in which the app does not start. */
function withPhone(html: string, phone: string | undefined): string {
  return html.replaceAll(/<!--phone (?<locale>\w+)-->/g, (_, locale: Locale) => phoneLink(locale, phone))
}

function phoneLink(language: Locale, phone: string | undefined): string {
  if (phone === undefined) return ''
  return ` ${texts[language].phone} <a href="tel:${phone.replaceAll(/[^+\d]/g, '')}">${escapedForHtml(phone)}</a>`
}

/** On narrow screens a script opens the menu; without scripts it is shown above the content, in several columns. */
const styles =
  '.without-script{margin:16px 24px}.without-script a{margin-left:12px;text-decoration:underline}' +
  '@media (width<1023.98px){nav.hidden{display:block;position:static;width:auto;height:auto;padding-block:8px}' +
  'nav.hidden ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(160px,1fr))}.menu-layout{display:block}}'

/** Notice and links above a rendered page in browsers without scripts. */
function noscript(language: Locale, phone: string | undefined): string {
  const { note, home, profile } = texts[language]
  const links = `<a href="/">${home}</a><a href="/profile">${profile}</a>`
  return `<noscript><style>${styles}</style><p class="without-script">${note}${links}${phoneLink(language, phone)}</p></noscript>`
}
