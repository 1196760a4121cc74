import { createHash } from 'node:crypto'
import type { Locale } from '#contract/enumerations.ts'
import { passwordLength } from '#contract/limits.ts'
import type { PageMessages } from './messages.ts'

const references: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text that is already escaped markup. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Markup | readonly Part[] | false | null | undefined

/** Tagged template for markup. Escapes all values except `Markup`. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.reduce((text, string, index) => text + textOf(parts[index - 1]) + string))
}

function textOf(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map(textOf).join('')
  return String(part).replace(/[&<>"']/g, (character) => references[character] ?? '')
}

/** The first letters of the first two words of a name. */
export function initialsOf(name: string): string {
  return name
    .split(' ')
    .map((part) => part.slice(0, 1))
    .join('')
    .slice(0, 2)
}

const sign = new Markup(
  '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><circle cx="10" cy="10" r="9"/><path d="M10 5.5v5.2m0 3v.6" fill="none" stroke-width="2" stroke-linecap="round"/></svg>',
)

const mark = new Markup(
  '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><circle cx="10" cy="10" r="9"/><path d="M10 14.5V9.3m0-3v-.6" fill="none" stroke-width="2" stroke-linecap="round"/></svg>',
)

/** Error message of a form. Its fields refer to it by the id `failure`. */
export function errorAlert(text: string): Markup {
  return html`<div class="alert" role="alert" id="failure">${sign}<span>${text}</span></div>`
}

/** Informational message. */
export function infoNote(text: string): Markup {
  return html`<div class="note">${mark}<span>${text}</span></div>`
}

const known: Record<string, { name: Record<Locale, string>; stroke: string }> = {
  yandex: {
    name: { ru: 'Яндекс', en: 'Yandex' },
    stroke: 'M13.5 20.25V3.75h-1.25c-2.75 0-4.5 1.75-4.5 4.25 0 2.75 1.75 4.25 4.25 4.25h1.5m-2 0L7.5 20.25',
  },
  vk: {
    name: { ru: 'VK ID', en: 'VK ID' },
    stroke:
      'M3.75 7.5c.5 6 3.5 9.25 8.5 9.25h.5v-9.25M20.25 7.5c-.75 2.5-3 4.25-5 4.75 2.25.4 4.5 2 5.25 4.5m-7.75-9.25h-1.5M3.75 7.5h2.5',
  },
}

/** Display name and icon of a provider. An unknown provider is shown by its configured name. */
export function providerBrand(provider: string, language: Locale): { name: string; icon: Markup | null } {
  const look = known[provider]
  return { name: look?.name[language] ?? provider, icon: look ? iconOf(look.stroke) : null }
}

function iconOf(stroke: string): Markup {
  return html`<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${stroke}"/></svg>`
}

const eye = new Markup(
  '<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M2.75 12S6 5.75 12 5.75 21.25 12 21.25 12 18 18.25 12 18.25 2.75 12 2.75 12z"/><circle cx="12" cy="12" r="2.75"/><path class="slash" d="M4 4l16 16"/></svg>',
)

type PasswordField = {
  label: string
  autocomplete: 'current-password' | 'new-password'
  /** Additional attributes of the input. */
  attributes: Markup | null
  hint?: string
  messages: PageMessages
}

/** Password input with a visibility toggle. Without scripts the toggle is absent. */
export function passwordField({ label, autocomplete, attributes, hint, messages }: PasswordField): Markup {
  return html`<div class="field"><label for="password">${label}</label>
<div class="secret"><input id="password" name="password" type="password" autocomplete="${autocomplete}" maxlength="${passwordLength.max}" required${attributes}><button type="button" hidden aria-controls="password" aria-pressed="false" aria-label="${messages.showPassword}" title="${messages.showPassword}">${eye}</button></div>
${hint && html`<p class="hint" id="hint">${hint}</p>`}</div>`
}

/** Hides the password before submitting: browsers store values of text inputs. */
const script =
  'for(const b of document.querySelectorAll(".secret button")){const i=document.getElementById(b.getAttribute("aria-controls")),s=(t)=>{i.type=t?"text":"password";b.setAttribute("aria-pressed",t)};b.hidden=false;b.addEventListener("click",()=>s(i.type==="password"));i.form.addEventListener("submit",()=>s(false))}'

/** Place it after the fields. The only script of these pages; the CSP allows its hash. */
export const passwordScript = new Markup(`<script>${script}</script>`)

export const passwordScriptSource = `'sha256-${createHash('sha256').update(script).digest('base64')}'`
