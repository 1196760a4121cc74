import { createHash } from 'node:crypto'
import { passwordLength } from '#contract/limits.ts'
import { html, Markup } from './markup.ts'
import type { PageMessages } from './messages.ts'

const eye = new Markup(
  '<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M2.75 12S6 5.75 12 5.75 21.25 12 21.25 12 18 18.25 12 18.25 2.75 12 2.75 12z"/><circle cx="12" cy="12" r="2.75"/><path class="struck" d="M4 4l16 16"/></svg>',
)

type PasswordField = {
  label: string
  autocomplete: 'current-password' | 'new-password'
  /** Additional attributes of the input. */
  attributes: Markup | null
  hint?: string
  say: PageMessages
}

/** Password input with a visibility toggle. Without scripts the toggle is absent. */
export function passwordField({ label, autocomplete, attributes, hint, say }: PasswordField): Markup {
  return html`<div class="field"><label for="password">${label}</label>
<div class="secret"><input id="password" name="password" type="password" autocomplete="${autocomplete}" maxlength="${passwordLength.max}" required${attributes}><button type="button" hidden aria-controls="password" aria-pressed="false" aria-label="${say.showPassword}" title="${say.showPassword}">${eye}</button></div>
${hint && html`<p class="hint" id="hint">${hint}</p>`}</div>`
}

/** Hides the password before submitting: browsers store values of text inputs. */
const script =
  'for(const b of document.querySelectorAll(".secret button")){const i=document.getElementById(b.getAttribute("aria-controls")),s=(t)=>{i.type=t?"text":"password";b.setAttribute("aria-pressed",t)};b.hidden=false;b.addEventListener("click",()=>s(i.type==="password"));i.form.addEventListener("submit",()=>s(false))}'

/** Place it after the fields. The only script of these pages; the CSP allows its hash. */
export const passwordScript = new Markup(`<script>${script}</script>`)

export const passwordScriptSource = `'sha256-${createHash('sha256').update(script).digest('base64')}'`
