import { html, Markup } from './markup.ts'

const sign = new Markup(
  '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><circle cx="10" cy="10" r="9" fill="#d9161c"/><path d="M10 5.5v5.2m0 3v.6" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>',
)

const mark = new Markup(
  '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><circle cx="10" cy="10" r="9" fill="#306af5"/><path d="M10 14.5V9.3m0-3v-.6" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>',
)

/** Error message of a form. Its fields refer to it by the id `failure`. */
export function errorAlert(text: string): Markup {
  return html`<div class="alert" role="alert" id="failure">${sign}<span>${text}</span></div>`
}

/** Informational message. */
export function infoNote(text: string): Markup {
  return html`<div class="note">${mark}<span>${text}</span></div>`
}
